import type { FastifyInstance } from 'fastify';
import { overloadError } from './admission.ts';
import { assertMethodAllowed, rejectUnknownMethods } from './methods.ts';
import type { PlaneApp } from './plane.ts';
import { RequestQueue } from './request-queue.ts';

/**
 * Registers routes without authentication and rate limit: pages, static files, health checks, metrics, payment webhooks.
 * Requests with malformed headers, with unknown methods, or during an overload are rejected. All requests of these
 * routes share one queue and are handled one at a time (see `RequestQueue`).
 */
export function registerOpenRoutes(
  root: FastifyInstance,
  { isOverloaded, registerRoutes }: { isOverloaded: () => boolean; registerRoutes: (app: FastifyInstance) => void },
): void {
  const queue = new RequestQueue();
  root.register(async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      try {
        if (request.headError !== null) throw request.headError;
        if (isOverloaded()) throw overloadError();
        assertMethodAllowed(request);
      } catch (error) {
        done(error as Error);
        return;
      }
      queue.add(done);
    });
    rejectUnknownMethods(app as unknown as PlaneApp, () => registerRoutes(app));
  });
}
