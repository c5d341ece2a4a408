import type { Plane } from './context.ts';
import { type KeyPlaneOptions, keyPlane } from './key-plane.ts';

/** `/api/embed/v1`: published events, for the organizer's website, with an API key. */
export function embedPlane(options: KeyPlaneOptions): Plane {
  return keyPlane({ prefix: '/api/embed/v1', name: 'embed' }, options);
}
