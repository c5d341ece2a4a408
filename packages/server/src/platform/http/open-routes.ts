import type { FastifyInstance } from 'fastify';
import { overloaded } from './admission.ts';
import { answerUnknownMethods, assertMethodAllowed } from './methods.ts';
import type { PlaneApp } from './plane.ts';
import { RequestQueue } from './request-queue.ts';

/**
 * Registers routes that need no authentication and have no rate limit: pages, static files, health checks and metrics, payment
 * webhooks. Malformed request headers, unknown methods, and requests during an overload are rejected. All requests of these
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
        if (isOverloaded()) throw overloaded();
        assertMethodAllowed(request);
      } catch (error) {
        done(error as Error);
        return;
      }
      queue.add(done);
    });
    answerUnknownMethods(app as unknown as PlaneApp, () => registerRoutes(app));
  });
}
