import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { createOrganizer } from '../packages/server/src/features/organizers/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { stopWithParent } from '../packages/server/test/harness/stop-with-parent.ts';
import { importFileOf } from './data.ts';
import { formatInteger, formatSpread, median, report } from './report.ts';
import { installedProgram } from './servers.ts';

const orders = 100_000;
const rounds = 3;
/** The tables that get most rows of an import. A table follows the tables that its rows refer to. */
const tables = ['orders', 'order_items', 'tickets', 'entitlements', 'ledger_entries'] as const;

/**
 * Compares `organizer import` with bare inserts of the same rows into `tables`, and its peak memory with that of an import of four
 * times as many orders.
 */
export async function benchImport(folder: string): Promise<void> {
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const importedRun = await timeImport(folder, orders);
    const bareSeconds = await timeBareInserts(folder, importedRun.dataDir);
    pairs.push({ ...importedRun, bareSeconds });
  }
  report({
    name: `import of ${orders} orders`,
    measured: `${formatInteger(orders / median(pairs.map(({ seconds }) => seconds)))} orders/s`,
    reference: `${formatInteger(orders / median(pairs.map(({ bareSeconds }) => bareSeconds)))} orders/s with bare inserts`,
    ratio: formatSpread(pairs.map(({ seconds, bareSeconds }) => bareSeconds / seconds)),
    required: '≥ 10 000/s',
  });
  const longer = await timeImport(folder, orders * 4);
  const megabytes = Math.round(median(pairs.map((pair) => pair.megabytes)));
  report({
    name: `memory of an import of ${orders * 4} orders (peak)`,
    measured: `${Math.round(longer.megabytes)} MB`,
    reference: `${megabytes} MB for ${orders}`,
    ratio: (longer.megabytes / megabytes).toFixed(2),
    required: 'no growth',
  });
}

async function timeImport(
  folder: string,
  count: number,
): Promise<{ seconds: number; megabytes: number; dataDir: string }> {
  const file = importFileOf(folder, count);
  const dataDir = join(folder, 'import');
  rmSync(dataDir, { recursive: true, force: true });
  const db = openDatabase({ databaseUrl: null, dataDir });
  await migrate(db);
  await createOrganizer(
    db,
    systemClock,
    { name: 'Bench', slug: 'bench', currency: 'EUR', timezone: 'UTC' },
    byOperator,
  );
  await db.destroy();
  const startedMs = performance.now();
  let peakKilobytes = 0;
  const child = spawn(process.execPath, [...installedProgram, 'import', file, '--organizer', 'bench'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  stopWithParent(child);
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakKilobytes = Math.max(peakKilobytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    } catch {
      // The process has exited.
    }
  }, 50);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import exited with code ${code}.`);
  return { seconds: (performance.now() - startedMs) / 1000, megabytes: (peakKilobytes * 1024) / 1e6, dataDir };
}

/** Inserts the rows that an import has written to `tables`, with prepared statements, a thousand orders in each transaction. */
async function timeBareInserts(folder: string, importedDir: string): Promise<number> {
  const source = new DatabaseSync(sqliteFile(importedDir), { readOnly: true });
  const dataDir = join(folder, 'import-bare');
  rmSync(dataDir, { recursive: true, force: true });
  const db = openDatabase({ databaseUrl: null, dataDir });
  await migrate(db);
  await db.destroy();
  const sink = new DatabaseSync(sqliteFile(dataDir));
  sink.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = off; pragma cache_size = -64000',
  );
  const copies = tables.map((table) => {
    // All columns except generated columns.
    const columns = source
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
    const rows = source.prepare(`select * from ${table} order by rowid`).all() as Record<string, SQLInputValue>[];
    const insert = sink.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    return { insert, rows: rows.map((row) => columns.map((column) => row[column]!)) };
  });
  const batches = Math.ceil(orders / 1_000);
  const startedMs = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    sink.exec('begin immediate');
    for (const { insert, rows } of copies) {
      const [from, to] = [batch, batch + 1].map((part) => Math.floor((rows.length * part) / batches));
      for (const row of rows.slice(from, to)) insert.run(...row);
    }
    sink.exec('commit');
  }
  const seconds = (performance.now() - startedMs) / 1000;
  sink.close();
  source.close();
  return seconds;
}
