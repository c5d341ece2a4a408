import { mkdirSync } from 'node:fs';
import { invalidState } from './errors.ts';

/**
 * Makes the data directory where it is missing. It holds personal data and the master key: one that we make is the
 * owner's alone.
 *
 * @throws ApiError `invalid_state` where there can be no such folder
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw invalidState(`DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}`);
  }
}
