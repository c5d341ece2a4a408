import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../errors/index.ts';
import { windowSeconds } from '../limits/limiter.ts';
import { limitWithoutKey } from './address-limit.ts';
import { corsHeaders } from './cross-origin.ts';
import type { PlaneDescription } from './plane.ts';
import { problemType, toProblem } from './problem.ts';
import { rateLimitHeaders } from './rate-limit.ts';

/** Sends the response to a request that is rejected because of an overload. */
export type OverloadResponder = (request: IncomingMessage, response: ServerResponse, requestId: string) => void;

/** The response for the requests of a plane: its headers and its body without the id of the request. */
interface PreparedResponse {
  /** The URLs of these requests begin with it. */
  readonly prefix: string;
  readonly headers: readonly string[];
}

/**
 * Prepares the responses with status 503 to requests that are rejected before their route, their caller and their body are known.
 * The `RateLimit-*` headers of such a response say to wait as long as `Retry-After`: the counter of the caller is unknown.
 */
export function overloadResponder(planes: readonly PlaneDescription[], baseUrl: string): OverloadResponder {
  const error = new ApiError('server_overloaded', {});
  const placeholder = '0'.repeat(requestIdLength);
  const [bodyStart = '', bodyEnd = ''] = JSON.stringify(toProblem(error, placeholder, baseUrl)).split(placeholder);
  const common = Object.entries({
    ...error.headers,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(bodyStart + bodyEnd) + requestIdLength),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }).flat();
  const retryAfterSeconds = Number(error.headers['retry-after']);
  const withoutKey = limitWithoutKey(planes);
  const otherLimits = withoutKey === null ? {} : exhausted(withoutKey.perMinute, retryAfterSeconds);
  const otherPaths: PreparedResponse = { prefix: '/', headers: [...common, ...Object.entries(otherLimits).flat()] };
  const prepared = planes.map((plane) => ({
    prefix: `${plane.prefix.split('/:')[0]}/`,
    headers: [...common, ...planeHeaders(plane, retryAfterSeconds)],
  }));
  return (request, response, requestId) => {
    const url = request.url ?? '/';
    const { headers } = prepared.find(({ prefix }) => url.startsWith(prefix)) ?? otherPaths;
    response.writeHead(error.status, headers.concat('request-id', requestId));
    response.end(bodyStart + requestId + bodyEnd);
  };
}

/** The length of `req_` and a ULID. */
const requestIdLength = 30;

function planeHeaders(
  { announceLimits, perMinute, isCrossOrigin }: PlaneDescription,
  retryAfterSeconds: number,
): string[] {
  const limits = announceLimits ? exhausted(perMinute, retryAfterSeconds) : {};
  return Object.entries({ ...limits, ...(isCrossOrigin ? corsHeaders : {}) }).flat();
}

function exhausted(limit: number, resetSeconds: number): Readonly<Record<string, string>> {
  return rateLimitHeaders({ limit, remaining: 0, resetSeconds, windowSeconds });
}
