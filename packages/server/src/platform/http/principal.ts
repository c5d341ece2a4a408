import type { FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../../errors/index.ts';
import type { Clock, ServiceClock } from '../clock.ts';
import type { Origin } from '../scope.ts';
import { challenge } from './credentials.ts';

/** The authenticated sender of a request. */
export interface Principal {
  /** The kind of credentials, as a noun for errors and metrics, such as `key`. A plane can have several kinds. */
  readonly kind: string;
  /** The organizer for which the principal acts; null if it is not bound to a single organizer. */
  readonly organizerId: string | null;
  /** The name in the audit log; null if its actions are not audited. */
  readonly actor: string | null;
  readonly permissions: ReadonlySet<string>;
  /** The error for a missing permission; by default, the error that names a scope. */
  readonly denied?: (permission: string) => ApiError;
  /** Whether the data of its sandbox is being deleted. */
  readonly isInReset?: boolean;
  /** The key of its rate limit; null if requests are counted for each IP address. */
  readonly rateLimitKey: string | null;
}

/** A principal that acts for one organizer and is named in the audit log. */
export interface OrganizerPrincipal extends Principal {
  readonly organizerId: string;
  readonly actor: string;
}

/** The parts of a request that identify its sender. */
type RequestCredentials = Pick<FastifyRequest, 'headers' | 'ip' | 'params'>;

/** Identifies the sender of a request by its credentials. Each kind of credentials has one authenticator, in one file. */
export interface Authenticator<P extends Principal> {
  /**
   * Returns the principal, or the error for missing or invalid credentials. Throws only if the credentials cannot be checked, for
   * example while the database is unavailable. Such a request is not counted as a failed attempt.
   */
  authenticate(request: RequestCredentials): Promise<P | ApiError>;
  /**
   * Whether `authenticate` must read the database for well-formed credentials that were not valid lately. The plane limits these
   * reads for each IP address. Without this function, anybody can cause as many reads as requests.
   */
  readonly isUnknown?: (request: RequestCredentials) => boolean;
  /** The description of this authenticator in the OpenAPI document. */
  readonly documentation: {
    /** Name among the security schemes of the document. */
    readonly name: string;
    /** The OpenAPI security scheme. */
    readonly scheme: Readonly<Record<string, string>>;
    /**
     * The schemes of other ways to send the same credentials, by name. Operations do not refer to them, because some generated
     * clients would send the credentials in both ways.
     */
    readonly alternatives?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** The errors for missing or invalid credentials. */
    readonly errors: readonly ErrorCode[];
    /** Whether principals can lack permissions. If so, each operation names the permission that it needs. */
    readonly namesPermissions: boolean;
  };
}

type ScopedRequest = Pick<FastifyRequest, 'principal' | 'ip' | 'id'>;

/** For whom, when and at whose request a handler works. Operations for one organizer take it as their `RequestScope`. */
export class HandlerScope<P extends Principal> {
  readonly principal: P;
  readonly organizerId: P['organizerId'];
  /** The clock of the organizer; the server's if the principal is not bound to a single organizer. */
  readonly clock: Clock;
  readonly #request: ScopedRequest;

  constructor(principal: P, clock: ServiceClock, request: ScopedRequest) {
    this.principal = principal;
    this.organizerId = principal.organizerId;
    this.clock = principal.organizerId === null ? clock : clock.of(principal.organizerId);
    this.#request = request;
  }

  // Most reads do not need it, and behind a proxy, finding the address takes a microsecond.
  get origin(): Origin<P['actor']> {
    return { actor: this.principal.actor, address: this.#request.ip, requestId: this.#request.id };
  }
}

/**
 * Returns the scope of a request to one plane.
 *
 * @throws Error if the request was not authenticated. This is a bug in the route; the response is 500
 */
export type ScopeReader<P extends Principal> = (request: ScopedRequest) => HandlerScope<P>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `controlAccess`. Handlers read it through the `ScopeReader` of their plane. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /**
     * The permission that the principal must have. On a plane with anonymous callers, only routes with a permission
     * require authentication.
     */
    permission?: string;
  }
}

/** Creates the reader for a plane whose principals all come from one authenticator. */
export function scopeReader<P extends Principal>(
  _authenticator: Authenticator<P>,
  clock: ServiceClock,
): ScopeReader<P> {
  return (request) => {
    if (request.principal === null)
      throw new Error('A handler read the scope of a request that was not authenticated.');
    return new HandlerScope(request.principal as P, clock, request);
  };
}

/**
 * @param parameter the query parameter that requires the permission; by default the whole request requires it
 * @throws ApiError `missing_scope` if the principal lacks the permission
 * @throws ApiError `missing_scope_for_parameter` if the principal lacks the permission for `parameter`
 */
export function requirePermission(principal: Principal, scope: string, parameter?: string): void {
  const { kind: caller, permissions, denied } = principal;
  if (permissions.has(scope)) return;
  if (denied !== undefined) throw denied(scope);
  const headers = { 'www-authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) };
  if (parameter === undefined) throw new ApiError('missing_scope', { scope, caller }, { headers });
  throw new ApiError('missing_scope_for_parameter', { scope, caller, parameter }, { headers });
}
