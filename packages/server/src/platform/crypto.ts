import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/index.ts';
import { createDataDir } from './data-dir.ts';
import { draftOf } from './draft-files.ts';

/** Keys derived from the master key, one for each purpose. */
export interface Secrets {
  /** Authenticates list cursors. */
  readonly cursorKey: string;
  /** Encrypts the signing secrets and the custom headers of webhook endpoints: 32 bytes, hexadecimal. */
  readonly webhookSecretKey: string;
  /** Encrypts the payload of queued e-mails: 32 bytes, hexadecimal. */
  readonly mailKey: string;
  /** Hashes one-time codes, and the e-mail addresses to which they were sent. */
  readonly otpKey: string;
  /** Encrypts buyers' tokens: 32 bytes, hexadecimal. */
  readonly buyerTokenKey: string;
  /** Hashes the e-mail addresses and IP addresses of unpaid reservations. */
  readonly holderKey: string;
  /** Authenticates reservation tokens. */
  readonly reservationKey: string;
  /** Authenticates the links to previews of drafts. */
  readonly previewKey: string;
  /** Authenticates the places of visitors in waiting rooms, and shuffles them. */
  readonly waitingRoomKey: string;
  /** Hashes the pairing codes of gate devices, and derives the key that signs offline bundles: 32 bytes, hexadecimal. */
  readonly gateKey: string;
  /** Signs the session cookies of the dashboard and encrypts second factors. */
  readonly sessionKey: string;
  /** A check value that is stored in the database, to detect another master key. */
  readonly masterKeyCheck: string;
}

/**
 * Derives the working keys from the master key (HKDF-SHA256, RFC 5869).
 *
 * @param masterKey the value of MASTER_KEY or of the generated file
 */
export function deriveSecrets(masterKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32)).toString('hex');
  return Object.freeze({
    cursorKey: derive('list cursor v1'),
    webhookSecretKey: derive('webhook secret v1'),
    mailKey: derive('mail v1'),
    otpKey: derive('otp v1'),
    buyerTokenKey: derive('buyer token v1'),
    reservationKey: derive('reservation v1'),
    previewKey: derive('event preview v1'),
    waitingRoomKey: derive('waiting room v1'),
    holderKey: derive('holder v1'),
    gateKey: derive('gate v1'),
    sessionKey: derive('dashboard session v1'),
    masterKeyCheck: derive('master key check v1'),
  });
}

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

/**
 * Creates the file `master.key` in the data directory with mode 0600, unless it exists. Two processes that start at the same time
 * get the same key.
 *
 * @throws MasterKeyError if the file cannot be written
 */
export function createMasterKey(dataDir: string): void {
  const file = masterKeyFile(dataDir);
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

/**
 * Returns a message authentication code of 96 bits in base64url: SHA3-256 of the key and the text. SHA-3 does not need HMAC,
 * because its digests cannot be extended (NIST SP 800-185, section 4). One hash takes a tenth of the time of HMAC.
 */
export function shortMac(key: string, text: string): string {
  return hash('sha3-256', key + text, 'base64url').slice(0, 16);
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a string with AES-256-GCM and a random nonce (NIST SP 800-38D).
 *
 * @param key 32 bytes, hexadecimal
 * @param context identifies where the text is stored, such as the id of its row; `decrypt` must be called with the same context
 * @returns nonce, ciphertext and tag in base64
 */
export function encrypt(key: string, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64');
}

/**
 * Decrypts a string that was encrypted by `encrypt` with the same key and context.
 *
 * @throws Error if the key, the context or the ciphertext is wrong
 */
export function decrypt(key: string, ciphertext: string, context: string): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
}
