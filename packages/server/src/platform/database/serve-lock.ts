import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors/index.ts';
import { createDataDir } from '../data-dir.ts';

/** The time that the remaining processes of a killed server have to exit. */
const waitMsMax = 1_000;

/** The locks of this process. They are referenced here, so that garbage collection does not release them. */
const locks: DatabaseSync[] = [];

/**
 * Locks a data directory for one server until this process ends. The operating system releases the lock, which is on a file,
 * however the process ends.
 *
 * @throws OperatorError `invalid_state` if another server has the lock, or one of its processes is still running
 */
export function claimDataDir(dataDir: string): void {
  createDataDir(dataDir);
  const lock = openLock(dataDir);
  try {
    // First an exclusive lock, which fails while a process of another server has a shared one. Then a lock that allows this
    // server's processes to have shared locks.
    lock.exec('pragma journal_mode = memory; begin exclusive; commit; begin immediate');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new OperatorError(
      `Another server runs on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      'invalid_state',
    );
  }
  locks.push(lock);
}

/**
 * Acquires a shared lock on the data directory for a further process of a server, until that process ends. No other server can
 * start while it runs, even if the process that called `claimDataDir` has ended.
 */
export function shareDataDir(dataDir: string): void {
  const lock = openLock(dataDir);
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get(); // Acquires the shared lock until the transaction ends.
  locks.push(lock);
}

function openLock(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: waitMsMax });
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
