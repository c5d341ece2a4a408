import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { invalidState } from '../errors.ts';

/**
 * Claims a data directory for one server. The claim is a lock on a file: the system lets go of it when the process
 * ends, however it ends.
 *
 * @returns lets go
 * @throws ApiError `invalid_state` where another server has it
 */
export function claimDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const lock = new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw error;
    throw invalidState(`Another server runs on ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}
