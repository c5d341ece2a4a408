import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Requests under way at once; past that the server says so instead of letting all of them wait. */
const inFlightMax = 2_000;

/** Gives each answer its `Request-Id`, and each request a line in the log and its place in the metrics. */
export function observeRequests(app: FastifyInstance, log: Logger, metrics: Metrics): void {
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    inFlight += 1;
    reply.header('request-id', request.id);
    reply.header('cache-control', 'private, no-store');
    reply.header('x-content-type-options', 'nosniff');
    if (inFlight > inFlightMax) done(unavailable('Too many requests are under way. Try again shortly.'));
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    inFlight -= 1;
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        keyId: request.key?.id,
        organizerId: request.key?.organizerId,
      },
      'request',
    );
    done();
  });
}
