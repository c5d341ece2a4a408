import { startRedis } from '../packages/server/test/harness/redis-server.ts';
import type { Databases } from './copies.ts';
import {
  connections,
  createStage,
  type Measurement,
  measureAll,
  type OperationName,
  parts,
  startOn,
} from './operations.ts';
import { formatInteger } from './report.ts';

const requests = Number(process.env['BENCH_REQUESTS'] ?? 1_600);
const processCounts = [1, 2, 4];

type Results = ReadonlyMap<OperationName, Measurement>;

/**
 * Measures the processor time of each part for one operation, with one, two and four processes. The machine runs all parts, so its
 * rate says little about several machines. If each part has processors of its own, the rate of N processes is N times that of one
 * process, times the processor time of the server with one process, divided by that with N.
 */
export async function benchProcesses(databases: Databases, databasePid: number): Promise<void> {
  const redis = await startRedis();
  try {
    const stage = await createStage(databases, 'processes');
    const measured = new Map<number, Results>();
    for (const count of processCounts) {
      const server = await startOn(stage, count, redis.url);
      const pids = { server: [server.pid], database: [databasePid], redis: [redis.pid] };
      measured.set(count, await measureAll(stage, server, pids, requests));
      await server.stop();
      print(count, measured.get(count)!, measured.get(1)!);
    }
    stage.sink.stop();
  } finally {
    await redis.stop();
  }
}

function print(count: number, results: Results, single: Results): void {
  console.log(`\n${count} processes, ${connections} connections: processor time of one operation in µs`);
  const head = ['operation', ...parts, 'per second', 'implied factor', 'database processors'];
  console.log(head.map((text) => text.padEnd(20)).join(''));
  for (const [name, { costs, perSecond }] of results) {
    const factor = (count * single.get(name)!.costs.server) / costs.server;
    const cells = [
      name,
      ...parts.map((part) => formatInteger(costs[part])),
      formatInteger(perSecond),
      `${factor.toFixed(2)}${count === 2 ? ' (wanted ≥ 1.8)' : ''}`,
      // With so many, the database keeps up with the processes.
      ((count * costs.database) / costs.server).toFixed(2),
    ];
    console.log(cells.map((text) => text.padEnd(20)).join(''));
  }
}
