import type { Config } from '../config.ts';
import { isOpenToOthers } from '../platform/data-dir.ts';
import type { Logger } from '../platform/log.ts';
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
