import type { Limiter, RateLimitResult } from '../limits/limiter.ts';
import type { PlaneDescription } from './plane.ts';
import { failedBucket } from './rate-limit.ts';

/**
 * The state of the limit that the response to a request states if no plane has admitted the request.
 *
 * @returns null in a deployment that does not announce limits
 */
export type AddressLimit = (address: string | undefined) => Promise<RateLimitResult | null>;

/** Such a request is not counted: it states the limit of the IP address for requests without a valid key. */
export function addressLimitOf(planes: readonly PlaneDescription[], limiter: Limiter): AddressLimit {
  return async (address) => {
    const limited = limitWithoutKey(planes);
    return limited === null ? null : limiter.peek(failedBucket(limited.plane, address), limited.perMinute);
  };
}

/** The limit for requests without a valid key on the first plane that has and announces one; null without such a plane. */
export function limitWithoutKey(planes: readonly PlaneDescription[]): { plane: string; perMinute: number } | null {
  for (const { plane, announceLimits, failedPerMinute } of planes) {
    if (announceLimits && failedPerMinute !== null) return { plane, perMinute: failedPerMinute };
  }
  return null;
}
