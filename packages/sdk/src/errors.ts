import type { FieldError, Problem } from './api.ts';

/** The rate limit of the API key or IP address, from the `RateLimit-…` headers of a response. */
export interface RateLimit {
  /** Maximum number of requests in a window. */
  readonly limit: number;
  /** Number of remaining requests in the current window. */
  readonly remaining: number;
  /** Seconds until the next window starts. */
  readonly resetSeconds: number;
}

/** The facts about a response that are not in its body. */
export interface ResponseFacts {
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The id of the request. Include it when you report a problem. It is null if the response is not from the service. */
  readonly requestId: string | null;
  /** Null if the response has no `RateLimit-…` headers. */
  readonly rateLimit: RateLimit | null;
}

/** The codes of errors. `unexpected_response`: the response is not from this service, for example from a proxy. */
export type ErrorCode = Problem['code'] | 'unexpected_response';

/** The base class of all errors of the client. */
export class OrganizerError extends Error {
  override name = 'OrganizerError';
}

/** No complete response was received, for example because the connection failed. The server may have processed the request. */
export class ConnectionError extends OrganizerError {
  override name = 'ConnectionError';
}

/** No complete response was received within the timeout. The server may have processed the request. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The service responded with an error. `message` states the error and what to do. */
export class ApiError extends OrganizerError implements ResponseFacts {
  override name = 'ApiError';
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | null;
  /** The kind of error. */
  readonly code: ErrorCode;
  /** The reason, which is more specific than `code`. */
  readonly reason: string | null;
  /** The values in `message`, by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The invalid fields. */
  readonly errors: readonly FieldError[];

  /** @param problem the problem document in the body; null if the body is something else */
  constructor(facts: ResponseFacts, problem: Problem | null, message: string) {
    super(message);
    this.status = facts.status;
    this.headers = facts.headers;
    this.requestId = facts.requestId;
    this.rateLimit = facts.rateLimit;
    this.code = problem?.code ?? 'unexpected_response';
    this.reason = problem?.reason ?? null;
    this.params = problem?.params ?? {};
    this.errors = problem?.errors ?? [];
  }
}

/** 400: the request is not valid. `errors` lists the invalid fields. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401: the API key or the token is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the API key lacks a scope, or (`code` `not_admitted`) the buyer has not been admitted by the waiting room. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the organizer has no such resource. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the current state does not permit the request, for example because the tickets are sold out. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 412: the resource has changed since the version in `ifMatch`. Nothing was changed. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}

/** 429: too many requests, or too many failed attempts with a wrong key or code. Nothing was processed. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 503: the service is unavailable or overloaded. Nothing was processed, except perhaps with the `reason` `commit_outcome_unknown`. */
export class UnavailableError extends ApiError {
  override name = 'UnavailableError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
  503: UnavailableError,
};

/** Creates the error of a response whose status is not a success. */
export function errorOf(facts: ResponseFacts, body: unknown): ApiError {
  const problem = isProblem(body) ? body : null;
  const message =
    problem?.detail ?? `The response has the status ${facts.status} and is not from the service. Check baseUrl.`;
  return new (classes[facts.status] ?? ApiError)(facts, problem, message);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}
