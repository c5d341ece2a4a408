import type { FastifyReply } from 'fastify';
import type { PlaneApp } from './plane.ts';

/** What a page may read of an answer, beside its body. */
const exposed =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After, Request-Id, Location, Idempotent-Replayed, Date';
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key';
/** Browsers keep the permission so long, or as long as they are willing to. */
const keptSeconds = 86_400;

/** Lets pages of any site read the answers (the Fetch standard's CORS protocol). Nothing here goes by cookies. */
export function allowEveryOrigin(app: PlaneApp): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', exposed);
    done();
  });
}

/** Answers what a browser asks before it sends a request from another site. */
export function answerPreflight(reply: FastifyReply, allow: string): void {
  reply.code(204).header('allow', `${allow}, OPTIONS`);
  reply.header('access-control-allow-methods', allow).header('access-control-allow-headers', allowedHeaders);
  reply.header('access-control-max-age', keptSeconds).send();
}
