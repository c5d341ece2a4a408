/**
 * `npm run bench`: every figure that the service promises, beside its ceiling, measured in turns in one run.
 *
 * Databases are made on the first run (minutes) and kept in `BENCH_DIR` (default: a folder of the system's temporary
 * one). `BENCH_ORDERS` is the size of the large table (default 1,000,000), `BENCH_SECONDS` the length of one measurement.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { startPostgres } from '../packages/server/test/harness/postgres-server.ts';
import { fill } from './data.ts';
import { benchImport } from './import.ts';
import { benchDepth, benchMemory, benchReads, benchSize, type Filled } from './reads.ts';
import { heading } from './report.ts';

const folder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'organizer-bench');
const large = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const small = 10_000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);

mkdirSync(folder, { recursive: true });

async function filled(
  name: string,
  where: { databaseUrl: string | null; dataDir: string },
  orders: number,
): Promise<Filled> {
  console.log(`${name}: making sure that it holds ${orders} orders`);
  const db: Db = openDatabase(where);
  const { organizerId, key } = await fill(db, folder, orders);
  return { name, db, organizerId, key, ...where };
}

const sqliteLarge = await filled('SQLite', { databaseUrl: null, dataDir: join(folder, `sqlite-${large}`) }, large);
const sqliteSmall = await filled('SQLite', { databaseUrl: null, dataDir: join(folder, `sqlite-${small}`) }, small);
const postgres = await startPostgres();
try {
  const dataDir = join(folder, 'postgres');
  const inPostgres = async (orders: number) => {
    const url = new URL(postgres.url);
    url.pathname = `/bench_${orders}`;
    await createIfMissing(postgres.url, `bench_${orders}`);
    return filled('PostgreSQL', { databaseUrl: url.href, dataDir }, orders);
  };
  const postgresLarge = await inPostgres(large);
  const postgresSmall = await inPostgres(small);

  heading(`Requests per second, ${large} orders, beside a bare node:http server with the same statement`);
  for (const database of [sqliteLarge, postgresLarge]) await benchReads(database, seconds);

  heading('The 10,000th page beside the first (time per request, 10 orders a page)');
  for (const database of [sqliteLarge, postgresLarge]) await benchDepth(database, seconds);

  heading(`A table of ${large} orders beside one of ${small} (time per request)`);
  await benchSize(sqliteLarge, sqliteSmall, seconds);
  await benchSize(postgresLarge, postgresSmall, seconds);

  heading(`Memory and start, ${large} orders`);
  for (const database of [sqliteLarge, postgresLarge]) await benchMemory(database, seconds);

  heading('Import into SQLite');
  await benchImport(folder);
  for (const { db } of [sqliteLarge, sqliteSmall, postgresLarge, postgresSmall]) await db.destroy();
} finally {
  await postgres.stop();
}

async function createIfMissing(url: string, name: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
}

if (process.argv.includes('--clean')) rmSync(folder, { recursive: true, force: true });
