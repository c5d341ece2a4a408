import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { type Db, dialectOf } from '../platform/database/dialect.ts';
import { executedMigrations, migrate, schemaState } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { removeAbandonedDrafts } from '../platform/draft-files.ts';
import type { Job } from '../platform/job.ts';
import { outboxFolder } from '../platform/mail/open-transport.ts';
import { anotherMasterKey, loadSecrets } from './master-key.ts';
import { toOperatorError } from './runtime.ts';

/**
 * Prepares the data directory and the database once, before any process of the server starts its work.
 *
 * @param checkClock called with the migrated database; it throws if the clock of this machine is wrong
 * @param fill called with the migrated database
 * @returns the result of `fill`
 * @throws OperatorError `invalid_state` in production, if the database was used with another master key
 * @throws OperatorError if the database is unavailable, after a wait if it can pass by itself
 */
export async function prepare<T>(
  config: Config,
  jobs: readonly Job[],
  checkClock: (db: Db) => Promise<void>,
  fill: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(config);
  try {
    await waitForDatabase(db);
    await migrate(db);
    await warnIfNewer(db);
    removeDraftFiles(config);
    await assertSameMasterKey(db, config);
    // Before anything is written by this clock.
    await checkClock(db);
    // No other server uses this data directory, so all leases are from a server that has stopped.
    if (config.databaseUrl === null) await releaseLeases(db, jobs);
    return await fill(db);
  } catch (error) {
    throw toOperatorError(error, dialectOf(db));
  } finally {
    await db.destroy();
  }
}

/** An older server can continue during an update, until it is replaced too. */
async function warnIfNewer(db: Db): Promise<void> {
  if (schemaState((await executedMigrations(db)) ?? new Set()) !== 'newer') return;
  process.stderr.write(
    'warning: A newer version of this program has migrated the database. This version can use it.\n',
  );
}

function removeDraftFiles({ dataDir }: Config): void {
  for (const folder of [dataDir, outboxFolder(dataDir)]) if (existsSync(folder)) removeAbandonedDrafts(folder);
}

/** Another master key cannot read data that was encrypted or signed with the old one. In production this is an error. */
async function assertSameMasterKey(db: Db, config: Config): Promise<void> {
  const { problem } = await loadSecrets(db, config);
  if (problem === null) return;
  if (config.production) throw anotherMasterKey(problem);
  process.stderr.write(`warning: ${problem}\n`);
}

async function releaseLeases(db: Db, jobs: readonly Job[]): Promise<void> {
  const now = timestamp(systemClock.now());
  for (const job of jobs) await job.releaseLeases?.(db, now);
}
