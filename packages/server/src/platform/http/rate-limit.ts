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
 * Counts an action against a limit that is not of the plane. The response to a rejected action has the `RateLimit` headers of this limit.
 *
 * @param limit.bucket what is counted
 * @param limit.caller the noun for the caller whose actions are counted
 * @param limit.isAnnounced whether each response has the headers of this limit, instead of those of the plane
 * @throws ApiError `rate_limited`
 */
export async function countAction(
  reply: FastifyReply,
  limiter: Limiter,
  limit: {
    readonly bucket: string;
    readonly max: number;
    readonly windowSeconds?: number;
    readonly reason: Parameters<typeof rateLimited>[1];
    readonly caller: string;
    readonly isAnnounced?: boolean;
  },
): Promise<void> {
  const result = await limiter.hit(limit.bucket, limit.max, limit.windowSeconds);
  if (limit.isAnnounced || !result.allowed) setRateLimitHeaders(reply, result);
  if (!result.allowed) throw rateLimited(result, limit.reason, limit.caller);
}

/**
 * Counts a search of the principal of a request.
 *
 * @throws ApiError `rate_limited`
 */
export function countSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter,
  perMinute: number,
): Promise<void> {
  return countAction(reply, limiter, {
    bucket: `search:${rateLimitKeyOf(request, request.principal)}`,
    max: perMinute,
    reason: 'search_limit_reached',
    caller: countedNoun(request.principal),
    isAnnounced: true,
  });
}
