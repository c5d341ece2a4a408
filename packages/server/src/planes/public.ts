import { buyerAuthenticator } from '../features/checkout/http.ts';
import type { PublicServices } from '../features/checkout/index.ts';
import { allowAllOrigins, answerPreflight } from '../platform/http/cross-origin.ts';
import { type Feature, registerPlane } from '../platform/http/plane.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { Plane } from './context.ts';

type PublicFeature = Feature<PublicServices & { limiter: Limiter }>;

/** `/api/public/v1`: for buyers, without keys, from pages of every website. */
export function publicPlane({ features }: { features: readonly PublicFeature[] }): Plane {
  return (root, context) => {
    const { services, limiter, metrics, paymentMethods, paymentProviders, selling, rateLimits, log, isOverloaded } =
      context;
    registerPlane(root, {
      prefix: '/api/public/v1',
      plane: 'public',
      callers: 'anonymous',
      authenticator: buyerAuthenticator(services),
      perMinute: rateLimits.public,
      failedPerMinute: null,
      announceLimits: true,
      limiter,
      metrics,
      isOverloaded,
      prepare: allowAllOrigins,
      answerOptions: answerPreflight,
      routes: (app, principal) => {
        const payments = { paymentMethods, paymentProviders };
        const shared = { ...services, ...payments, limiter, selling, baseUrl: root.baseUrl, log: log.logger };
        for (const feature of features) feature(app, { ...shared, principal });
      },
    });
  };
}
