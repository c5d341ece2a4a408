import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/index.ts';
import { createDataDir } from './data-dir.ts';
import { draftOf } from './draft-files.ts';
import { MasterKey } from './keyring.ts';

const minMasterKeyLength = 32;
/** A random key has more, also in hexadecimal. */
const minMasterKeyCharacters = 8;

/** Returns the reason why a string is not a valid master key; null if it is valid. */
export function masterKeyProblem(text: string): string | null {
  if (text.length < minMasterKeyLength) return `must have at least ${minMasterKeyLength} characters`;
  if (/\p{Cc}/u.test(text)) return 'must be one line without control characters';
  const isRandom = new Set(text).size >= minMasterKeyCharacters;
  return isRandom ? null : `must be random: it has fewer than ${minMasterKeyCharacters} different characters`;
}

/** The file of the master key, which is used if `MASTER_KEY` is not set. */
export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/**
 * Returns `configuredKey`, or the master key in the file `master.key` in the data directory.
 *
 * @throws MasterKeyError if the file is missing, cannot be read or has no valid master key
 */
export function loadMasterKey(configuredKey: string | null, dataDir: string): string {
  if (configuredKey !== null) return configuredKey;
  const file = masterKeyFile(dataDir);
  if (!existsSync(file)) throw missingKey(file);
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    throw unreadableKey(file, error);
  }
  return readMasterKey(file);
}

/**
 * Reads a master key from its file.
 *
 * @throws MasterKeyError if the file cannot be read or has no valid master key
 */
export function readMasterKey(file: string): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unreadableKey(file, error);
  }
  const problem = masterKeyProblem(key);
  if (problem === null) return key;
  throw new MasterKeyError(
    `The master key in ${file} ${problem}.`,
    'Restore the file from a backup. If there is no backup, remove the file, and run "organizer migrate --accept-master-key".',
  );
}

/** There is no usable master key in the file. The message is the problem and what the operator can do about it. */
export class MasterKeyError extends OperatorError {
  readonly problem: string;
  readonly action: string;

  constructor(problem: string, action: string) {
    super(`${problem} ${action}`, 'invalid_state');
    this.problem = problem;
    this.action = action;
  }
}

function missingKey(file: string): MasterKeyError {
  return new MasterKeyError(
    `The master key ${file} does not exist, but this database was used with a master key.`,
    'Restore the file from a backup, or set MASTER_KEY to this key. If the key is lost, run "organizer migrate --accept-master-key".',
  );
}

function unreadableKey(file: string, cause: unknown): MasterKeyError {
  return new MasterKeyError(
    `The master key ${file} cannot be read: ${(cause as Error).message}.`,
    'Make it a file that the operating-system user of the server can read.',
  );
}

/** The file of the new master key while the key is rotated, and until the next start of a server. */
export function nextMasterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key.next');
}

/** The new master key; null if there is none. */
export function readNextMasterKey(dataDir: string): string | null {
  const file = nextMasterKeyFile(dataDir);
  return existsSync(file) ? readMasterKey(file) : null;
}

/**
 * The new master key replaces the old one, which is kept in a file with its id for backups that need it. If `MASTER_KEY` is the new key,
 * its file is only deleted. Two processes can do this at the same time.
 */
export function promoteNextMasterKey(configuredKey: string | null, dataDir: string): void {
  const nextFile = nextMasterKeyFile(dataDir);
  if (configuredKey !== null) rmSync(nextFile, { force: true });
  if (!existsSync(nextFile)) return;
  const file = masterKeyFile(dataDir);
  const old = readMasterKey(file);
  writeFileSync(`${file}.${new MasterKey(old).id}`, `${old}\n`, { mode: 0o600, flush: true });
  try {
    renameSync(nextFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Creates a file with a random master key with mode 0600, unless it exists. Two processes that start at the same time get the same key.
 *
 * @throws MasterKeyError if the file cannot be written
 */
export function createMasterKey(dataDir: string, file = masterKeyFile(dataDir)): void {
  if (existsSync(file)) return;
  createDataDir(dataDir);
  const draft = draftOf(file);
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file); // Fails if another process has created the file. Then its key is used.
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new MasterKeyError(
        `The master key ${file} cannot be created: ${message}.`,
        'Make space on the disk of DATA_DIR and let the user of the server write there, or set MASTER_KEY.',
      );
  } finally {
    rmSync(draft, { force: true });
  }
}
