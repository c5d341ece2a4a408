import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors/index.ts';
import { createDataDir } from '../data-dir.ts';

/** The maximum time for which a new server waits until the remaining processes of a killed server exit. */
const lockTimeoutMs = 1_000;

/** The locks of this process. Without these references, garbage collection would release them. */
const locks: DatabaseSync[] = [];

/**
 * Locks a data directory for one server until this process exits. The lock is a file lock, so the operating system also
 * releases it if the process is killed.
 *
 * @throws OperatorError `invalid_state` if another server has the lock, or one of its processes is still running
 */
export function claimDataDir(dataDir: string): void {
  createDataDir(dataDir);
  const lock = openLock(dataDir);
  try {
    // The exclusive lock fails while a process of another server has a shared lock. The immediate transaction then allows
    // the other processes of this server to acquire shared locks.
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
 * Acquires a shared lock on the data directory until this process exits. The other processes of a server call it, after one
 * process has called `claimDataDir`. While one of them runs, no other server can start.
 */
export function shareDataDir(dataDir: string): void {
  const lock = openLock(dataDir);
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get(); // The first read acquires the shared lock.
  locks.push(lock);
}

function openLock(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: lockTimeoutMs });
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
