import type { FastifyInstance } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Logger } from '../log.ts';
import { addressLimitOf } from './address-limit.ts';
import { problemType, toApiError, toProblem } from './problem.ts';
import { setRateLimitHeaders } from './rate-limit.ts';

interface ProblemOptions {
  readonly baseUrl: string;
  readonly limiter: Limiter;
  readonly log: Logger;
  readonly isUnavailable: (error: unknown) => boolean;
}

/**
 * Sends every error of a route or a hook as a problem document. If no plane has stated the limit of the caller, the response states
 * that of its IP address.
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
    return reply
      .code(apiError.status)
      .headers(apiError.headers)
      .header('content-type', problemType)
      .send(JSON.stringify(toProblem(apiError, request.id, baseUrl)));
  });
}

/** Logs only errors of the server. A 501 or a 505 is an error of the request. */
function logServerError(log: Logger, error: ApiError, requestId: string): void {
  if (error.code === 'internal_error') log.error({ err: error.cause ?? error, requestId }, error.code);
  if (error.code !== 'unavailable') return;
  // An overloaded server logs many of these lines, so a stack trace is logged only if the error has a cause.
  const cause = error.cause === undefined ? {} : { err: error.cause };
  log.warn({ ...cause, requestId }, error.detail);
}
