import type { Plane } from './context.ts';
import { type KeyedPlane, keyedPlane } from './keyed.ts';

/** The organizer's own data, by key: `/api/v1`. */
export function organizerPlane(options: Pick<KeyedPlane, 'features' | 'fullLimits'>): Plane {
  return keyedPlane({ prefix: '/api/v1', name: 'api', ...options });
}
