import type { FastifyInstance } from 'fastify';
import { overloaded } from './admission.ts';
import { answerUnknownMethods, assertMethodAllowed } from './methods.ts';
import type { PlaneApp } from './plane.ts';
import { RequestQueue } from './request-queue.ts';

/**
 * Registers routes without authentication and rate limits: pages and their files, and what operators and payment
 * providers call. Faulty heads, unknown methods, and requests during an overload are rejected.
 */
export function registerOpenRoutes(
  root: FastifyInstance,
  { isOverloaded, add }: { isOverloaded: () => boolean; add: (app: FastifyInstance) => void },
): void {
  const queue = new RequestQueue();
  root.register(async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      try {
        if (request.headFault !== null) throw request.headFault;
        if (isOverloaded()) throw overloaded();
        assertMethodAllowed(request);
      } catch (error) {
        done(error as Error);
        return;
      }
      queue.add(done);
    });
    answerUnknownMethods(app as unknown as PlaneApp, () => add(app));
  });
}
