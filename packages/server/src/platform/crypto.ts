import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from './data-dir.ts';

/** Keys derived from the master key, one for each purpose, so that none can stand in for another. */
export interface Secrets {
  /** Authenticates list cursors. */
  readonly cursorKey: string;
}

/**
 * Derives the working keys from the master key (HKDF-SHA256, RFC 5869).
 *
 * @param masterKey the value of MASTER_KEY or of the generated file
 */
export function deriveSecrets(masterKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32)).toString('hex');
  return Object.freeze({ cursorKey: derive('list cursor v1') });
}

/**
 * The master key: `given`, else the file `master.key` of the data directory, which is made with mode 0600
 * if it is missing. Two processes that start at once end with the same key.
 */
export function loadMasterKey(given: string | null, dataDir: string): string {
  if (given !== null) return given;
  const file = join(dataDir, 'master.key');
  if (!existsSync(file)) {
    makeDataDir(dataDir);
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file); // Fails where another process was first: its key is the one.
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/**
 * A message authentication code of 96 bits in base64url: SHA3-256 over the key and the text. SHA-3 needs no HMAC around
 * it, since its digests cannot be extended (NIST SP 800-185, section 4), and one call is ten times cheaper.
 */
export function shortMac(key: string, text: string): string {
  return hash('sha3-256', key + text, 'base64url').slice(0, 16);
}
