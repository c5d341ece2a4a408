import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ServiceClock } from '../clock.ts';
import type { Secrets } from '../crypto.ts';
import type { Db } from '../database/dialect.ts';
import type { Limiter } from '../limits/limiter.ts';
import { type Access, controlAccess } from './access.ts';
import { allowAllOrigins, respondToPreflight } from './cross-origin.ts';
import { rejectUnknownMethods } from './methods.ts';
import type { ApiDescription } from './openapi.ts';
import type { Authenticator, OrganizerPrincipal, Principal, ScopeReader } from './principal.ts';
import { pathNotFound } from './route-checks.ts';
import type { RowStreams } from './row-streams.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The configuration of the matched route, looked up once for each request. */
    route: FastifyContextConfig & { url?: string };
  }
  interface FastifyInstance {
    /** The public URL of this server, without a trailing slash. */
    baseUrl: string;
    /** The registered planes, for the OpenAPI document. */
    planes: PlaneDescription[];
    /** Builds the OpenAPI document of the API, or of the planes that have a separate document. */
    openApiDocument: (document: ApiDescription | null) => Promise<object>;
  }
}

/** The largest body of a request that anybody can send. */
const anonymousBodyBytesMax = 64 * 1024;

/** The services that all features use. */
export interface Services {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
}

/** The services of features whose callers each act for one organizer. */
export interface OrganizerServices<P extends OrganizerPrincipal = OrganizerPrincipal> extends Services {
  readonly scopeOf: ScopeReader<P>;
  readonly limiter: Limiter;
}

/** The services of features whose responses continue after the authentication. */
export interface StreamServices<P extends OrganizerPrincipal = OrganizerPrincipal> extends OrganizerServices<P> {
  /** Authenticates the sender of a request again. */
  readonly authenticate: Authenticator<P>['authenticate'];
}

/** The services of features for programs of an organizer. */
export interface KeyServices<P extends OrganizerPrincipal = OrganizerPrincipal> extends StreamServices<P> {
  readonly rowStreams: RowStreams;
}

/** The services of features for the operator of the service. */
export interface OperatorServices<
  P extends Principal & { readonly actor: string } = Principal & { readonly actor: string },
> extends Services {
  readonly scopeOf: ScopeReader<P>;
  readonly limiter: Limiter;
}

/** The part of the application that belongs to one plane. */
export type PlaneApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Registers the routes of a feature on a plane, with the services that it needs. */
export type Feature<S extends Services = Services> = (app: PlaneApp, services: S) => void;

/** The description of a plane in the OpenAPI document. */
export type PlaneDescription = { readonly prefix: string } & Pick<
  Access<Principal>,
  'plane' | 'callers' | 'perMinute' | 'failedPerMinute' | 'announceLimits'
> &
  Access<Principal>['authenticator']['documentation'] &
  Pick<Required<PlaneOptions<Principal>>, 'isCrossOrigin'> & { readonly document: ApiDescription | null };

/** A plane: a part of the API with one URL prefix and one kind of authentication. */
export interface PlaneOptions<P extends Principal> extends Access<P> {
  readonly prefix: string;
  /** The description of the OpenAPI document of this plane, if it is not part of the document of the API. */
  readonly document?: ApiDescription;
  /** Registers hooks that run before the access is checked, for headers that every response of the plane has. */
  readonly prepare?: (app: PlaneApp) => void;
  /** Registers the routes. Handlers read who sends a request, for which organizer, with `scopeOf(request)`. */
  readonly routes: (app: PlaneApp, scopeOf: ScopeReader<P>) => void;
  /** Whether web pages of all origins can call the routes and read the responses. Otherwise, the response to `OPTIONS` is 405. */
  readonly isCrossOrigin?: boolean;
}

/** Registers a plane: its routes behind its access control, with 404 for unknown paths and 405 for unknown methods. */
export function registerPlane<P extends Principal>(root: FastifyInstance, options: PlaneOptions<P>): void {
  const { prefix, plane, callers, authenticator, perMinute, failedPerMinute, announceLimits } = options;
  const { document = null, isCrossOrigin = false } = options;
  const limits = { plane, callers, perMinute, failedPerMinute, announceLimits };
  root.planes.push({ prefix, document, isCrossOrigin, ...limits, ...authenticator.documentation });
  root.register(
    async (scoped) => {
      const app = scoped as unknown as PlaneApp;
      options.prepare?.(app);
      if (callers === 'anonymous') {
        app.addHook('onRoute', (route) => {
          route.bodyLimit ??= anonymousBodyBytesMax;
        });
      }
      if (isCrossOrigin) allowAllOrigins(app);
      const scopeOf = controlAccess(app, options);
      app.setNotFoundHandler((request) => {
        throw pathNotFound(request);
      });
      rejectUnknownMethods(app, () => options.routes(app, scopeOf), isCrossOrigin ? respondToPreflight : undefined);
    },
    { prefix },
  );
}
