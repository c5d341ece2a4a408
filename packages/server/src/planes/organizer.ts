import type { FastifyInstance } from 'fastify';
import { admitByKey, noSuchPath } from '../platform/http/admission.ts';
import { withMethodsRefused } from '../platform/http/methods.ts';
import type { Feature, PlaneApp } from '../platform/http/plane.ts';
import type { PlaneContext } from './context.ts';

/** The organizer's own data, by key: `/api/v1`. */
export function organizerPlane(options: {
  features: readonly Feature[];
  /** Whether answers tell of their limits and bad keys are counted. */
  fullLimits: boolean;
}) {
  return (root: FastifyInstance, context: PlaneContext): void => {
    root.register(
      async (scoped) => {
        const app = scoped as unknown as PlaneApp;
        admitByKey(app, {
          plane: 'api',
          limit: context.rateLimits.api,
          failedLimit: options.fullLimits ? context.rateLimits.failedAuth : null,
          announce: options.fullLimits,
          authenticator: context.keyring,
          limiter: context.limiter,
          metrics: context.metrics,
          isOverloaded: context.isOverloaded,
        });
        app.setNotFoundHandler((request) => {
          throw noSuchPath(request);
        });
        withMethodsRefused(app, () => {
          for (const feature of options.features) feature(app, context.services);
        });
      },
      { prefix: '/api/v1' },
    );
  };
}
