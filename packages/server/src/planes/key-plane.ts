import type { Config } from '../config.ts';
import { keyAuthenticator } from '../features/keys/http.ts';
import type { KeyPrincipal } from '../features/keys/index.ts';
import { type Feature, type OrganizerServices, registerPlane } from '../platform/http/plane.ts';
import type { Plane } from './context.ts';

/** A plane whose callers have API keys. */
export interface KeyPlaneOptions {
  readonly prefix: string;
  /** Its name in rate-limit buckets and metrics, and the name of its limit in the configuration. */
  readonly name: keyof Config['rateLimits'] & ('api' | 'embed');
  readonly features: readonly Feature<OrganizerServices<KeyPrincipal>>[];
  /** Whether each answer has `RateLimit-*` headers, and failed authentication is limited. */
  readonly fullLimits: boolean;
}

export function keyPlane({ prefix, name, features, fullLimits }: KeyPlaneOptions): Plane {
  return (root, { keyring, limiter, metrics, rateLimits, services, isOverloaded }) => {
    registerPlane(root, {
      prefix,
      plane: name,
      callers: 'authenticated',
      authenticator: keyAuthenticator(keyring),
      perMinute: rateLimits[name],
      failedPerMinute: fullLimits ? rateLimits.failedAuth : null,
      announceLimits: fullLimits,
      limiter,
      metrics,
      isOverloaded,
      routes: (app, principal) => {
        const keyServices = { ...services, principal, limiter, searchesPerMinute: rateLimits.search };
        for (const feature of features) feature(app, keyServices);
      },
    });
  };
}
