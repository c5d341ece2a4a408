import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors/index.ts';
import { canDecryptNewestSecret } from '../features/webhooks/index.ts';
import { deriveSecrets, type Secrets } from '../platform/crypto.ts';
import type { Db } from '../platform/database/dialect.ts';
import { isAnotherKey, wasUsedWithAnotherKey } from '../platform/database/master-key-check.ts';
import { createMasterKey, loadMasterKey, masterKeyFile } from '../platform/master-key-file.ts';

/**
 * The keys that are derived from the master key, for a command that encrypts or decrypts stored data.
 *
 * @throws OperatorError `invalid_state` if there is no usable master key, or if the database was used with another master key
 */
export async function requireSecrets(db: Db, config: Config): Promise<Secrets> {
  const { secrets, problem } = await loadSecrets(db, config);
  if (problem !== null) throw anotherMasterKey(problem);
  return secrets;
}

/**
 * Derives keys from the master key, and checks that the database was used with this master key. If the file of the master key is
 * missing, it is created for a database that was never used with a master key.
 *
 * @returns `problem`: null, or a sentence that says that the database was used with another master key
 * @throws OperatorError `invalid_state` if there is no usable master key
 */
export async function loadSecrets(
  db: Db,
  { masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>,
): Promise<{ secrets: Secrets; problem: string | null }> {
  const file = masterKeyFile(dataDir);
  if (masterKey === null && !existsSync(file) && (await acceptsAnyKey(db))) createMasterKey(dataDir);
  const secrets = deriveSecrets(loadMasterKey(masterKey, dataDir));
  const { masterKeyCheck, webhookSecretKey } = secrets;
  const isOther = await wasUsedWithAnotherKey(db, masterKeyCheck, () => canDecryptNewestSecret(db, webhookSecretKey));
  if (!isOther) return { secrets, problem: null };
  const source = masterKey === null ? file : 'MASTER_KEY';
  const problem = `${source} is not the master key that this database was used with: secrets of webhooks cannot be read.`;
  return { secrets, problem };
}

/** Whether the database was not used with another master key. Stores nothing. */
export async function acceptsKey(db: Db, key: string): Promise<boolean> {
  const { masterKeyCheck, webhookSecretKey } = deriveSecrets(key);
  return !(await isAnotherKey(db, masterKeyCheck, () => canDecryptNewestSecret(db, webhookSecretKey)));
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
