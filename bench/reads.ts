import { findOrderDetail, listOrders } from '../packages/server/src/features/orders/queries.ts';
import { listTickets } from '../packages/server/src/features/tickets/queries.ts';
import { adapterOf, type Db } from '../packages/server/src/platform/database/dialect.ts';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { load, type Target } from './load.ts';
import { formatInteger, formatSpread, median, report } from './report.ts';
import { type Server, startCeiling, startProgram } from './servers.ts';

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
async function statementOf(db: Db, run: () => unknown): Promise<Statement> {
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
    ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
  };
}

function ceilingEnv(database: FilledDatabase, statement: Statement): Record<string, string> {
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
  const page = JSON.parse(await listOrders(db, organizerId, { limit: 100 }, [], '')) as {
    data: { orderNumber: string; status: string }[];
  };
  const number = page.data.find(({ status }) => status === 'paid')!.orderNumber;
  const program = await startProgram(envOf(database));
  const reads = [
    {
      path: '/api/v1/orders?limit=100',
      required: 0.85,
      run: () => listOrders(db, organizerId, { limit: 100 }, [], ''),
    },
    { path: '/api/v1/tickets?limit=200', required: 0.85, run: () => listTickets(db, organizerId, { limit: 200 }, '') },
    { path: `/api/v1/orders/${number}`, required: 0.7, run: () => findOrderDetail(db, organizerId, number) },
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
      pairs.push({ service, bare, ratio: service.requestsPerSecond / bare.requestsPerSecond });
    }
    report({
      name: `${database.name} ${path}`,
      measured: `${formatInteger(median(pairs.map(({ service }) => service.requestsPerSecond)))}/s, ${Math.round(median(pairs.map(({ service }) => service.serverMicroseconds)))} µs cpu`,
      reference: `${formatInteger(median(pairs.map(({ bare }) => bare.requestsPerSecond)))}/s, ${Math.round(median(pairs.map(({ bare }) => bare.serverMicroseconds)))} µs cpu`,
      ratio: formatSpread(pairs.map(({ ratio }) => ratio)),
      required: `≥ ${required}`,
    });
    await ceiling.stop();
  }
  await program.stop();
}

/** Compares the response times of the 10,000th page and the first page. */
export async function benchDepth(database: FilledDatabase, seconds: number): Promise<void> {
  const program = await startProgram(envOf(database));
  const first = '/api/v1/orders?limit=10';
  let cursor = '';
  for (let page = 1; page < 10_000; page += 1) {
    const response = await fetch(`http://127.0.0.1:${program.port}${first}${cursor}`, {
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
