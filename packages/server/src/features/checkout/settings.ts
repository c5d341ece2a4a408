import { readRateLimit } from '../../platform/limits/settings.ts';
import { parseInteger, readFlag, readSetting, type SettingGroup } from '../../platform/settings.ts';
import type { SellingSettings } from './services.ts';

export const sellingSettings: SettingGroup<SellingSettings> = {
  names: ['RESERVE_REQUIRES_VERIFIED_EMAIL', 'HOLDS_PER_ADDRESS', 'HOLDS_PER_EMAIL'],
  read: (env) => {
    const defaults = holdDefaults(readRateLimit(env, 'public'));
    const units = (name: string, fallback: number) =>
      readSetting(
        env,
        name,
        fallback,
        parseInteger(0, 1_000_000),
        'a whole number of tickets and add-ons from 0 to 1000000',
      );
    return {
      requiresVerifiedEmail: readFlag(env, 'RESERVE_REQUIRES_VERIFIED_EMAIL'),
      holdsPerAddress: units('HOLDS_PER_ADDRESS', defaults.holdsPerAddress),
      holdsPerEmail: units('HOLDS_PER_EMAIL', defaults.holdsPerEmail),
    };
  },
};

/** A higher `RATE_LIMIT_PUBLIC` is assumed to be that of a load test. */
const publicPerMinuteMax = 10_000;

/** The defaults of `HOLDS_PER_ADDRESS` and `HOLDS_PER_EMAIL`: enough for a family, too few to hold a whole event. */
export function holdDefaults(publicPerMinute: number): { holdsPerAddress: number; holdsPerEmail: number } {
  if (publicPerMinute > publicPerMinuteMax) return { holdsPerAddress: 0, holdsPerEmail: 0 };
  return { holdsPerAddress: publicPerMinute, holdsPerEmail: Math.ceil(publicPerMinute / 2) };
}
