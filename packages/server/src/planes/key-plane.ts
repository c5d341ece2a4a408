import type { KeyPrincipal } from '../features/keys/index.ts';
import { type Feature, type KeyServices, registerPlane } from '../platform/http/plane.ts';
import type { Authenticator } from '../platform/http/principal.ts';
import { rateLimitKeyOf } from '../platform/http/rate-limit.ts';
import { RowStreams } from '../platform/http/row-streams.ts';
import { readCallerAgain } from '../platform/http/stream-hub.ts';
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
  readonly features: readonly Feature<KeyServices<KeyPrincipal>>[];
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
        const rowStreams = new RowStreams({
          count: (request) =>
            limiter.hit(`${identity.name}:${rateLimitKeyOf(request, request.principal)}`, limits.perMinute),
          isStillPermitted: async (request) => {
            const caller = await readCallerAgain(authenticate, request);
            return [...scopeOf(request).principal.permissions].every((scope) => caller?.permissions.has(scope));
          },
        });
        app.addHook('preClose', async () => rowStreams.stop());
        for (const feature of features)
          feature(app, {
            ...services,
            scopeOf,
            limiter,
            authenticate,
            rowStreams,
          });
      },
    });
  };
}
