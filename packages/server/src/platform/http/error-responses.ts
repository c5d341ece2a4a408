import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Logger } from '../log.ts';
import { addressLimitOf } from './address-limit.ts';
import { notFoundPage } from './front-page.ts';
import { problemType, toApiError, toProblem } from './problem.ts';
import { setRateLimitHeaders } from './rate-limit.ts';
import { sendPage } from './send-page.ts';

interface ProblemOptions {
  readonly baseUrl: string;
  readonly limiter: Limiter;
  readonly log: Logger;
  readonly isUnavailable: (error: unknown) => boolean;
}

/**
 * Sends every error of a route or a hook as a problem document. A browser that opens a path that does not exist gets a page, outside the
 * planes. If no plane has stated the limit of the caller, the response states that of its IP address.
 */
export function respondWithProblems(
  app: FastifyInstance,
  { baseUrl, limiter, log, isUnavailable }: ProblemOptions,
): void {
  const addressLimit = addressLimitOf(app.planes, limiter);
  app.setErrorHandler(async (error, request, reply) => {
    // The client disconnected while the body was read. This response cannot be sent.
    if (error === request.raw.errored && error !== null) return reply.code(400).send();
    const apiError = toApiError(error, {
      isUnavailable,
      bodyTypes: request.route.bodyTypes,
      bytesMax: request.routeOptions.bodyLimit,
    });
    request.error = apiError;
    logServerError(log, apiError, request.id);
    const limit = reply.hasHeader('ratelimit-limit') ? null : await addressLimit(request.ip);
    if (limit !== null) setRateLimitHeaders(reply, limit);
    reply.code(apiError.status).headers(apiError.headers);
    // Node then reads the rest of the body and drops it. A closed connection would make a proxy that is still sending answer 502.
    if (apiError.reason === 'body_too_large') reply.removeHeader('connection');
    if (apiError.code === 'not_found' && isNavigation(request) && !isOfPlane(app, request)) {
      return sendPage(reply.header('vary', 'accept'), notFoundPage({ baseUrl }));
    }
    return reply.header('content-type', problemType).send(JSON.stringify(toProblem(apiError, request.id, baseUrl)));
  });
}

/** Whether a browser shows the response as a page. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

function isOfPlane({ planes }: FastifyInstance, { url }: FastifyRequest): boolean {
  return planes.some(({ prefix }) => url.startsWith(`${prefix}/`));
}

/** Logs only errors of the server. A 501 or a 505 is an error of the request. */
function logServerError(log: Logger, error: ApiError, requestId: string): void {
  if (error.code === 'internal_error') log.error({ err: error.cause ?? error, requestId }, error.code);
  if (error.code !== 'unavailable') return;
  // An overloaded server logs many of these lines, so a stack trace is logged only if the error has a cause.
  const cause = error.cause === undefined ? {} : { err: error.cause };
  log.warn({ ...cause, requestId }, error.detail);
}
