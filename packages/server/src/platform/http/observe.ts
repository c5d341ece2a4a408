import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Requests under way at once; past that the server says so instead of letting all of them wait. */
const inFlightMax = 2_000;

/** What the log says in place of a status that nobody received. */
const callerWentAway = 499;

/**
 * Gives each answer its `Request-Id`, and each request a line in the log and its place in the metrics.
 *
 * @returns tells whether more requests are under way than the server can serve in time
 */
export function observeRequests(app: FastifyInstance, access: Log['access'], metrics: Metrics): () => boolean {
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    inFlight += 1;
    request.route = request.routeOptions.config;
    reply.header('request-id', request.id);
    reply.header('cache-control', 'private, no-store');
    reply.header('x-content-type-options', 'nosniff');
    // Comes for each request, also for one whose caller went away before the answer.
    reply.raw.on('close', () => {
      inFlight -= 1;
      const status = reply.raw.writableFinished ? reply.statusCode : callerWentAway;
      const route = request.route.url ?? 'unknown';
      const ms = reply.elapsedTime;
      metrics.observeRequest(request.method, route, status, ms / 1000);
      access({
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms,
        keyId: request.key?.id,
        organizerId: request.key?.organizerId,
      });
    });
    done();
  });
  return () => inFlight > inFlightMax;
}
