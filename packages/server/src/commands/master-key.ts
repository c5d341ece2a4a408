import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors/index.ts';
import { canDecryptNewestSecret } from '../features/webhooks/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createSecrets, deriveSecrets, followMasterKeys, type Secrets } from '../platform/crypto.ts';
import type { Db } from '../platform/database/dialect.ts';
import { readMasterKeyState, storeFirstMasterKey } from '../platform/database/master-key-check.ts';
import { Keyring, MasterKey, type MasterKeyState } from '../platform/keyring.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Logger } from '../platform/log.ts';
import {
  createMasterKey,
  loadMasterKey,
  masterKeyFile,
  nextMasterKeyFile,
  promoteNextMasterKey,
  readNextMasterKey,
} from '../platform/master-key-file.ts';
import { repeat } from '../platform/repeat.ts';

/** How often a server reads whether the master key is being rotated. */
const followMs = 1_000;

type KeyConfig = Pick<Config, 'masterKey' | 'dataDir'>;

/**
 * The keys that are derived from the master key, for a command that encrypts or decrypts stored data.
 *
 * @throws OperatorError `invalid_state` if there is no usable master key, or if the database was used with another master key
 */
export async function requireSecrets(db: Db, config: KeyConfig): Promise<Secrets> {
  const { secrets, problem } = await loadSecrets(db, config);
  if (problem !== null) throw anotherMasterKey(problem);
  return secrets;
}

/**
 * Derives keys from the master key, and checks that the database was used with this master key. If the file of the master key is
 * missing, it is created for a database that was never used with a master key. After a rotation, the new key replaces the old file.
 *
 * @returns `problem`: null, or a sentence that says that the database was used with another master key
 * @throws OperatorError `invalid_state` if there is no usable master key
 */
export async function loadSecrets(db: Db, config: KeyConfig): Promise<{ secrets: Secrets; problem: string | null }> {
  const { masterKey, dataDir } = config;
  const file = masterKeyFile(dataDir);
  if (masterKey === null && !existsSync(file) && (await acceptsAnyKey(db))) createMasterKey(dataDir);
  const state = await readMasterKeyState(db);
  const next = readNextMasterKey(dataDir);
  if (state !== null && isRotatedTo(state, next) && [null, next].includes(masterKey))
    promoteNextMasterKey(masterKey, dataDir);
  const text = loadMasterKey(masterKey, dataDir);
  const source = masterKey === null ? file : 'MASTER_KEY';
  const problem = `${source} is not the master key that this database was used with: secrets of webhooks cannot be read.`;
  if (state === null) {
    const secrets = deriveSecrets(text);
    const { keyring, webhookSecretKey } = secrets;
    if (!(await canDecryptNewestSecret(db, webhookSecretKey))) return { secrets, problem };
    await storeFirstMasterKey(db, keyring.primary.check);
    return loadSecrets(db, config); // Another process may have stored its key first.
  }
  const key = new MasterKey(text);
  const isKnown = state.check === key.check || (state.nextCheck === key.check && state.phase === 'rewritten');
  if (!isKnown) return { secrets: deriveSecrets(text), problem };
  return { secrets: secretsOf(state, key, dataDir), problem: null };
}

/** Whether the rotation to this key is complete. */
function isRotatedTo({ check, phase }: MasterKeyState, text: string | null): boolean {
  return phase === null && text !== null && new MasterKey(text).check === check;
}

function secretsOf(state: MasterKeyState, key: MasterKey, dataDir: string): Secrets {
  const keyring = new Keyring([key], () => readNextMasterKey(dataDir));
  try {
    followMasterKeys(keyring, state, systemClock.now());
  } catch {
    throw new OperatorError(
      `The master key is being rotated, and this server does not have the new one. Copy ${nextMasterKeyFile(dataDir)} from the ` +
        'server on which "organizer master-key rotate" was run.',
      'invalid_state',
    );
  }
  return createSecrets(keyring, state.keptKeys);
}

/** While a server runs, it follows the rotations of the master key. */
export function followRotations(db: Db, { keyring }: Secrets, log: Logger): Running {
  return {
    drain: repeat('master key', followMs, log, async () => {
      const state = await readMasterKeyState(db);
      if (state !== null) followMasterKeys(keyring, state, systemClock.now());
    }),
  };
}

/** Whether the database was not used with another master key. Stores nothing. */
export async function acceptsKey(db: Db, text: string): Promise<boolean> {
  const { keyring, webhookSecretKey } = deriveSecrets(text);
  const state = await readMasterKeyState(db);
  if (state === null) return canDecryptNewestSecret(db, webhookSecretKey);
  return [state.check, state.nextCheck].includes(keyring.primary.check);
}

/** Whether the database was never used with a master key. Only then it accepts even a random key. */
export function acceptsAnyKey(db: Db): Promise<boolean> {
  return acceptsKey(db, randomBytes(32).toString('base64'));
}

/** The error for a master key that is not the master key of the database. `problem` is its first sentence. */
export function anotherMasterKey(problem: string) {
  return new OperatorError(
    `${problem} Restore the right key. If it is lost, run "organizer migrate --accept-master-key".`,
    'invalid_state',
  );
}
