import type { FastifyInstance } from 'fastify';
import type { CheckoutServices } from '../features/checkout/index.ts';
import { admitByAddress, noSuchPath } from '../platform/http/admission.ts';
import { allowEveryOrigin, answerPreflight } from '../platform/http/cross-origin.ts';
import { withMethodsRefused } from '../platform/http/methods.ts';
import type { Feature, PlaneApp } from '../platform/http/plane.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { Plane } from './context.ts';

type PublicFeature = Feature<CheckoutServices & { limiter: Limiter }>;

/** For buyers, who have no key: `/api/public/v1`, counted by their address, open to pages of any site. */
export function publicPlane({ features }: { features: readonly PublicFeature[] }): Plane {
  return (root: FastifyInstance, context): void => {
    root.register(
      async (scoped) => {
        const app = scoped as unknown as PlaneApp;
        allowEveryOrigin(app);
        admitByAddress(app, {
          plane: 'public',
          limit: context.rateLimits.public,
          limiter: context.limiter,
          metrics: context.metrics,
          isOverloaded: context.isOverloaded,
        });
        app.setNotFoundHandler((request) => {
          throw noSuchPath(request);
        });
        const { services, limiter, payments, selling, log } = context;
        const all = { ...services, limiter, payments, selling, baseUrl: root.baseUrl, log: log.logger };
        withMethodsRefused(
          app,
          () => {
            for (const feature of features) feature(app, all);
          },
          answerPreflight,
        );
      },
      { prefix: '/api/public/v1' },
    );
  };
}
