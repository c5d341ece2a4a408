import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../packages/server/test/harness/redis-server.ts';
import type { Databases } from './copies.ts';
import { type FloodResult, flood } from './flood.ts';
import {
  type Costs,
  connections,
  createStage,
  type OperationName,
  operationNames,
  type PartPids,
  parts,
  type RequestName,
  readTimes,
  type Shop,
  type Stage,
  startOn,
  targetOf,
  waitForDeliveries,
} from './operations.ts';
import { formatInteger } from './report.ts';

const processCounts = [1, 2, 4];
const seconds = 4;
/** The share of the rate that one process reaches on this machine. All numbers of processes are measured at the same rate. */
const rateShare = 0.3;
const idleSeconds = 4;
/** Each step of a warm-up lasts so long for each process. */
const warmUpSeconds = 1;
/** The warm-up ends when the processor time of a request falls by less than this share from one step to the next. */
const stableShare = 0.05;
const maxWarmUpSteps = 5;
/** The maximum number of payments in one step, because each needs a reservation that is made before. */
const maxPayments = 300;

/** The processor time of each part in microseconds: for one request, or for one second without requests. */
interface ProcessCosts {
  readonly operations: Map<OperationName, Costs>;
  readonly idle: Costs;
}

/**
 * Measures the processor time of each part for one operation, with one, two and four processes. Each process is warmed up, requests
 * are sent at the same low rate, so that processes do not compete for processors, and the processor time of an idle server is
 * subtracted. If each part has processors of its own, the rate of N processes is N times that of one process, times the processor
 * time of the server with one process, divided by that with N.
 */
export async function benchProcesses(databases: Databases, databasePid: number): Promise<void> {
  const redis = await startRedis();
  try {
    const stage = await createStage(databases, 'processes');
    const rates = new Map<RequestName, number>();
    const measured = new Map<number, ProcessCosts>();
    for (const count of processCounts) {
      const server = await startOn(stage, count, redis.url);
      const pids = { server: [server.pid], database: [databasePid], redis: [redis.pid] };
      measured.set(count, await measureAll({ stage, port: server.port, pids, count, rates }));
      await server.stop();
      printCosts(count, measured.get(count)!, measured.get(1)!, rates);
    }
    stage.sink.stop();
  } finally {
    await redis.stop();
  }
}

interface Run {
  readonly stage: Stage;
  readonly port: number;
  readonly pids: PartPids;
  /** The number of processes. */
  readonly count: number;
  /** The rates at which operations are measured. They are set in the run with one process. */
  readonly rates: Map<RequestName, number>;
}

async function measureAll(run: Run): Promise<ProcessCosts> {
  const { shop, deliveringShop, sink } = run.stage;
  for (const name of operationNames) {
    const perSecond = await warmUp(run, name);
    if (run.count === 1) run.rates.set(name, perSecond * rateShare);
  }
  const { accepted } = await send(run, deliveringShop, 'consume', run.rates.get('consume')!);
  await waitForDeliveries(sink, accepted);
  const idle = await measureIdle(run.pids);
  const operations = new Map<OperationName, Costs>();
  for (const name of operationNames) operations.set(name, await measure(run, shop, name, idle, async () => {}));
  const consumed = operations.get('consume')!;
  const delivered = await measure(run, deliveringShop, 'consume', idle, (count) => waitForDeliveries(sink, count));
  const webhook = mapParts((part) => Math.max(0, delivered[part] - consumed[part]));
  operations.set('webhook', webhook);
  return { operations, idle };
}

/** Sends requests at full speed until the processor time of a request is stable. Returns the requests per second of the last step. */
async function warmUp(run: Run, name: RequestName): Promise<number> {
  let previous = Infinity;
  for (let step = 1; ; step += 1) {
    const before = readTimes(run.pids);
    const { accepted, seconds: duration } = await send(run, run.stage.shop, name, null);
    const perRequest = (readTimes(run.pids)[0]! - before[0]!) / accepted;
    if (step === maxWarmUpSteps || perRequest > previous * (1 - stableShare)) return accepted / duration;
    previous = perRequest;
  }
}

async function measureIdle(pids: PartPids): Promise<Costs> {
  const before = readTimes(pids);
  await sleep(idleSeconds * 1_000);
  const after = readTimes(pids);
  return mapParts((_, index) => (after[index]! - before[index]!) / idleSeconds);
}

async function measure(
  run: Run,
  shop: Shop,
  name: RequestName,
  idle: Costs,
  afterwards: (count: number) => Promise<void>,
): Promise<Costs> {
  const target = await targetOf(name, shop, run.port, maxPayments);
  const before = readTimes(run.pids);
  const startedMs = performance.now();
  const { accepted } = await send(run, shop, name, run.rates.get(name)!, target);
  await afterwards(accepted);
  const duration = (performance.now() - startedMs) / 1_000;
  const after = readTimes(run.pids);
  return mapParts((part, index) => Math.max(0, after[index]! - before[index]! - idle[part] * duration) / accepted);
}

/** @param perSecond null: as fast as possible */
async function send(
  { port, count }: Run,
  shop: Shop,
  name: RequestName,
  perSecond: number | null,
  prepared?: Awaited<ReturnType<typeof targetOf>>,
): Promise<{ accepted: number; seconds: number }> {
  const target = prepared ?? (await targetOf(name, shop, port, maxPayments));
  const result: FloodResult = await flood(target, {
    connections,
    seconds: perSecond === null ? warmUpSeconds * count : seconds,
    perSecond,
    ...(name === 'pay' ? { maxRequests: maxPayments } : {}),
  });
  if (perSecond !== null && result.rejectedMs.length > 0) throw new Error('The server rejects requests at a low rate.');
  return { accepted: result.acceptedMs.length, seconds: result.seconds };
}

function mapParts(figure: (part: keyof Costs, index: number) => number): Costs {
  return Object.fromEntries(parts.map((part, index) => [part, figure(part, index)])) as Costs;
}

function printCosts(
  count: number,
  costs: ProcessCosts,
  single: ProcessCosts,
  rates: ReadonlyMap<RequestName, number>,
): void {
  console.log(`\n${count} processes, ${connections} connections: processor time of one operation in µs`);
  printRow(['operation', ...parts, 'per second', 'implied factor', 'database processors']);
  for (const [name, operation] of costs.operations) {
    const factor = (count * single.operations.get(name)!.server) / operation.server;
    printRow([
      name,
      ...parts.map((part) => formatInteger(operation[part])),
      formatInteger(rates.get(name === 'webhook' ? 'consume' : name)!),
      `${factor.toFixed(2)}${count === 2 ? ' (wanted ≥ 1.8)' : ''}`,
      // With so many, the database keeps up with the processes.
      ((count * operation.database) / operation.server).toFixed(2),
    ]);
  }
  printRow(['idle, each second', ...parts.map((part) => formatInteger(costs.idle[part]))]);
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text) => text.padEnd(20)).join(''));
}
