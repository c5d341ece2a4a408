import { folderAccessProblem } from '../../platform/data-dir.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { sqliteFile } from '../../platform/database/sqlite.ts';
import { mailSettings } from '../../platform/mail/settings.ts';
import type { Environment } from '../../platform/settings.ts';
import type { ServedDeployment } from '../../server-parts.ts';
import { checkBaseUrl, checkDns } from './check-base-url.ts';
import { checkClock } from './check-clock.ts';
import { checkMail, checkRedis } from './check-connections.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkMasterKey } from './check-master-key.ts';
import { checkSettings, type LoadedServer } from './check-settings.ts';
import { checkBackgroundWork, checkPayments } from './check-work.ts';
import { type CheckResult, checked, error, messageOf, skipped } from './finding.ts';

/** Checks an installation. It changes nothing. Connections are limited to a few seconds each. */
export async function examine(deployment: ServedDeployment, env: Environment): Promise<CheckResult[]> {
  const { result, server } = await checkSettings(deployment, env);
  if (server === null) return [result, skipped('all other checks', 'they need valid settings')];
  return [result, ...(await checkServices(server, env))];
}

async function checkServices({ config, parts }: LoadedServer, env: Environment): Promise<CheckResult[]> {
  const db = openDatabase(config);
  try {
    const mail = checkMail({ ...config, mail: mailSettings.read(env) });
    const [redis, dns, baseUrl] = [checkRedis(config), checkDns(config), checkBaseUrl(config)];
    const database = await checkDatabase(db, config);
    const usableDb = database.isUsable ? db : null;
    const attemptWithDatabase = (name: string, check: (db: Db) => Promise<CheckResult>) =>
      attempt(name, () => (usableDb === null ? skipped(name, 'it needs the database') : check(usableDb)));
    const references = [
      { name: 'PostgreSQL', offsetMs: database.clockOffsetMs },
      { name: 'Redis', offsetMs: (await redis).clockOffsetMs },
      { name: config.baseUrl, offsetMs: (await baseUrl).clockOffsetMs },
    ].flatMap(({ name, offsetMs }) => (offsetMs === null ? [] : [{ name, offsetMs }]));
    const hasFiles = config.databaseUrl === null && folderAccessProblem(config.dataDir) === null;
    const files = hasFiles ? [sqliteFile(config.dataDir), `${sqliteFile(config.dataDir)}-wal`] : [];
    return [
      await attempt('disk', () => checkDataFolder(config)),
      database.result,
      await attempt('master key', () => checkMasterKey(usableDb, config)),
      checkClock(references, files),
      await mail,
      (await redis).result,
      await dns,
      (await baseUrl).result,
      await attemptWithDatabase('background work', checkBackgroundWork),
      await attemptWithDatabase('payments', (usable) => checkPayments(usable, parts)),
    ];
  } finally {
    await db.destroy();
  }
}

/** Runs a check. An unexpected error, such as a database that stops during the check, is a finding too. */
async function attempt(name: string, check: () => CheckResult | Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check();
  } catch (cause) {
    const action = 'Solve the other problems first. Then run doctor again.';
    return checked(name, 'the check failed', [error(`This check failed: ${messageOf(cause)}.`, action)]);
  }
}
