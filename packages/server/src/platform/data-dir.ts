import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../errors/index.ts';

/**
 * Makes the data directory where it is missing. It holds personal data and the master key: one that we make is the
 * owner's alone.
 *
 * @throws OperatorError `invalid_state` where there can be no such folder
 */
export function makeDataDir(dataDir: string): void {
  try {
    // One folder at a time: `recursive` of Node 24 never returns where the file system allows no folder, as in /proc.
    for (const folder of missingFolders(dataDir)) makeFolder(folder);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}`,
      'invalid_state',
    );
  }
}

/** The folder and its parent folders that do not exist, the outermost first. */
function missingFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let path = folder; statSync(path, { throwIfNoEntry: false }) === undefined; path = dirname(path)) {
    missing.unshift(path);
  }
  return missing;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether other users than its owner have any permission on a folder. */
export function isOpenToOthers(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) !== 0;
}
