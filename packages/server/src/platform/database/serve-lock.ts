import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors/index.ts';
import { createDataDir } from '../data-dir.ts';

/** The maximum time that a new server waits until the remaining processes of a killed server have exited. */
const lockTimeoutMs = 1_000;

/** The locks of this process. Without these references, garbage collection would release them. */
const locks: DatabaseSync[] = [];

/**
 * Locks a data directory for one server until this process exits. The lock is a file lock, so the operating system also
 * releases it if the process is killed.
 *
 * @throws OperatorError `invalid_state` if another server has the lock, or one of its processes is still running
 */
export function lockDataDir(dataDir: string): void {
  createDataDir(dataDir);
  const lock = openLock(dataDir);
  try {
    // `begin exclusive` fails while a process of another server has a shared lock. After it has succeeded, `begin immediate`
    // holds a weaker lock: other processes of this server can acquire shared locks, but no other server can start.
    lock.exec('pragma journal_mode = memory; begin exclusive; commit; begin immediate');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new OperatorError(
      `Another server is using ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
      'invalid_state',
    );
  }
  locks.push(lock);
}

/**
 * Acquires a shared lock on the data directory until this process exits. The primary process of a server calls `lockDataDir` first.
 * Then each of its other processes calls this function. No other server can start while any of these processes runs.
 */
export function acquireSharedLock(dataDir: string): void {
  const lock = openLock(dataDir);
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get(); // The first read acquires the shared lock.
  locks.push(lock);
}

/** Whether another process serves the data directory. False if this process does, because then no other server can. */
export function isServedByOthers(dataDir: string): boolean {
  if (locks.length > 0 || !existsSync(lockFile(dataDir))) return false;
  const lock = openLock(dataDir);
  try {
    lock.exec('begin exclusive; commit');
    return false;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return true;
  } finally {
    lock.close();
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'serve.lock');
}

function openLock(dataDir: string): DatabaseSync {
  return new DatabaseSync(lockFile(dataDir), { timeout: lockTimeoutMs });
}

function isBusy(error: unknown): boolean {
  // The low byte of SQLite's extended result code is the primary result code; 5 is SQLITE_BUSY.
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
