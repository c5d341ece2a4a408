import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log.ts';
import { problemType, toApiError, toProblem } from './problem.ts';

/** The one place in which an error becomes an answer. */
export function answerErrors(
  app: FastifyInstance,
  { baseUrl, log, isUnavailable }: { baseUrl: string; log: Logger; isUnavailable: (error: unknown) => boolean },
): void {
  app.setErrorHandler((error, request, reply) => {
    // The caller hung up while its body was read: nobody is there to be answered.
    if (error === request.raw.errored && error !== null) return reply.code(400).send();
    const apiError = toApiError(error, isUnavailable);
    // 501 and 505 tell of the request, not of this server.
    if (apiError.code === 'internal_error' || apiError.code === 'unavailable') {
      const level = apiError.code === 'unavailable' ? 'warn' : 'error';
      log[level]({ err: apiError.cause ?? apiError, requestId: request.id }, apiError.code);
    }
    return reply
      .code(apiError.status)
      .headers(apiError.headers)
      .header('content-type', problemType)
      .send(JSON.stringify(toProblem(apiError, request.id, baseUrl)));
  });
}
