/**
 * `npm run bench` measures each promised figure of the service and its ceiling, alternately in one run.
 * `npm run bench -- reads` runs only that part; the parts are `reads`, `imports`, `consume`,
 * `embed`, `compression`, `sale` and `webhooks`.
 *
 * Databases are created on the first run (minutes) and stored in `BENCH_DIR` (default: a folder of the system's temporary
 * one); those of PostgreSQL are created for each run. `BENCH_ORDERS` is the size of the large table (default 1,000,000),
 * `BENCH_SECONDS` the length of one measurement. `--clean` removes the folder at the end.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { startPostgres } from '../packages/server/test/harness/postgres-server.ts';
import { benchCompression } from './compression.ts';
import { benchConsume } from './consume.ts';
import { type Databases, postgresDatabases, sqliteDatabases } from './copies.ts';
import { fill } from './data.ts';
import { benchEmbed } from './embed.ts';
import { benchFlashSale } from './flash-sale.ts';
import { benchImport } from './import.ts';
import { benchDepth, benchMemory, benchReads, benchSize, type Filled } from './reads.ts';
import { heading } from './report.ts';
import { benchWebhooks } from './webhooks.ts';

const folder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'organizer-bench');
const large = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const small = 10_000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);

const parts: Record<string, (all: readonly Databases[]) => Promise<void>> = {
  reads: async ([sqlite, postgres]) => {
    const sqliteLarge = await filled(sqlite!, large);
    const sqliteSmall = await filled(sqlite!, small);
    const postgresLarge = await filled(postgres!, large);
    const postgresSmall = await filled(postgres!, small);

    heading(`Requests per second, ${large} orders, beside a bare node:http server with the same statement`);
    for (const database of [sqliteLarge, postgresLarge]) await benchReads(database, seconds);

    heading('The 10,000th page beside the first (time per request, 10 orders a page)');
    for (const database of [sqliteLarge, postgresLarge]) await benchDepth(database, seconds);

    heading(`A table of ${large} orders beside one of ${small} (time per request)`);
    await benchSize(sqliteLarge, sqliteSmall, seconds);
    await benchSize(postgresLarge, postgresSmall, seconds);

    heading(`Memory and start, ${large} orders`);
    for (const database of [sqliteLarge, postgresLarge]) await benchMemory(database, seconds);
    for (const { db } of [sqliteLarge, sqliteSmall, postgresLarge, postgresSmall]) await db.destroy();
  },
  imports: async () => {
    heading('Import into SQLite');
    await benchImport(folder);
  },
  consume: (all) => benchConsume(all, seconds),
  embed: () => benchEmbed(folder, seconds),
  compression: () => benchCompression(folder, seconds),
  sale: benchFlashSale,
  webhooks: benchWebhooks,
};

const selectedParts = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const name of selectedParts) {
  if (!(name in parts)) throw new Error(`There is no part "${name}", only: ${Object.keys(parts).join(', ')}.`);
}
mkdirSync(folder, { recursive: true });
const postgres = await startPostgres();
try {
  const all = [sqliteDatabases(folder), postgresDatabases(folder, postgres.url)];
  for (const name of selectedParts.length > 0 ? selectedParts : Object.keys(parts)) await parts[name]!(all);
} finally {
  await postgres.stop();
}

async function filled(databases: Databases, orders: number): Promise<Filled> {
  console.log(`${databases.kind}: making sure that it holds ${orders} orders`);
  const name = `orders_${orders}`;
  const place = (await databases.exists(name)) ? databases.at(name) : await databases.create(name);
  const db = openDatabase(place);
  return { name: databases.kind, db, ...(await fill(db, folder, orders)), ...place };
}

if (process.argv.includes('--clean')) rmSync(folder, { recursive: true, force: true });
