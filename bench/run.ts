/**
 * `npm run bench` measures the required figures of the service and their ceilings, alternately in one run. `npm run bench -- reads`
 * runs only one part. The parts are `reads`, `program`, `imports`, `consume`, `embed`, `compression`, `sale`, `registrations`, `webhooks`,
 * `feed`, `gate`, `processes`, `capacity`, `dashboard`, `overload` and `buyers`. Two parts run only if they are named: `long-sale`, which takes
 * `BENCH_MINUTES` minutes (default 30), and `citus`, which needs a cluster of Citus in `TEST_CITUS_URL`.
 *
 * The databases are created in the first run, which takes minutes, and are stored in `BENCH_DIR` (by default a temporary folder).
 * PostgreSQL does not run as root, so if root runs this, the user `postgres` must be able to enter the folder. `BENCH_ORDERS` is the
 * number of orders of the large database (default 1,000,000), `BENCH_PERSONS` that of the persons of a start list (default 100,000), and
 * `BENCH_SECONDS` the duration of one measurement. `--clean` deletes the folder at the end.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { startPostgres } from '../packages/server/test/harness/postgres-server.ts';
import { benchBuyers } from './buyers.ts';
import { benchCapacity } from './capacity.ts';
import { benchCitus } from './citus.ts';
import { benchCompression } from './compression.ts';
import { benchConsume } from './consume.ts';
import { type Databases, postgresDatabases, sqliteDatabases } from './copies.ts';
import { benchDashboard } from './dashboard.ts';
import { fill } from './data.ts';
import { benchEmbed } from './embed.ts';
import { benchAttendees, benchStream } from './exports.ts';
import { benchFeed } from './feed.ts';
import { benchFlashSale } from './flash-sale.ts';
import { benchGate } from './gate.ts';
import { benchImport } from './import.ts';
import { benchLongSale } from './long-sale.ts';
import { benchOverload } from './overload.ts';
import { benchProcesses } from './processes.ts';
import { benchProgram } from './program.ts';
import { benchDepth, benchReads, benchSize, type FilledDatabase } from './reads.ts';
import { benchRegistrations } from './registrations.ts';
import { heading } from './report.ts';
import { benchWebhooks } from './webhooks.ts';

const folder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'organizer-bench');
const largeOrders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const smallOrders = 10_000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);

const parts: Record<string, (all: readonly Databases[]) => Promise<void>> = {
  reads: async ([sqlite, postgres]) => {
    const sqliteLarge = await openFilledDatabase(sqlite!, largeOrders);
    const sqliteSmall = await openFilledDatabase(sqlite!, smallOrders);
    const postgresLarge = await openFilledDatabase(postgres!, largeOrders);
    const postgresSmall = await openFilledDatabase(postgres!, smallOrders);

    heading(
      `Requests per second, ${largeOrders} orders, compared with a bare node:http server with the same statement`,
    );
    for (const database of [sqliteLarge, postgresLarge]) await benchReads(database, seconds);

    heading('A page of attendees, compared with the same statements without a server');
    for (const database of [sqliteLarge, postgresLarge]) await benchAttendees(database, largeOrders);

    heading('A stream of orders as JSON lines, compared with a bare node:http server with one statement for all rows');
    for (const database of [sqliteLarge, postgresLarge]) await benchStream(database, largeOrders);

    heading('The 10,000th page, compared with the first page (time per request, 10 orders per page)');
    for (const database of [sqliteLarge, postgresLarge]) await benchDepth(database, seconds);

    heading(`A table with ${largeOrders} orders, compared with a table with ${smallOrders} orders (time per request)`);
    await benchSize(sqliteLarge, sqliteSmall, seconds);
    await benchSize(postgresLarge, postgresSmall, seconds);
    for (const { db } of [sqliteLarge, sqliteSmall, postgresLarge, postgresSmall]) await db.destroy();
  },
  program: async (all) => {
    heading(`The installed program: a command, a warm start and the memory under load, ${largeOrders} orders`);
    for (const databases of all) {
      const database = await openFilledDatabase(databases, largeOrders);
      await benchProgram(database, seconds);
      await database.db.destroy();
    }
  },
  imports: async () => {
    heading('Import into SQLite');
    await benchImport(folder);
  },
  consume: (all) => benchConsume(all, seconds),
  embed: () => benchEmbed(folder, seconds),
  gate: (all) => benchGate(all, folder),
  compression: () => benchCompression(folder, seconds),
  sale: benchFlashSale,
  registrations: (all) => benchRegistrations(all, seconds),
  'long-sale': () => benchLongSale(folder),
  webhooks: benchWebhooks,
  buyers: ([sqlite]) => benchBuyers(sqlite!, folder, 5 * seconds),
  overload: (all) => benchOverload(all, seconds),
  feed: async (all) => {
    heading('The feed of webhook events (the client of the benchmark runs on the same machine)');
    for (const databases of all) await benchFeed(databases);
  },
  capacity: ([, postgresOnly]) => benchCapacity(postgresOnly!, postgres.pid),
  citus: ([, postgresOnly]) => benchCitus(postgresOnly!, postgres.pid, folder),
  processes: ([, postgresOnly]) => benchProcesses(postgresOnly!, postgres.pid),
  dashboard: async (all) => {
    const filled = [];
    for (const databases of all) filled.push(await openFilledDatabase(databases, largeOrders));
    await benchDashboard(filled, largeOrders);
    for (const { db } of filled) await db.destroy();
  },
};

const selectedParts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
for (const name of selectedParts) {
  if (!(name in parts)) throw new Error(`There is no part "${name}". The parts are: ${Object.keys(parts).join(', ')}.`);
}
mkdirSync(folder, { recursive: true });
const postgres = await startPostgres({ keptFolder: join(folder, 'postgres-server') });
try {
  const all = [sqliteDatabases(folder), postgresDatabases(folder, postgres.url)];
  const usualParts = Object.keys(parts).filter((name) => !['long-sale', 'citus'].includes(name));
  for (const name of selectedParts.length > 0 ? selectedParts : usualParts) await parts[name]!(all);
} finally {
  await postgres.stop();
}

async function openFilledDatabase(databases: Databases, orders: number): Promise<FilledDatabase> {
  console.log(`${databases.kind}: opening or creating a database with ${orders} orders`);
  const name = `orders_${orders}`;
  const location = (await databases.exists(name)) ? databases.locationOf(name) : await databases.create(name);
  mkdirSync(location.dataDir, { recursive: true });
  const db = openDatabase(location);
  const data = await fill(db, folder, orders);
  const runMaintenance = () => databases.runMaintenance(name);
  await runMaintenance();
  return { name: databases.kind, db, ...data, ...location, runMaintenance };
}

if (process.argv.includes('--clean')) rmSync(folder, { recursive: true, force: true });
