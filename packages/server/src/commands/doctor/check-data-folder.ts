import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { folderAccessProblem, isOpenToOthers } from '../../platform/data-dir.ts';
import { type CheckResult, checked, error, type Finding, messageOf, warning } from './finding.ts';

const mib = 2 ** 20;
/** With less free space, SQLite and e-mails can fail soon. */
const minFreeBytes = 200 * mib;
const lowFreeBytes = 1_024 * mib;
/** A disk can be full although it has free space: each file needs an inode. */
const minFreeFiles = 1_000;

/** Checks the free space for the data directory, and who can use its files. */
export function checkDataFolder({ dataDir }: Config): CheckResult {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const freeText = `${Math.floor(freeBytes / mib)} MiB are free for ${dataDir}`;
  const freeSpace = 'Delete files that are not needed, or move DATA_DIR to a larger disk.';
  const findings: Finding[] = [];
  if (freeBytes < minFreeBytes) findings.push(error(`The disk is almost full: ${freeText}.`, freeSpace));
  else if (freeBytes < lowFreeBytes) findings.push(warning(`There is little free space: ${freeText}.`, freeSpace));
  if (files > 0 && ffree < minFreeFiles) {
    findings.push(error(`The file system of ${dataDir} can hold only ${ffree} more files.`, 'Delete old files.'));
  }
  const access = folderAccessProblem(dataDir);
  if (access !== null) findings.push(error(access.problem, access.action));
  else if (folder === dataDir) findings.push(...checkFiles(dataDir));
  return checked('disk', freeText, findings);
}

function checkFiles(dataDir: string): Finding[] {
  if (!statSync(dataDir).isDirectory()) return [error(`DATA_DIR ${dataDir} is a file.`, 'Set DATA_DIR to a folder.')];
  const findings: Finding[] = [];
  if (isOpenToOthers(dataDir)) {
    const text = `Other users have access to ${dataDir}, which contains personal data and the master key.`;
    findings.push(warning(text, `Run chmod 700 on ${dataDir}.`));
  }
  const paths = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))];
  const owners = new Set(paths.map((path) => statSync(path, { throwIfNoEntry: false })?.uid ?? null));
  owners.delete(null);
  if (owners.size > 1) {
    const text = `The files in ${dataDir} belong to several users (ids ${[...owners].sort().join(', ')}).`;
    const action = `Run all commands as the user of the server, and run chown -R on ${dataDir} for this user.`;
    findings.push(error(text, action));
    return findings;
  }
  const locked = paths.find((path) => accessProblem(path, constants.R_OK | constants.W_OK) !== null);
  if (locked !== undefined) {
    findings.push(
      error(
        `This user cannot change ${locked}.`,
        'Run this command as the user of the server, or change the permissions of the file.',
      ),
    );
  }
  return findings;
}

function accessProblem(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (cause) {
    // A file of the database may have been deleted in the meantime.
    return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? null : messageOf(cause);
  }
}
