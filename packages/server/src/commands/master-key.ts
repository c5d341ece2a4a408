import { join } from 'node:path';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors/index.ts';
import { canDecryptNewestSecret } from '../features/webhooks/index.ts';
import { deriveSecrets, loadMasterKey, type Secrets } from '../platform/crypto.ts';
import type { Db } from '../platform/database/dialect.ts';
import { wasUsedWithAnotherKey } from '../platform/database/master-key-check.ts';

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
 * Derives keys from the master key, and checks that the database was used with this master key.
 *
 * @returns `problem`: null, or a sentence that says that the database was used with another master key
 * @throws OperatorError `invalid_state` if there is no usable master key
 */
export async function loadSecrets(
  db: Db,
  { masterKey, dataDir }: Config,
): Promise<{ secrets: Secrets; problem: string | null }> {
  const secrets = deriveSecrets(loadMasterKey(masterKey, dataDir));
  const { masterKeyCheck, webhookSecretKey } = secrets;
  const isAnotherKey = await wasUsedWithAnotherKey(db, masterKeyCheck, () =>
    canDecryptNewestSecret(db, webhookSecretKey),
  );
  if (!isAnotherKey) return { secrets, problem: null };
  const source = masterKey === null ? join(dataDir, 'master.key') : 'MASTER_KEY';
  const problem = `${source} is not the master key that this database was used with: secrets of webhooks cannot be read.`;
  return { secrets, problem };
}

/** The error for a master key that is not the master key of the database. `problem` is its first sentence. */
export function anotherMasterKey(problem: string) {
  return new OperatorError(
    `${problem} Restore the right key. If it is lost, run "organizer migrate --accept-master-key".`,
    'invalid_state',
  );
}
