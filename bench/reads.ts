import { createSecretKey } from 'node:crypto';
import { findOrderDetail, listOrders } from '../packages/server/src/features/orders/queries.ts';
import { listTickets } from '../packages/server/src/features/tickets/queries.ts';
import { adapterOf, type Db } from '../packages/server/src/platform/database/dialect.ts';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { type LoadResult, load, type Target } from './load.ts';
import { formatInteger, formatSpread, median, report } from './report.ts';
import { type Server, startCeiling, startProgram } from './servers.ts';
import { masterKey } from './webhook-setup.ts';

/** A database with orders, and a key that can read the orders. */
export interface FilledDatabase {
  readonly name: string;
  readonly db: Db;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly organizerId: string;
  readonly key: string;
  /** Runs the maintenance that the database would automatically start within a minute after many inserts. */
  runMaintenance(): Promise<void>;
}

const rounds = 5;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs a query of the service and returns its SQL statement. */
export async function statementOf(db: Db, run: () => unknown): Promise<Statement> {
  const adapter = adapterOf(db);
  const { read } = adapter;
  let statement: Statement | undefined;
  adapter.read = (query) => {
    statement = { sql: query.sql, parameters: query.parameters };
    return read.call(adapter, query) as never;
  };
  await run();
  adapter.read = read;
  return statement!;
}

/** The environment variables of a server with this database. */
export function envOf(database: FilledDatabase): Record<string, string> {
  return {
    DATA_DIR: database.dataDir,
    MASTER_KEY: masterKey,
    ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
  };
}

export function ceilingEnv(database: DatabaseLocation, statement: Statement): Record<string, string> {
  const databaseEnv: Record<string, string> =
    database.databaseUrl === null
      ? { DATABASE_FILE: sqliteFile(database.dataDir) }
      : { DATABASE_URL: database.databaseUrl };
  return { ...databaseEnv, STATEMENT: JSON.stringify(statement) };
}

export function target(server: Server, path: string, database: FilledDatabase): Target {
  return { port: server.port, pid: server.pid, path, headers: { authorization: `Bearer ${database.key}` } };
}

/** Compares three reads with the bare server. */
export async function benchReads(database: FilledDatabase, seconds: number): Promise<void> {
  const { db, organizerId } = database;
  const cursorKey = createSecretKey('unused', 'utf8');
  const page = JSON.parse(String(await listOrders(db, organizerId, { limit: 100 }, [], cursorKey))) as {
    data: { orderNumber: string; status: string }[];
  };
  const number = page.data.find(({ status }) => status === 'paid')!.orderNumber;
  const program = await startProgram(envOf(database));
  const reads = [
    {
      path: '/api/v1/orders?limit=100',
      required: 0.92,
      run: () => listOrders(db, organizerId, { limit: 100 }, [], cursorKey),
    },
    {
      path: '/api/v1/tickets?limit=200',
      required: 0.92,
      run: () => listTickets(db, organizerId, { limit: 200 }, cursorKey),
    },
    { path: `/api/v1/orders/${number}`, required: 0.85, run: () => findOrderDetail(db, organizerId, number) },
  ];
  for (const { path, required, run } of reads) {
    const ceiling = await startCeiling(ceilingEnv(database, await statementOf(db, run)));
    const serviceTarget = target(program, path, database);
    const bareTarget = target(ceiling, path, database);
    await load(bareTarget, 1);
    await load(serviceTarget, 1);
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const service = await load(serviceTarget, seconds);
      const bare = await load(bareTarget, seconds);
      pairs.push({ service, bare });
    }
    reportPairs(`${database.name} ${path}`, required, pairs);
    await ceiling.stop();
  }
  await program.stop();
}

/** Reports the requests per second, and the processor time of a server for one request. In both, a higher ratio is better. */
function reportPairs(
  name: string,
  required: number,
  pairs: readonly { service: LoadResult; bare: LoadResult }[],
): void {
  const rate = (of: 'service' | 'bare') =>
    `${formatInteger(median(pairs.map((pair) => pair[of].requestsPerSecond)))}/s`;
  const cpu = (of: 'service' | 'bare') => `${Math.round(median(pairs.map((pair) => pair[of].serverMicroseconds)))} µs`;
  report({
    name,
    measured: rate('service'),
    reference: rate('bare'),
    ratio: formatSpread(pairs.map(({ service, bare }) => service.requestsPerSecond / bare.requestsPerSecond)),
    required: `≥ ${required}`,
  });
  report({
    name: '  processor time',
    measured: cpu('service'),
    reference: cpu('bare'),
    ratio: formatSpread(pairs.map(({ service, bare }) => bare.serverMicroseconds / service.serverMicroseconds)),
    required: `≥ ${required}`,
  });
}

/** Compares the response times of the 10,000th page and the first page. */
export async function benchDepth(database: FilledDatabase, seconds: number): Promise<void> {
  const program = await startProgram(envOf(database));
  const first = '/api/v1/orders?limit=10';
  let cursor = '';
  // A cursor is the position of the last row, so the pages before it can be longer.
  for (let row = 0; row < 10_000 * 10; row += 100) {
    const response = await fetch(`http://127.0.0.1:${program.port}/api/v1/orders?limit=100${cursor}`, {
      headers: { authorization: `Bearer ${database.key}` },
    });
    cursor = `&cursor=${((await response.json()) as { nextCursor: string }).nextCursor}`;
  }
  await compare(
    `${database.name} page 10,000`,
    target(program, first + cursor, database),
    target(program, first, database),
    seconds,
  );
  await program.stop();
}

/** Compares the response times of a list over a large table and over a small table. */
export async function benchSize(large: FilledDatabase, small: FilledDatabase, seconds: number): Promise<void> {
  const [largeServer, smallServer] = [await startProgram(envOf(large)), await startProgram(envOf(small))];
  const path = '/api/v1/orders?limit=100';
  await compare(`${large.name} ${path}`, target(largeServer, path, large), target(smallServer, path, small), seconds);
  await largeServer.stop();
  await smallServer.stop();
}

/** Compares the time per request of two targets. */
async function compare(name: string, measuredTarget: Target, referenceTarget: Target, seconds: number): Promise<void> {
  const pairs = [];
  await load(measuredTarget, 1);
  await load(referenceTarget, 1);
  for (let round = 0; round < rounds; round += 1) {
    const [measured, reference] = [await load(measuredTarget, seconds), await load(referenceTarget, seconds)];
    pairs.push({ measured, reference, ratio: reference.requestsPerSecond / measured.requestsPerSecond });
  }
  const perRequest = (rate: number) => `${Math.round(1e6 / rate)} µs`;
  report({
    name,
    measured: perRequest(median(pairs.map(({ measured }) => measured.requestsPerSecond))),
    reference: perRequest(median(pairs.map(({ reference }) => reference.requestsPerSecond))),
    ratio: formatSpread(pairs.map(({ ratio }) => ratio)),
    required: '≤ 1.3',
  });
}
