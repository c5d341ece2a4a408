import { existsSync, statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { folderAccessProblem } from '../../platform/data-dir.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { MasterKeyError, masterKeyFile, readMasterKey } from '../../platform/master-key-file.ts';
import { acceptsAnyKey, acceptsKey } from '../master-key.ts';
import { type CheckResult, checked, error, type Finding, skipped, warning } from './finding.ts';

const restoreAdvice =
  'Restore the master key of this database from a backup. If the key is lost, run "organizer migrate --accept-master-key". These ' +
  'then become invalid: the tokens, codes and waiting-room places of buyers; the sessions and second factors of users; queued ' +
  'e-mails with encrypted content, such as codes and links; preview links of drafts; and unused pairing codes. Rotate the signing ' +
  'secrets of webhook endpoints, and set the custom headers of the endpoints again.';

/** @param db null if the tables cannot be read; then the key is not compared with the database */
export async function checkMasterKey(db: Db | null, { masterKey, dataDir }: Config): Promise<CheckResult> {
  const file = masterKeyFile(dataDir);
  const source = masterKey === null ? file : 'MASTER_KEY';
  const access = masterKey === null ? folderAccessProblem(dataDir) : null;
  if (access !== null)
    return checked('master key', source, [error(`The master key ${file} cannot be read.`, access.action)]);
  if (masterKey === null && !existsSync(file)) {
    if (db === null) return skipped('master key', 'the server creates it when it starts, if the database is new');
    if (await acceptsAnyKey(db)) return skipped('master key', 'the server creates it when it starts');
    return checked('master key', source, [error(`The master key ${file} does not exist.`, restoreAdvice)]);
  }
  const findings: Finding[] = [];
  if (masterKey === null && (statSync(file).mode & 0o077) !== 0) {
    const problem = `Other users have access to the master key ${file}.`;
    findings.push(warning(problem, `Run chmod 600 on ${file}.`));
  }
  try {
    const key = masterKey ?? readMasterKey(file);
    if (db !== null && !(await acceptsKey(db, key))) {
      findings.push(error(`${source} is not the master key of this database.`, restoreAdvice));
    }
  } catch (cause) {
    if (!(cause instanceof MasterKeyError)) throw cause;
    findings.push(error(cause.problem, cause.action));
  }
  return checked('master key', source, findings);
}
