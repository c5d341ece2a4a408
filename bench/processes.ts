import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../packages/server/test/harness/redis-server.ts';
import type { Databases } from './copies.ts';
import { type FloodResult, flood } from './load.ts';
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
import { formatInteger, median } from './report.ts';
import type { Server } from './servers.ts';

const processCounts = [1, 2, 4];
const roundCount = 3;
const seconds = 4;
/** The lowest rate of the measurements, as a share of the rate that one process reaches on this machine. */
const rateShare = 0.15;
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
  readonly operations: ReadonlyMap<OperationName, Costs>;
  readonly idle: Costs;
}

/**
 * Measures the processor time of each part for one operation, with one, two and four processes. Each process is warmed up. The rates
 * are low, so that processes do not compete for processors. The processor time of an idle server is subtracted. If each part has
 * processors of its own, the rate of N processes is N times that of one process, times the processor time of the server with one
 * process, divided by that with N.
 *
 * A request takes less processor time at a higher rate, so N processes are compared with one process at two rates. At the same total
 * rate, each of the N processes gets fewer requests, and the factor is too low. At the same rate for each process, the processors of
 * the one process are idle for longer, and the factor is too high.
 *
 * The servers run at the same time and are measured in turn, several times: the processors of a shared machine become faster and
 * slower, and the tables grow. The results are medians.
 */
export async function benchProcesses(databases: Databases, databasePid: number): Promise<void> {
  const redis = await startRedis();
  try {
    const stage = await createStage(databases, 'processes');
    const rates = new Map<RequestName, number>();
    const runs: Run[] = [];
    for (const count of processCounts) {
      const server = await startOn(stage, count, redis.url);
      const pids = { server: [server.pid], database: [databasePid], redis: [redis.pid] };
      const run = { stage, server, pids, count, rates };
      await warmUpAll({ ...run, rateFactor: 1 });
      const rateFactors = count === 1 ? processCounts : [count];
      runs.push(...rateFactors.map((rateFactor) => ({ ...run, rateFactor })));
    }
    const rounds: ReadonlyMap<Run, ProcessCosts>[] = [];
    while (rounds.length < roundCount) rounds.push(await measureRound(runs));
    const medians = new Map(runs.map((run) => [run, mediansOf(rounds.map((round) => round.get(run)!))]));
    for (const run of runs) printCosts(run, medians);
    for (const server of new Set(runs.map((run) => run.server))) await server.stop();
    stage.sink.stop();
  } finally {
    await redis.stop();
  }
}

interface Run {
  readonly stage: Stage;
  readonly server: Server;
  readonly pids: PartPids;
  /** The number of processes. */
  readonly count: number;
  /** The lowest rates at which operations are measured. They are set during the warm-up of one process. */
  readonly rates: Map<RequestName, number>;
  /** The rate of this run, as a multiple of the lowest one. */
  readonly rateFactor: number;
}

async function warmUpAll(run: Run): Promise<void> {
  for (const name of operationNames) {
    const perSecond = await warmUp(run, name);
    if (run.count === 1) run.rates.set(name, perSecond * rateShare);
  }
  const { deliveringShop, sink } = run.stage;
  const { accepted } = await send(run, deliveringShop, 'consume', true);
  await waitForDeliveries(sink, accepted);
}

/** Measures each operation on one server after the other, so that the machine is as fast for each. */
async function measureRound(runs: readonly Run[]): Promise<ReadonlyMap<Run, ProcessCosts>> {
  const results = new Map<Run, { operations: Map<OperationName, Costs>; idle: Costs }>();
  for (const run of runs) results.set(run, { operations: new Map(), idle: await measureIdle(run.pids) });
  for (const name of operationNames) {
    for (const [run, { operations, idle }] of results) {
      operations.set(name, await measure(run, run.stage.shop, name, idle, async () => {}));
    }
  }
  for (const [run, { operations, idle }] of results) {
    const { deliveringShop, sink } = run.stage;
    const delivered = await measure(run, deliveringShop, 'consume', idle, (count) => waitForDeliveries(sink, count));
    const consumed = operations.get('consume')!;
    const webhook = mapParts((part) => Math.max(0, delivered[part] - consumed[part]));
    operations.set('webhook', webhook);
  }
  return results;
}

