import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../errors/index.ts';
import { windowSeconds } from '../limits/limiter.ts';
import { limitWithoutKey } from './address-limit.ts';
import { corsHeaders } from './cross-origin.ts';
import type { PlaneDescription } from './plane.ts';
import { problemType, toProblem } from './problem.ts';
import { rateLimitHeaders } from './rate-limit.ts';

/** The response to a request that is rejected before its route, its caller and its body are known. */
interface RejectedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** Sends 503. The counter of the caller is unknown: the `RateLimit-*` headers say to wait as long as `Retry-After`. */
export function respondOverloaded(
  { request, response, requestId }: RejectedRequest,
  planes: readonly PlaneDescription[],
  baseUrl: string,
): void {
  const error = new ApiError('server_overloaded', {});
  const plane = planes.find(({ prefix }) => request.url?.startsWith(`${prefix.split('/:')[0]}/`));
  const limited = plane === undefined ? limitWithoutKey(planes) : plane.announceLimits ? plane : null;
  const wait = { remaining: 0, resetSeconds: Number(error.headers['retry-after']), windowSeconds };
  const body = JSON.stringify(toProblem(error, requestId, baseUrl));
  response.writeHead(error.status, {
    ...error.headers,
    ...(limited === null ? {} : rateLimitHeaders({ limit: limited.perMinute, ...wait })),
    ...(plane?.isCrossOrigin ? corsHeaders : {}),
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'request-id': requestId,
  });
  response.end(body);
}
