import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound, unavailable } from '../errors.ts';
import { addressBucket } from '../limits/address.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import type { Metrics } from '../metrics.ts';
import type { Caller, PlaneApp } from './plane.ts';

/** Longer addresses are refused: no call of ours comes near. */
const urlLengthMax = 8_192;

/** Finds the caller whose key this is; null for none. Answers at once where it can. */
export interface Authenticator {
  find(key: string): Caller | null | Promise<Caller | null>;
}

interface Admission {
  /** Names the plane in buckets and metrics: each plane counts for itself. */
  readonly plane: string;
  /** Requests a minute of one caller. */
  readonly limit: number;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
  /** Whether more requests are under way than can be served in time. */
  readonly isOverloaded: () => boolean;
}

/** How callers with a key are admitted, each counted by it. */
export interface KeyAdmission extends Admission {
  /** Requests a minute without a good key from one address; null for no such limit. */
  readonly failedLimit: number | null;
  /** Whether each answer tells of its limit in `RateLimit-*` headers, or only a refusal in `Retry-After`. */
  readonly announce: boolean;
  readonly authenticator: Authenticator;
}

/**
 * What every request of a keyed plane passes before anything else looks at it, in this order: its key, the limits, its
 * route, the scope. A handler runs only for a caller who may have what it gives.
 */
export function admitByKey(app: PlaneApp, options: KeyAdmission): void {
  app.addHook('onRequest', (request, reply, done) => {
    let entering: void | Promise<void>;
    try {
      entering = enter(request, reply, options);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (entering === undefined) done();
    else entering.then(() => done(), done);
  });
}

/**
 * What every request of a plane without keys passes before anything else looks at it: the limit of its address, which is the
 * plane's or the route's own; its route.
 */
export function admitByAddress(app: PlaneApp, options: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    const own = request.route.ownLimit;
    const bucket = `${options.plane}:${own === undefined ? '' : `${own.name}:`}${addressBucket(request.ip)}`;
    const limit = own?.perMinute ?? options.limit;
    // What a browser asks beforehand is no call of its own.
    const isPreflight = request.method === 'OPTIONS';
    const verdict = isPreflight ? options.limiter.peek(bucket, limit) : options.limiter.hit(bucket, limit);
    const judge = (settled: Verdict) => judgeAddress(request, reply, options, settled);
    if (verdict instanceof Promise) {
      verdict.then(judge).then(() => done(), done);
      return;
    }
    try {
      judge(verdict);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  });
}

function judgeAddress(request: FastifyRequest, reply: FastifyReply, options: Admission, verdict: Verdict): void {
  announce(reply, verdict);
  // A page learns that it must wait only where what its browser asks beforehand is answered.
  if (!verdict.allowed && request.method !== 'OPTIONS') {
    options.metrics.countRefusal(options.plane, 'address');
    throw tooMany(verdict, `This address has sent its ${verdict.limit} requests of this minute.`);
  }
  if (options.isOverloaded()) throw unavailable('Too many requests are under way. Try again shortly.');
  checkRoute(request);
}

/** A limit is used up: says when to go on. */
export function tooMany(verdict: Verdict, what: string): ApiError {
  return new ApiError('rate_limited', `${what} Wait ${verdict.resetSeconds} s and go on.`, {
    headers: { 'retry-after': String(verdict.resetSeconds) },
  });
}

function enter(request: FastifyRequest, reply: FastifyReply, options: KeyAdmission): void | Promise<void> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) return refuseCaller(request, reply, options, missingKey());
  const found = options.authenticator.find(token);
  if (!(found instanceof Promise)) return admitCaller(request, reply, options, found);
  return found.then(
    (caller) => admitCaller(request, reply, options, caller),
    (error: Error) => tellWithoutCounting(request, reply, options, error),
  );
}

function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  caller: Caller | null,
): void | Promise<void> {
  if (caller === null) return refuseCaller(request, reply, options, invalidKey());
  request.key = caller;
  const verdict = options.limiter.hit(`${options.plane}:${caller.id}`, options.limit);
  if (verdict instanceof Promise) return verdict.then((settled) => judge(request, reply, options, settled));
  judge(request, reply, options, verdict);
}

function judge(request: FastifyRequest, reply: FastifyReply, options: KeyAdmission, verdict: Verdict): void {
  if (options.announce) announce(reply, verdict);
  if (!verdict.allowed) {
    options.metrics.countRefusal(options.plane, 'key');
    throw tooMany(verdict, `This key has sent its ${verdict.limit} requests of this minute.`);
  }
  if (options.isOverloaded()) throw unavailable('Too many requests are under way. Try again shortly.');
  checkRoute(request);
  checkScope(request);
}

async function refuseCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  refusal: ApiError,
): Promise<void> {
  if (options.failedLimit === null) throw refusal;
  const verdict = await options.limiter.hit(failedBucket(request, options), options.failedLimit);
  if (options.announce) announce(reply, verdict);
  if (verdict.allowed) throw refusal;
  options.metrics.countRefusal(options.plane, 'failed_attempts');
  throw new ApiError(
    'too_many_failed_attempts',
    `Too many requests without a good key came from this address. Wait ${verdict.resetSeconds} s, or send a good key.`,
    { headers: { 'retry-after': String(verdict.resetSeconds) } },
  );
}

/** Whether the key is good could not be found out: the answer still tells of a limit, and counts against none. */
async function tellWithoutCounting(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  error: Error,
): Promise<never> {
  if (options.announce && options.failedLimit !== null) {
    announce(reply, await options.limiter.peek(failedBucket(request, options), options.failedLimit));
  }
  throw error;
}

function failedBucket(request: FastifyRequest, options: KeyAdmission): string {
  return `${options.plane}:failed:${addressBucket(request.ip)}`;
}

/** The four headers of draft-ietf-httpapi-ratelimit-headers-06 (SPEC.md section 8). */
export function announce(reply: FastifyReply, verdict: Verdict): void {
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  reply.header('ratelimit-policy', `${verdict.limit};w=${verdict.windowSeconds}`);
}

function checkRoute(request: FastifyRequest): void {
  if (request.url.length > urlLengthMax) {
    throw new ApiError('uri_too_long', `The address is longer than ${urlLengthMax} characters. Shorten its query.`);
  }
  if (request.route.url === undefined) throw noSuchPath(request);
  const { allow } = request.route;
  if (allow !== undefined) {
    throw new ApiError('method_not_allowed', `${request.method} is not a method of this path. Use ${allow}.`, {
      headers: { allow },
    });
  }
}

export function noSuchPath(request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0]!.slice(0, 200);
  return notFound(`There is no path ${path}. The reference at /docs lists those that exist.`);
}

function checkScope(request: FastifyRequest): void {
  const { scope } = request.route;
  if (scope === undefined || request.key.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `This call needs the scope ${scope}, which the key does not have.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** The token of an `Authorization: Bearer` header; null for none. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^bearer +(\S+) *$/i.exec(header);
  return match === null ? null : match[1]!;
}

function missingKey(): ApiError {
  return new ApiError('missing_key', 'Send your API key in the header "Authorization: Bearer <key>".', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function invalidKey(): ApiError {
  const detail = 'The API key is mistyped, unknown, revoked or expired. Check it, or make a new one.';
  return new ApiError('invalid_key', detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}
