import { paymentMethods } from './features/payments/index.ts';

/** Every environment variable that the program reads. */
export const settingNames: readonly string[] = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'DEPLOYMENT',
  'BASE_URL',
  'TRUST_PROXY',
  'RATE_LIMIT_API',
  'RATE_LIMIT_EMBED',
  'RATE_LIMIT_FAILED_AUTH',
  'RATE_LIMIT_PUBLIC',
  'RATE_LIMIT_SEARCH',
  'MASTER_KEY',
  'BRAND',
  'WEBHOOK_ALLOW_HTTP',
  'WEBHOOK_ALLOW_PRIVATE_NETWORKS',
  'PAYMENTS',
  ...paymentMethods.flatMap((method) => method.settingNames),
  'RESERVE_REQUIRES_VERIFIED_EMAIL',
  'HOLDS_PER_ADDRESS',
  'HOLDS_PER_EMAIL',
  'SMTP_URL',
  'MAIL_FROM',
  'METRICS_ADDRESS',
  'LOG_LEVEL',
  'NODE_ENV',
];

/** An environment variable whose name is probably a misspelled setting. */
export interface MisspelledSetting {
  readonly name: string;
  readonly meant: string;
}

/**
 * Environment variables whose names differ from a setting by one letter, or by two where its name has 8 letters or more. A
 * missing letter, an additional letter, a wrong letter and two exchanged letters count as one difference each.
 */
export function misspelledSettings(env: Readonly<Record<string, string | undefined>>): MisspelledSetting[] {
  const known: ReadonlySet<string> = new Set(settingNames);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || name.length > 40) return [];
    const upper = name.toUpperCase();
    const meant = settingNames.find((setting) => distance(upper, setting) <= (setting.length < 8 ? 1 : 2));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** The optimal string alignment distance. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      next[column] = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        next[column] = Math.min(next[column]!, before[column - 2]! + 1);
      }
    }
    before = last;
    last = next;
  }
  return last[b.length]!;
}
