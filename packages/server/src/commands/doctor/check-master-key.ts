import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors/index.ts';
import { canDecryptNewestSecret } from '../../features/webhooks/index.ts';
import { deriveSecrets, readMasterKey } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { isAnotherKey } from '../../platform/database/master-key-check.ts';
import { type CheckResult, checked, error, type Finding, skipped, warning } from './finding.ts';

const restore =
  'Restore it from a backup. If it is lost, run "organizer migrate --accept-master-key": tokens of buyers then become ' +
  'invalid, and the secrets of webhooks must be rotated.';

/** @param db null if the tables cannot be read; then the key is not compared with the database */
export async function checkMasterKey(db: Db | null, { masterKey, dataDir }: Config): Promise<CheckResult> {
  const file = join(dataDir, 'master.key');
  const source = masterKey === null ? file : 'MASTER_KEY';
  if (masterKey === null && !existsSync(file)) {
    // A database that was never used with a key accepts any key.
    const isNeeded = db !== null && !(await acceptsKey(db, randomBytes(32).toString('base64')));
    if (!isNeeded) return skipped('master key', 'the server creates it when it starts');
    return checked('master key', source, [error(`The master key ${file} does not exist.`, restore)]);
  }
  const findings: Finding[] = [];
  if (masterKey === null && (statSync(file).mode & 0o077) !== 0) {
    const problem = `Other users can read the master key ${file}.`;
    findings.push(warning(problem, `Run chmod 600 on ${file}.`));
  }
  try {
    const key = masterKey ?? readMasterKey(file);
    if (db !== null && !(await acceptsKey(db, key))) {
      findings.push(error(`${source} is not the master key of this database.`, restore));
    }
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    findings.push(error(cause.message, restore));
  }
  return checked('master key', source, findings);
}

async function acceptsKey(db: Db, key: string): Promise<boolean> {
  const { masterKeyCheck, webhookSecretKey } = deriveSecrets(key);
  return !(await isAnotherKey(db, masterKeyCheck, () => canDecryptNewestSecret(db, webhookSecretKey)));
}
