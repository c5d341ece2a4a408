import { findOrderDetail, listOrders } from '../packages/server/src/features/orders/queries.ts';
import { listTickets } from '../packages/server/src/features/tickets/queries.ts';
import { adapterOf, type Db } from '../packages/server/src/platform/database/dialect.ts';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { load, type Target } from './load.ts';
import { median, report, spread, whole } from './report.ts';
import { peakMegabytes, type Server, startCeiling, startProgram } from './servers.ts';

/** A database with orders, and a key that can read them. */
export interface Filled {
  readonly name: string;
  readonly db: Db;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly organizerId: string;
  readonly key: string;
}

const rounds = 5;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statement that a query of the service runs. */
async function statementOf(db: Db, run: () => unknown): Promise<Statement> {
  const adapter = adapterOf(db);
  const { read } = adapter;
  let captured: Statement | undefined;
  adapter.read = (query) => {
    captured = { sql: query.sql, parameters: query.parameters };
    return read.call(adapter, query) as never;
  };
  await run();
  adapter.read = read;
  return captured!;
}

function envOf(database: Filled): Record<string, string> {
  return {
    DATA_DIR: database.dataDir,
    ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
  };
}

function ceilingEnv(database: Filled, statement: Statement): Record<string, string> {
  const databaseEnv: Record<string, string> =
    database.databaseUrl === null
      ? { DATABASE_FILE: sqliteFile(database.dataDir) }
      : { DATABASE_URL: database.databaseUrl };
  return { ...databaseEnv, STATEMENT: JSON.stringify(statement) };
}

function target(server: Server, path: string, database: Filled): Target {
  return { port: server.port, pid: server.pid, path, headers: { authorization: `Bearer ${database.key}` } };
}

/** Compares three reads with the bare server. */
export async function benchReads(database: Filled, seconds: number): Promise<void> {
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
    const ours = target(program, path, database);
    const bare = target(ceiling, path, database);
    await load(bare, 1);
    await load(ours, 1);
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const a = await load(ours, seconds);
      const b = await load(bare, seconds);
      pairs.push({ a, b, ratio: a.requestsPerSecond / b.requestsPerSecond });
    }
    report({
      name: `${database.name} ${path}`,
      measured: `${whole(median(pairs.map(({ a }) => a.requestsPerSecond)))}/s, ${Math.round(median(pairs.map(({ a }) => a.serverMicroseconds)))} µs cpu`,
      beside: `${whole(median(pairs.map(({ b }) => b.requestsPerSecond)))}/s, ${Math.round(median(pairs.map(({ b }) => b.serverMicroseconds)))} µs cpu`,
      ratio: spread(pairs.map(({ ratio }) => ratio)),
      required: `≥ ${required}`,
    });
    await ceiling.stop();
  }
  await program.stop();
}

/** Compares the 10,000th page with the first page. */
export async function benchDepth(database: Filled, seconds: number): Promise<void> {
  const program = await startProgram(envOf(database));
  const first = '/api/v1/orders?limit=10';
  let cursor = '';
  for (let page = 1; page < 10_000; page += 1) {
    const answer = await fetch(`http://127.0.0.1:${program.port}${first}${cursor}`, {
      headers: { authorization: `Bearer ${database.key}` },
    });
    cursor = `&cursor=${((await answer.json()) as { nextCursor: string }).nextCursor}`;
  }
  await compare(
    `${database.name} page 10,000`,
    target(program, first + cursor, database),
    target(program, first, database),
    seconds,
  );
  await program.stop();
}

/** Compares a large table with a small one. */
export async function benchSize(large: Filled, small: Filled, seconds: number): Promise<void> {
  const [one, other] = [await startProgram(envOf(large)), await startProgram(envOf(small))];
  const path = '/api/v1/orders?limit=100';
  await compare(`${large.name} ${path}`, target(one, path, large), target(other, path, small), seconds);
  await one.stop();
  await other.stop();
}

async function compare(name: string, a: Target, b: Target, seconds: number): Promise<void> {
  const pairs = [];
  await load(a, 1);
  await load(b, 1);
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await load(a, seconds), await load(b, seconds)];
    pairs.push({ one, other, ratio: other.requestsPerSecond / one.requestsPerSecond });
  }
  const perRequest = (rate: number) => `${Math.round(1e6 / rate)} µs`;
  report({
    name,
    measured: perRequest(median(pairs.map(({ one }) => one.requestsPerSecond))),
    beside: perRequest(median(pairs.map(({ other }) => other.requestsPerSecond))),
    ratio: spread(pairs.map(({ ratio }) => ratio)),
    required: '≤ 1.3',
  });
}

/** Measures resident memory under load and the time of a warm start. */
export async function benchMemory(database: Filled, seconds: number): Promise<void> {
  await (await startProgram(envOf(database))).stop();
  const starts = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startProgram(envOf(database));
    starts.push(server.startMs);
    await server.stop();
  }
  report({
    name: `${database.name} warm start`,
    measured: `${Math.round(median(starts))} ms`,
    beside: '',
    ratio: '',
    required: '≤ 1000 ms',
  });
  const program = await startProgram(envOf(database));
  for (const path of ['/api/v1/orders?limit=100', '/api/v1/tickets?limit=200', '/api/v1/events']) {
    await load(target(program, path, database), seconds * 2);
  }
  report({
    name: `${database.name} resident memory under load (peak)`,
    measured: `${Math.round(peakMegabytes(program.pid))} MB`,
    beside: '',
    ratio: '',
    required: '≤ 200 MB',
  });
  await program.stop();
}
