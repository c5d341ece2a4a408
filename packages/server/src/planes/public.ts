import { buyerAuthenticator } from '../features/checkout/http.ts';
import type { PublicServices } from '../features/checkout/index.ts';
import { type Feature, registerPlane } from '../platform/http/plane.ts';
import type { Plane } from './context.ts';

export interface PublicPlaneOptions {
  readonly features: readonly Feature<PublicServices>[];
  /** The limit of one IP address, in requests per minute. */
  readonly perMinute: number;
}

/** `/api/public/v1`: for buyers, without API keys. Pages of every website can call it. */
export function publicPlane({ features, perMinute }: PublicPlaneOptions): Plane {
  return (root, { services, limiter, metrics, log }) => {
    registerPlane(root, {
      prefix: '/api/public/v1',
      plane: 'public',
      callers: 'anonymous',
      authenticator: buyerAuthenticator(services),
      perMinute,
      failedPerMinute: null,
      announceLimits: true,
      clock: services.clock,
      limiter,
      metrics,
      isCrossOrigin: true,
      routes: (app, scopeOf) => {
        const shared = { ...services, limiter, baseUrl: root.baseUrl, log, scopeOf };
        for (const feature of features) feature(app, shared);
      },
    });
  };
}
