import type { FastifyInstance } from 'fastify';
import { admitByKey, noSuchPath } from '../platform/http/admission.ts';
import { withMethodsRefused } from '../platform/http/methods.ts';
import type { Feature, KeyedServices, PlaneApp } from '../platform/http/plane.ts';
import type { Plane } from './context.ts';

/** A plane whose callers are known by their key. */
export interface KeyedPlane {
  readonly prefix: string;
  /** Names it in buckets and metrics, and its limit among the settings. */
  readonly name: 'api' | 'embed';
  readonly features: readonly Feature<KeyedServices>[];
  /** Whether answers tell of their limits and bad keys are counted. */
  readonly fullLimits: boolean;
}

export function keyedPlane({ prefix, name, features, fullLimits }: KeyedPlane): Plane {
  return (root: FastifyInstance, context): void => {
    root.register(
      async (scoped) => {
        const app = scoped as unknown as PlaneApp;
        admitByKey(app, {
          plane: name,
          limit: context.rateLimits[name],
          failedLimit: fullLimits ? context.rateLimits.failedAuth : null,
          announce: fullLimits,
          authenticator: context.keyring,
          limiter: context.limiter,
          metrics: context.metrics,
          isOverloaded: context.isOverloaded,
        });
        app.setNotFoundHandler((request) => {
          throw noSuchPath(request);
        });
        const { limiter, rateLimits } = context;
        const services = { ...context.services, limiter, searchesPerMinute: rateLimits.search };
        withMethodsRefused(app, () => {
          for (const feature of features) feature(app, services);
        });
      },
      { prefix },
    );
  };
}
