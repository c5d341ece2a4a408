import type { Plane } from './context.ts';
import { type KeyPlaneOptions, keyPlane } from './key-plane.ts';

/** `/api/v1`: the data of an organizer, for the organizer's own systems, with an API key. */
export function organizerPlane(options: KeyPlaneOptions): Plane {
  return keyPlane({ prefix: '/api/v1', name: 'api' }, options);
}
