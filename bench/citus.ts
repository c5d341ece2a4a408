import pg from 'pg';
import { citusServers } from '../packages/server/test/harness/postgres-databases.ts';
import { citusDatabases, type Databases } from './copies.ts';
import {
  connections,
  createStage,
  type Measurement,
  type PartPids,
  type RequestName,
  type Stage,
  startOn,
  warmUp,
} from './operations.ts';
import { formatInteger, formatSpread, median, quantile } from './report.ts';
import type { Server } from './servers.ts';

/** Measured alternately: one pair is a measurement on PostgreSQL and one on Citus. */
const pairs = 3;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 320);
const warmUpRequests = 320;

/** The operations, with the wanted ratio of their rate on Citus to that on plain PostgreSQL; null: for information. */
const operations: readonly (readonly [name: RequestName, wanted: number | null])[] = [
  ['order', 0.5],
  ['orders', 0.9],
  ['tickets', 0.9],
  ['quote', null],
  ['reserve', 0.6],
  ['pay', null],
  ['consume', 0.6],
  ['scan', null],
];

interface Engine {
  readonly stage: Stage;
  readonly server: Server;
  readonly pids: PartPids;
}

type Pair = readonly [plain: Measurement, citus: Measurement];

/**
 * Compares the operations of one organizer on Citus and on plain PostgreSQL, with one server process each. All servers share the
 * processors of this machine, so a rate says what an operation costs, not what several machines can do.
 *
 * @throws Error if `TEST_CITUS_URL` is missing
 */
export async function benchCitus(plain: Databases, plainPid: number, folder: string): Promise<void> {
  const servers = citusServers();
  if (servers === null) {
    throw new Error(
      'The part "citus" needs a cluster of Citus that is used for nothing else. Set TEST_CITUS_URL to its servers, the ' +
        'coordinator first: postgres://postgres@127.0.0.1:5500,127.0.0.1:5501/postgres. docs/citus.md describes the setup.',
    );
  }
  const engines = [
    await startEngine(plain, [plainPid]),
    await startEngine(citusDatabases(folder, servers), await Promise.all(servers.map(readPid))),
  ] as const;
  console.log(
    `\nCitus with ${servers.length - 1} workers compared with plain PostgreSQL: ${pairs} pairs of ${requests} requests, ` +
      `${connections} connections. Processor time in µs`,
  );
  printRow([
    'operation',
    'ratio of rates',
    'wanted',
    'per second',
    'p50 in ms',
    'server',
    'databases',
    'ratio of times',
  ]);
  for (const [name, wanted] of operations) print(name, wanted, await measurePairs(name, engines));
  for (const { server, stage } of engines) {
    await server.stop();
    stage.sink.stop();
  }
}

async function startEngine(databases: Databases, databasePids: readonly number[]): Promise<Engine> {
  const stage = await createStage(databases, 'citus');
  const server = await startOn(stage, 1, null);
  return { stage, server, pids: { server: [server.pid], database: databasePids, redis: [] } };
}

/** The process id of a database server on this machine. */
async function readPid(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
    return Number(rows[0]!.file.split('\n')[0]);
  } finally {
    await client.end();
  }
}

async function measurePairs(name: RequestName, engines: readonly [Engine, Engine]): Promise<Pair[]> {
  const prepare = ({ stage, server, pids }: Engine) =>
    warmUp(name, stage, server.port, pids, { warmUpRequests, requests: pairs * requests });
  const measurePlain = await prepare(engines[0]);
  const measureCitus = await prepare(engines[1]);
  const measured: Pair[] = [];
  for (let index = 0; index < pairs; index += 1) {
    measured.push([await measurePlain(requests), await measureCitus(requests)]);
  }
  return measured;
}

function print(name: RequestName, wanted: number | null, measured: readonly Pair[]): void {
  const ratios = measured.map(([plain, citus]) => citus.perSecond / plain.perSecond);
  const total = ({ costs }: Measurement) => costs.server + costs.database;
  const timeRatios = measured.map(([plain, citus]) => total(plain) / total(citus));
  const both = (read: (measurement: Measurement) => number) =>
    [0, 1].map((engine) => formatInteger(median(measured.map((pair) => read(pair[engine]!))))).join(' → ');
  printRow([
    name,
    formatSpread(ratios),
    wanted === null ? '' : `≥ ${wanted}`,
    both(({ perSecond }) => perSecond),
    both(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
    both(({ costs }) => costs.server),
    both(({ costs }) => costs.database),
    formatSpread(timeRatios),
  ]);
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text) => text.padEnd(20)).join(' '));
}