function mediansOf(results: readonly ProcessCosts[]): ProcessCosts {
  const medianOf = (costs: readonly Costs[]) => mapParts((part) => median(costs.map((figures) => figures[part])));
  const names = [...results[0]!.operations.keys()];
  return {
    operations: new Map(names.map((name) => [name, medianOf(results.map(({ operations }) => operations.get(name)!))])),
    idle: medianOf(results.map(({ idle }) => idle)),
  };
}

/** Sends requests at full speed until the processor time of a request is stable. Returns the requests per second of the last step. */
async function warmUp(run: Run, name: RequestName): Promise<number> {
  let previous = Infinity;
  for (let step = 1; ; step += 1) {
    const before = readTimes(run.pids);
    const { accepted, seconds: duration } = await send(run, run.stage.shop, name, false);
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
  const target = await targetOf(name, shop, run.server.port, maxPayments);
  const before = readTimes(run.pids);
  const startedMs = performance.now();
  const { accepted } = await send(run, shop, name, true, target);
  await afterwards(accepted);
  const duration = (performance.now() - startedMs) / 1_000;
  const after = readTimes(run.pids);
  return mapParts((part, index) => Math.max(0, after[index]! - before[index]! - idle[part] * duration) / accepted);
}

/** @param isLimited whether requests are sent at the rate of the run; otherwise, as fast as possible */
async function send(
  { server: { port }, count, rates, rateFactor }: Run,
  shop: Shop,
  name: RequestName,
  isLimited: boolean,
  prepared?: Awaited<ReturnType<typeof targetOf>>,
): Promise<{ accepted: number; seconds: number }> {
  const target = prepared ?? (await targetOf(name, shop, port, maxPayments));
  const result: FloodResult = await flood(target, {
    connections,
    seconds: isLimited ? seconds : warmUpSeconds * count,
    ...(isLimited ? { perSecond: rates.get(name)! * rateFactor } : {}),
    ...(name === 'pay' ? { maxRequests: maxPayments } : {}),
  });
  if (isLimited && result.rejectedMs.length > 0) throw new Error('The server rejects requests at a low rate.');
  return { accepted: result.acceptedMs.length, seconds: result.seconds };
}

function mapParts(figure: (part: keyof Costs, index: number) => number): Costs {
  return Object.fromEntries(parts.map((part, index) => [part, figure(part, index)])) as Costs;
}

function printCosts(run: Run, medians: ReadonlyMap<Run, ProcessCosts>): void {
  const { count, rateFactor } = run;
  const costs = medians.get(run)!;
  const singles = [...medians].filter(([single]) => single.count === 1);
  const singleAt = (factor: number) => singles.find(([single]) => single.rateFactor === factor)![1];
  const factorsOf = (name: OperationName) =>
    [rateFactor, rateFactor / count].map(
      (factor) => (count * singleAt(factor).operations.get(name)!.server) / costs.operations.get(name)!.server,
    );
  const format = (factors: readonly number[]) => factors.map((factor) => factor.toFixed(2)).join(' to ');
  const wanted = count === 2 ? ' (wanted ≥ 1.8)' : '';
  console.log(
    `\n${count} processes, ${connections} connections, rate × ${rateFactor}: processor time of one operation in µs`,
  );
  printRow(['operation', ...parts, 'per second', 'database processors', 'implied factor']);
  for (const [name, operation] of costs.operations) {
    printRow([
      name,
      ...parts.map((part) => formatInteger(operation[part])),
      formatInteger(run.rates.get(name === 'webhook' ? 'consume' : name)! * rateFactor),
      // With so many, the database keeps up with the processes.
      ((count * operation.database) / operation.server).toFixed(2),
      count === 1 ? '' : `${format(factorsOf(name))}${wanted}`,
    ]);
  }
  printRow(['idle, each second', ...parts.map((part) => formatInteger(costs.idle[part]))]);
  if (count === 1) return;
  const factors = [...costs.operations.keys()].map(factorsOf);
  const means = [0, 1].map((index) => factors.reduce((sum, pair) => sum + pair[index]!, 0) / factors.length);
  console.log(`mean of the implied factors: ${format(means)}${wanted}`);
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text) => text.padEnd(21)).join(''));
}
