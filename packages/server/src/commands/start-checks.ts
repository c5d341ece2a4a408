import type { Config } from '../config.ts';
import { isOpenToOthers } from '../platform/data-dir.ts';
import type { Logger } from '../platform/log.ts';
import { openAppFolder } from '../platform/web-apps/app-folder.ts';
import { misspelledSettings } from '../setting-names.ts';

/** Logs a warning about each setting that is probably a mistake. */
export function warnAboutSettings(
  { databaseUrl, dataDir }: Config,
  settingNames: readonly string[],
  log: Logger,
): void {
  for (const { name, suggestion } of misspelledSettings(process.env, settingNames)) {
    log.warn(`${name} is not a setting: did you mean ${suggestion}?`);
  }
  if (databaseUrl === null && isOpenToOthers(dataDir)) {
    log.warn(
      { folder: dataDir },
      'DATA_DIR is open to other users, and it contains personal data. Run chmod 700 on it',
    );
  }
}

/** Logs which command builds the pages that a server from source cannot serve yet. */
export function warnOfMissingBuilds(log: Logger): void {
  const missing = ['checkout', 'dashboard', 'docs', 'gate'].filter((app) => !openAppFolder(app).isBuilt());
  if (missing.length > 0) log.warn(`not built: ${missing.join(', ')}. Run "npm run build:apps"`);
}
