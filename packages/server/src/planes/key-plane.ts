import type { KeyPrincipal } from '../features/keys/index.ts';
import { type Feature, registerPlane, type StreamServices } from '../platform/http/plane.ts';
import type { Authenticator } from '../platform/http/principal.ts';
import type { Plane } from './context.ts';
import { rejectInReset } from './reject-in-reset.ts';

/** The limits of a plane, in requests per minute. */
interface KeyPlaneLimits {
  readonly perMinute: number;
  /** The limit of one IP address for requests without a valid key; null if they are not limited. */
  readonly failedPerMinute: number | null;
  /** Whether each response has `RateLimit-*` headers. */
  readonly announceLimits: boolean;
}

/** The options of a plane whose callers have API keys. */
export interface KeyPlaneOptions {
  readonly features: readonly Feature<StreamServices<KeyPrincipal>>[];
  readonly authenticator: Authenticator<KeyPrincipal>;
  readonly limits: KeyPlaneLimits;
}

/** @param identity.name the name of the plane in rate-limit buckets and metrics */
export function keyPlane(
  identity: { prefix: string; name: string },
  { features, authenticator, limits }: KeyPlaneOptions,
): Plane {
  return (root, { services, limiter, metrics }) => {
    registerPlane(root, {
      prefix: identity.prefix,
      plane: identity.name,
      callers: 'authenticated',
      authenticator,
      ...limits,
      clock: services.clock,
      limiter,
      metrics,
      routes: (app, scopeOf) => {
        rejectInReset(app);
        const { authenticate } = authenticator;
        for (const feature of features)
          feature(app, {
            ...services,
            scopeOf,
            limiter,
            authenticate,
          });
      },
    });
  };
}
