import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { problemType, toApiError, toProblem } from './problem.ts';

/** The one place in which an error becomes an answer. */
export function answerErrors(
  app: FastifyInstance,
  { baseUrl, log, isUnavailable }: { baseUrl: string; log: Logger; isUnavailable: (error: unknown) => boolean },
): void {
  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error, isUnavailable);
    if (apiError.status >= 500) {
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

/** What arrives as no HTTP request at all is answered as far as that is possible, and the connection closed. */
export function answerBrokenRequests(baseUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const apiError =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('headers_too_large', 'The address and headers are over 16 KiB together. Send shorter ones.')
        : new ApiError('invalid_request', 'This is not a well-formed HTTP request.');
    const requestId = newId('req', Date.now());
    const body = JSON.stringify(toProblem(apiError, requestId, baseUrl));
    socket.end(
      [
        `HTTP/1.1 ${apiError.status} ${apiError.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
        `content-type: ${problemType}`,
        `content-length: ${Buffer.byteLength(body)}`,
        `request-id: ${requestId}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
