import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../errors/index.ts';

/**
 * Creates the data directory if it is missing. Only its owner can read it, because it contains personal data and the master
 * key.
 *
 * @throws OperatorError `invalid_state` if the folder cannot be created
 */
export function createDataDir(dataDir: string): void {
  try {
    // `recursive` is not used: with it, Node 24 never returns if the file system allows no new folder, as in /proc.
    for (const folder of missingFolders(dataDir)) createFolder(folder);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}`,
      'invalid_state',
    );
  }
}

/** Returns the folder and its parent folders that do not exist, the outermost first. */
function missingFolders(folder: string): string[] {
  const missingPaths: string[] = [];
  for (let path = folder; statSync(path, { throwIfNoEntry: false }) === undefined; path = dirname(path)) {
    missingPaths.unshift(path);
  }
  return missingPaths;
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether other users than its owner have permissions for a folder. */
export function isOpenToOthers(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o077) !== 0;
}
