import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { unpayableOrganizers } from '../features/checkout/index.ts';
import { howToBePaid } from '../features/organizers/index.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { isOpenToOthers } from '../platform/data-dir.ts';
import type { Db } from '../platform/database/dialect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { removeAbandonedDrafts } from '../platform/draft-files.ts';
import type { Job } from '../platform/job.ts';
import type { Logger } from '../platform/log.ts';
import { outboxFolder } from '../platform/mail/open-transport.ts';
import { misspelledSettings } from '../setting-names.ts';
import { anotherMasterKey, checkMasterKey } from './master-key.ts';
import { toCommandError } from './runtime.ts';

export interface ServeOptions {
  readonly role: 'all' | 'api' | 'worker';
  readonly processes: number;
  readonly demo?: boolean;
  /** Standard output gets one JSON value, the log goes to standard error. */
  readonly json?: boolean;
}

/** Warns of settings that are probably mistakes. */
export function warnOfSettings({ databaseUrl, dataDir }: Config, log: Logger): void {
  for (const { name, meant } of misspelledSettings(process.env))
    log.warn(`${name} is no setting: did you mean ${meant}?`);
  if (databaseUrl === null && isOpenToOthers(dataDir)) {
    log.warn({ folder: dataDir }, 'DATA_DIR is open to other users: it holds personal data. Run chmod 700 on it');
  }
}

/** Warns of organizers whose orders cannot be paid. In the baseline nobody buys. */
export async function warnOfUnpayable(
  { deployment, payments }: Pick<Config, 'deployment' | 'payments'>,
  db: Db,
  log: Logger,
): Promise<void> {
  if (deployment === 'baseline') return;
  const organizers = await unpayableOrganizers(
    db,
    payments.map(({ method }) => method),
  );
  if (organizers.length > 0) log.warn({ organizers }, `orders of these organizers cannot be paid. ${howToBePaid}`);
}

/** Prepares the database and the data directory once, before any process of the server starts its work. */
export async function prepare(config: Config, jobs: readonly Job[], options: ServeOptions): Promise<void> {
  const db = openDatabase(config);
  try {
    await migrate(db);
    purgeDraftFiles(config);
    await refuseAnotherMasterKey(db, config);
    // No other server uses this folder: the leases are those of a server that has stopped.
    if (config.databaseUrl === null) await releaseLeases(db, jobs);
    if (options.demo && !config.production) {
      const { announceDemo } = await import('./announce-demo.ts');
      await announceDemo(db, config, systemClock, options.json ? process.stderr : process.stdout);
    }
  } catch (error) {
    throw toCommandError(error, db);
  } finally {
    await db.destroy();
  }
}

function purgeDraftFiles({ dataDir }: Config): void {
  for (const folder of [dataDir, outboxFolder(dataDir)]) if (existsSync(folder)) removeAbandonedDrafts(folder);
}

/** What was encrypted or issued under another master key is lost: in production it is not lost by mistake. */
async function refuseAnotherMasterKey(db: Db, config: Config): Promise<void> {
  const { fault } = await checkMasterKey(db, config);
  if (fault === null) return;
  if (config.production) throw anotherMasterKey(fault);
  process.stderr.write(`warning: ${fault}\n`);
}

async function releaseLeases(db: Db, jobs: readonly Job[]): Promise<void> {
  const now = timestamp(systemClock.now());
  for (const job of jobs) await job.releaseLeases?.(db, now);
}
