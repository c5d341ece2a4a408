import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { ipBucket } from '../limits/ip-bucket.ts';
import type { Limiter, RateLimitResult } from '../limits/limiter.ts';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A rate limit for this route, instead of the plane's limit. */
    rateLimit?: { readonly name: string; readonly perMinute: number };
  }
}

/** The rate-limit key of a caller. */
export function rateLimitKeyOf(request: FastifyRequest, principal: Principal | null): string {
  return principal?.rateLimitKey ?? ipBucket(request.ip);
}

/**
 * The noun for a caller in errors and metrics: the kind of its principal, or `address` if requests are counted for its IP
 * address.
 */
export function countedNoun(principal: Principal | null): string {
  return principal === null || principal.rateLimitKey === null ? 'address' : principal.kind;
}

/** The bucket that counts the requests of an IP address without valid credentials on a plane. */
export function failedBucket(plane: string, address: string | undefined): string {
  return `${plane}:failed:${ipBucket(address)}`;
}

/** The four headers of draft-ietf-httpapi-ratelimit-headers-06. */
export function rateLimitHeaders(
  result: Pick<RateLimitResult, 'limit' | 'remaining' | 'resetSeconds' | 'windowSeconds'>,
): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(result.limit),
    'ratelimit-remaining': String(result.remaining),
    'ratelimit-reset': String(result.resetSeconds),
    'ratelimit-policy': `${result.limit};w=${result.windowSeconds}`,
  };
}

/** Sets the `RateLimit` headers. */
export function setRateLimitHeaders(reply: FastifyReply, result: RateLimitResult): void {
  reply.headers(rateLimitHeaders(result));
}

/**
 * The error for an exceeded limit, with `Retry-After`.
 *
 * @param caller the noun for the caller whose requests are counted: `key`, `address`, `session`
 */
export function rateLimited(
  { limit, resetSeconds }: RateLimitResult,
  reason:
    | 'request_limit_reached'
    | 'search_limit_reached'
    | 'code_request_limit_reached'
    | 'email_code_limit_reached'
    | 'sign_in_limit_reached'
    | 'invitation_limit_reached',
  caller: string,
): ApiError {
  return new ApiError(
    reason,
    { caller, limit, retryAfterSeconds: resetSeconds },
    { headers: { 'retry-after': String(resetSeconds) } },
  );
}

/**
 * Counts an action against a limit that is not of the plane. Only the response to a rejected action has the `RateLimit` headers.
 *
 * @param limit.bucket what is counted
 * @param limit.caller the noun for the caller whose actions are counted
 * @throws ApiError `rate_limited`
 */
export async function countAction(
  reply: FastifyReply,
  limiter: Limiter,
  limit: {
    readonly bucket: string;
    readonly max: number;
    readonly windowSeconds: number;
    readonly reason: Parameters<typeof rateLimited>[1];
    readonly caller: string;
  },
): Promise<void> {
  const result = await limiter.hit(limit.bucket, limit.max, limit.windowSeconds);
  if (result.allowed) return;
  setRateLimitHeaders(reply, result);
  throw rateLimited(result, limit.reason, limit.caller);
}

/**
 * Counts a request against an additional limit of its principal. The response then has the `RateLimit` headers of this
 * limit instead of the headers of the plane's limit.
 *
 * @throws ApiError `search_limit_reached` if the limit is exceeded
 */
export async function countAgainst(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter,
  limit: { name: string; perMinute: number; reason: 'search_limit_reached' },
): Promise<void> {
  const { principal } = request;
  const result = await limiter.hit(`${limit.name}:${rateLimitKeyOf(request, principal)}`, limit.perMinute);
  setRateLimitHeaders(reply, result);
  if (result.allowed) return;
  throw rateLimited(result, limit.reason, countedNoun(principal));
}
