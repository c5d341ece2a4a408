import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { invalidState } from '../errors.ts';

/** Processes of a server that was killed end within this. */
const waitMsMax = 1_000;

/** Locks that this process holds. They are kept here, so that none is let go of when its handle is garbage. */
const held: DatabaseSync[] = [];

/**
 * Claims a data directory for one server, for as long as this process lives: the lock is on a file, and the system lets
 * go of it when the process ends, however it ends.
 *
 * @throws ApiError `invalid_state` where another server has it, or a process of one is still running
 */
export function claimDataDir(dataDir: string): void {
  makeDataDir(dataDir);
  const lock = openLock(dataDir);
  try {
    // Alone for a moment, so that no process of another server is left; then beside those of this one.
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
