import type { Plane } from './context.ts';
import { type KeyedPlane, keyedPlane } from './keyed.ts';

/** The published programme, for the organizer's own site to render, by key: `/api/embed/v1`. */
export function embedPlane(options: Pick<KeyedPlane, 'features' | 'fullLimits'>): Plane {
  return keyedPlane({ prefix: '/api/embed/v1', name: 'embed', ...options });
}
