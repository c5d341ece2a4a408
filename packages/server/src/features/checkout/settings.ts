import { readRateLimit } from '../../platform/limits/settings.ts';
import { parseInteger, readFlag, readSetting, type SettingGroup } from '../../platform/settings.ts';
import type { ReservationSettings } from './services.ts';

export const reservationSettings: SettingGroup<ReservationSettings> = {
  names: ['RESERVE_REQUIRES_VERIFIED_EMAIL', 'HOLDS_PER_ADDRESS', 'HOLDS_PER_EMAIL'],
  read: (env) => {
    const defaults = holdDefaults(readRateLimit(env, 'public'));
    const readUnitLimit = (name: string, fallback: number) =>
      readSetting(
        env,
        name,
        fallback,
        parseInteger(0, 1_000_000),
        'a whole number of tickets and add-ons from 0 to 1000000',
      );
    return {
      requiresVerifiedEmail: readFlag(env, 'RESERVE_REQUIRES_VERIFIED_EMAIL'),
      holdsPerIpAddress: readUnitLimit('HOLDS_PER_ADDRESS', defaults.holdsPerIpAddress),
      holdsPerEmail: readUnitLimit('HOLDS_PER_EMAIL', defaults.holdsPerEmail),
    };
  },
};

/** If `RATE_LIMIT_PUBLIC` is higher than this, a load test is assumed: by default, holds are then not limited. */
const loadTestThreshold = 10_000;

/**
 * The defaults of `HOLDS_PER_ADDRESS` (for an IP address) and `HOLDS_PER_EMAIL`, in tickets and add-ons. They are enough for a
 * family, and too few to reserve all tickets of an event. 0 means no limit.
 *
 * @param publicRequestsPerMinute `RATE_LIMIT_PUBLIC`. If operators increase it, for example because many buyers share an IP
 *   address, the default limits of holds increase too.
 */
export function holdDefaults(publicRequestsPerMinute: number): { holdsPerIpAddress: number; holdsPerEmail: number } {
  if (publicRequestsPerMinute > loadTestThreshold) return { holdsPerIpAddress: 0, holdsPerEmail: 0 };
  return { holdsPerIpAddress: publicRequestsPerMinute, holdsPerEmail: Math.ceil(publicRequestsPerMinute / 2) };
}
