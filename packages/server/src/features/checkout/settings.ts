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

/** If `RATE_LIMIT_PUBLIC` is higher, the server is assumed to be under a load test: holds are not limited by default. */
const loadTestThreshold = 10_000;

/** The defaults of `HOLDS_PER_ADDRESS` and `HOLDS_PER_EMAIL`: enough for a family, too few to hold a whole event. */
export function holdDefaults(publicPerMinute: number): { holdsPerAddress: number; holdsPerEmail: number } {
  if (publicPerMinute > loadTestThreshold) return { holdsPerAddress: 0, holdsPerEmail: 0 };
  return { holdsPerAddress: publicPerMinute, holdsPerEmail: Math.ceil(publicPerMinute / 2) };
}
