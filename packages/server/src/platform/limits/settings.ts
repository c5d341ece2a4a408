import { type Environment, parseInteger, readSetting, type SettingGroup } from '../settings.ts';

/** The default of each rate limit in requests per minute. */
const defaults = { api: 120, embed: 240, failedAuth: 30, public: 60, search: 30, gate: 1_200 } as const;

export type RateLimitName = keyof typeof defaults;

/** Reads a rate limit in requests per minute, for example `RATE_LIMIT_FAILED_AUTH` for `failedAuth`. */
export function readRateLimit(env: Environment, limit: RateLimitName): number {
  const expected = 'a whole number of requests a minute from 1 to 1000000';
  return readSetting<number>(env, variableOf(limit), defaults[limit], parseInteger(1, 1_000_000), expected);
}

/** The group of settings with these rate limits. */
export function rateLimitSettings<const N extends RateLimitName>(
  limits: readonly N[],
): SettingGroup<{ readonly [Limit in N]: number }> {
  return {
    names: limits.map(variableOf),
    read: (env) =>
      Object.fromEntries(limits.map((limit) => [limit, readRateLimit(env, limit)])) as {
        readonly [Limit in N]: number;
      },
  };
}

function variableOf(limit: RateLimitName): string {
  return `RATE_LIMIT_${limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
