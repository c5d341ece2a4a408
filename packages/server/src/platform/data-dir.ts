import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../errors/index.ts';

/**
 * Creates the data directory if it is missing. Only its owner can read it, because it contains personal data and the master
 * key.
 *
 * @throws OperatorError `invalid_state` if the folder cannot be created or used
 */
export function createDataDir(dataDir: string): void {
  try {
    // `recursive` is not used: with it, Node 24 never returns if the file system allows no new folder, as in /proc.
    for (const folder of missingFolders(dataDir)) createFolder(folder);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}. Set DATA_DIR to a folder that this user can ` +
        'write to.',
      'invalid_state',
    );
  }
  const access = folderAccessProblem(dataDir);
  if (access !== null) throw new OperatorError(`${access.problem} ${access.action}`, 'invalid_state');
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

/** Why the user of this process cannot use the data directory, and what to do; null if it is usable, does not exist or is a file. */
export function folderAccessProblem(dataDir: string): { problem: string; action: string } | null {
  try {
    const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return {
      problem: `This user (id ${process.getuid?.()}) cannot use DATA_DIR ${dataDir}: ${(error as Error).message}.`,
      action: `Run the command as the user of the server, or run chown -R on ${dataDir} for this user.`,
    };
  }
}

/** Whether other users than its owner have permissions for a folder. */
export function isOpenToOthers(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o077) !== 0;
}
