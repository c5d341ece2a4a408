import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { invalidState } from '../errors.ts';

/** The processes of a server that was killed end within this time. */
const waitMsMax = 1_000;

/** The locks of this process. They are referenced here, so that garbage collection does not release them. */
const held: DatabaseSync[] = [];

/**
 * Claims a data directory for one server, for as long as this process lives: the lock is on a file, and the system releases
 * it when the process ends, however it ends.
 *
 * @throws ApiError `invalid_state` where another server has it, or a process of one is still running
 */
export function claimDataDir(dataDir: string): void {
  makeDataDir(dataDir);
  const lock = openLock(dataDir);
  try {
    // First an exclusive lock, to see that no process of another server is left; then one beside which this server's
    // processes can have shared locks.
    lock.exec('pragma journal_mode = memory; begin exclusive; commit; begin immediate');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw invalidState(`Another server runs on ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
  }
  held.push(lock);
}

/**
 * Holds the data directory for a process of the server that claimed it, for as long as that process lives: no other
 * server starts while it runs, even if the one that claimed the folder has died.
 */
export function shareDataDir(dataDir: string): void {
  const lock = openLock(dataDir);
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get(); // Takes the shared lock, which lasts as the transaction.
  held.push(lock);
}

function openLock(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: waitMsMax });
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
