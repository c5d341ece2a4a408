import { startRedis } from '../packages/server/test/harness/redis-server.ts';
import type { Databases } from './copies.ts';
import {
  type Costs,
  connections,
  createStage,
  type Measurement,
  measureAll,
  type OperationName,
  parts,
  startOn,
} from './operations.ts';
import { formatInteger, quantile } from './report.ts';

const requests = Number(process.env['BENCH_REQUESTS'] ?? 1_600);
/** The share of the processors that is used in the busiest time. */
const utilization = 0.6;
/** The share of the orders of a year that is placed in its busiest hour. */
const busiestHour = 0.005;
const onSalePeople = 50_000;
const onSaleSeconds = 60;

/** How often each operation occurs for one order, over its whole life. */
const perOrder: Readonly<Record<OperationName, number>> = {
  ...{ quote: 3, reserve: 1.3, pay: 1 },
  ...{ orders: 0.1, order: 2, consume: 0.5, scan: 1.5, webhook: 5 },
};
/** What each person does in the minute of an on-sale. */
const perPerson: Partial<Record<OperationName, number>> = { quote: 1, reserve: 1, pay: 1 };

type Results = ReadonlyMap<OperationName, Measurement>;

/**
 * Measures the processor time of each operation, and computes from it the processors for a number of orders a year, and for an
 * on-sale. Waits for locks and for the disk are not in it.
 */
export async function benchCapacity(databases: Databases, databasePid: number): Promise<void> {
  const redis = await startRedis();
  try {
    const stage = await createStage(databases, 'capacity');
    const server = await startOn(stage, 1, redis.url);
    const pids = { server: [server.pid], database: [databasePid], redis: [redis.pid] };
    const results = await measureAll(stage, server, pids, requests);
    await server.stop();
    stage.sink.stop();
    printCosts(results);
    printYears(results);
    printOnSale(results);
  } finally {
    await redis.stop();
  }
}

function printCosts(results: Results): void {
  console.log(`\nProcessor time of one operation in µs, ${connections} clients`);
  printRow(['operation', ...parts, 'per second', 'p99']);
  for (const [name, { costs, perSecond, latenciesMs }] of results) {
    const cells = [name, ...parts.map((part) => formatInteger(costs[part]))];
    if (name !== 'webhook') cells.push(formatInteger(perSecond), `${Math.round(quantile(latenciesMs, 0.99))} ms`);
    printRow(cells);
  }
}

function printYears(results: Results): void {
  const mix = sumOf(results, perOrder);
  console.log(
    `\nProcessors in the busiest hour, with ${busiestHour * 100} % of the orders of the year, ${utilization * 100} % used`,
  );
  printRow(['orders a year', 'orders per second', 'server', 'database', 'redis']);
  for (const orders of [1_000_000, 10_000_000, 100_000_000]) {
    const perSecond = (orders * busiestHour) / 3_600;
    const processorsOf = (part: keyof Costs) => ((perSecond * mix[part]) / 1e6 / utilization).toFixed(2);
    printRow([
      formatInteger(orders),
      perSecond.toFixed(1),
      ...(['server', 'database', 'redis'] as const).map(processorsOf),
    ]);
  }
}

function printOnSale(results: Results): void {
  const visit = sumOf(results, perPerson);
  const perSecond = onSalePeople / onSaleSeconds;
  console.log(
    `\n${formatInteger(onSalePeople)} people in ${onSaleSeconds} seconds, each with a quote, a reservation and a payment`,
  );
  printRow(['part', 'visits per second of one processor', 'processors at 100 %']);
  for (const part of ['server', 'database', 'redis'] as const) {
    printRow([part, formatInteger(1e6 / visit[part]), ((perSecond * visit[part]) / 1e6).toFixed(2)]);
  }
}

function sumOf(results: Results, counts: Partial<Record<OperationName, number>>): Costs {
  const total = (part: keyof Costs) =>
    Object.entries(counts).reduce(
      (sum, [name, count]) => sum + count * results.get(name as OperationName)!.costs[part],
      0,
    );
  return Object.fromEntries(parts.map((part) => [part, total(part)])) as Costs;
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text) => text.padEnd(20)).join(' '));
}
