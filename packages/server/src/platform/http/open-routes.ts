import type { FastifyInstance } from 'fastify';
import { assertMethodAllowed, rejectUnknownMethods } from './methods.ts';
import type { PlaneApp } from './plane.ts';

/**
 * Registers routes without authentication and rate limit: pages, static files, health checks, metrics, payment webhooks.
 * Requests with malformed headers or with unknown methods are rejected.
 */
export function registerOpenRoutes(root: FastifyInstance, registerRoutes: (app: FastifyInstance) => void): void {
  root.register(async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      try {
        if (request.headError !== null) throw request.headError;
        assertMethodAllowed(request);
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    });
    rejectUnknownMethods(app as unknown as PlaneApp, () => registerRoutes(app));
  });
}
