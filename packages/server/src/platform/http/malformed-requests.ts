import type { Socket } from 'node:net';
import { ApiError } from '../../errors/index.ts';
import type { RateLimitResult } from '../limits/limiter.ts';
import { STATUS_CODES } from './node-http.ts';
import { problemType, toProblem } from './problem.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { codingNotSupported, versionNotSupported } from './request-head.ts';

/**
 * How long a connection stays open after the response to a malformed request. In this time the client can read the
 * response (RFC 9112, section 9.6).
 */
const lingerMs = 1_000;

/** An error of Node's HTTP parser or of its timeouts. */
export interface ConnectionError extends Error {
  readonly code?: string;
  /** The parser's message. */
  readonly reason?: string;
}

/** The error for a request that cannot be parsed as HTTP/1.1 or is not complete in time. */
export function toRequestError({ code, reason }: ConnectionError): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('head_too_large', {});
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', {});
    case 'HPE_PAUSED_H2_UPGRADE':
      return versionNotSupported();
    case 'HPE_INVALID_VERSION':
      if (reason === 'Invalid HTTP version') return versionNotSupported();
      break;
    case 'HPE_INVALID_TRANSFER_ENCODING':
      if (reason === 'Request has invalid `Transfer-Encoding`') return codingNotSupported();
      break;
  }
  return new ApiError('malformed_http', {});
}

/**
 * Writes an error response directly to the socket, for a request that reaches no route, and closes the connection.
 *
 * @param options.limit the rate limit of the IP address; null if the response does not state it
 */
export function sendRawProblem(
  socket: Socket,
  error: ApiError,
  { requestId, baseUrl, limit }: { requestId: string; baseUrl: string; limit: RateLimitResult | null },
): void {
  const body = JSON.stringify(toProblem(error, requestId, baseUrl));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Cache-Control: private, no-store',
    'X-Content-Type-Options: nosniff',
    ...Object.entries(limit === null ? {} : rateLimitHeaders(limit)).map((field) => field.join(': ')),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // If the connection were closed immediately, a client that is still sending could lose the response.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The error for CONNECT, which requests a tunnel through a proxy. */
export function tunnelError(): ApiError {
  return new ApiError('tunnel_not_supported', {});
}
