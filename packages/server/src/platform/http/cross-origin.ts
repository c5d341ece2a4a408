import type { FastifyReply } from 'fastify';
import type { PlaneApp } from './plane.ts';

/** The response headers that a web page can read. */
const exposedHeaders =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After, Request-Id, Location, Idempotent-Replayed, Date';
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key';
/** How long browsers can cache the response to a preflight request. Each browser also has its own limit. */
const cacheSeconds = 86_400;

/** The headers of each response that web pages of all origins can read (CORS, in the Fetch standard). */
export const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders };

/**
 * Lets web pages of all origins read the responses. No route of this plane
 * authenticates a caller by a cookie. Browsers send the cookie of a waiting room only with requests of the pages of this server.
 */
export function allowAllOrigins(app: PlaneApp): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(corsHeaders);
    done();
  });
}

/** Responds to the preflight request that a browser sends before a request to another origin. */
export function respondToPreflight(reply: FastifyReply, allow: string): void {
  reply.code(204).header('allow', `${allow}, OPTIONS`);
  reply.header('access-control-allow-methods', allow).header('access-control-allow-headers', allowedHeaders);
  reply.header('access-control-max-age', cacheSeconds).send();
}
