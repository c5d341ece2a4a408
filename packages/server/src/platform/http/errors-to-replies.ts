import type { FastifyInstance } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import type { Logger } from '../log.ts';
import { problemType, toApiError, toProblem } from './problem.ts';

/** Answers errors with problem documents. No other code does. */
export function answerWithProblems(
  app: FastifyInstance,
  { baseUrl, log, isUnavailable }: { baseUrl: string; log: Logger; isUnavailable: (error: unknown) => boolean },
): void {
  app.setErrorHandler((error, request, reply) => {
    // The client disconnected while the body was read: this answer cannot be sent.
    if (error === request.raw.errored && error !== null) return reply.code(400).send();
    const apiError = toApiError(error, isUnavailable);
    logServerError(log, apiError, request.id);
    return reply
      .code(apiError.status)
      .headers(apiError.headers)
      .header('content-type', problemType)
      .send(JSON.stringify(toProblem(apiError, request.id, baseUrl)));
  });
}

/** Logs errors of the server only: 501 and 505 are errors of the request. */
function logServerError(log: Logger, error: ApiError, requestId: string): void {
  if (error.code === 'internal_error') log.error({ err: error.cause ?? error, requestId }, error.code);
  if (error.code !== 'unavailable') return;
  // Without a cause the detail is enough, and the log of an overloaded server stays small.
  const cause = error.cause === undefined ? {} : { err: error.cause };
  log.warn({ ...cause, requestId }, error.detail);
}
