import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.ts';
import {
  accountRoutes,
  accountServices,
  factorRoutes,
  type MemberPrincipal,
  memberAuthenticator,
  type OperatorPrincipal,
  operatorAuthenticator,
  organizerOperatorAuthenticator,
  passkeyRoutes,
  signInRoutes,
  userAuthenticator,
} from '../features/accounts/http.ts';
import type { ApiDescription } from '../platform/http/openapi.ts';
import {
  type Feature,
  type OperatorServices,
  type OrganizerServices,
  type PlaneApp,
  registerPlane,
} from '../platform/http/plane.ts';
import type { Authenticator } from '../platform/http/principal.ts';
import { pathId } from '../platform/http/schema.ts';
import type { Plane } from './context.ts';
import { rejectInReset } from './reject-in-reset.ts';

/** The services of features for members. */
interface MemberServices extends OrganizerServices<MemberPrincipal> {
  /** Authenticates the sender of a request again. */
  readonly authenticate: Authenticator<MemberPrincipal>['authenticate'];
}

interface DashboardOptions {
  /** The features for members, each for the organizer in the path. */
  readonly memberFeatures: readonly Feature<MemberServices>[];
  readonly operatorFeatures: readonly Feature<OperatorServices<OperatorPrincipal>>[];
  /** The features for the operator, each for the organizer in the path. */
  readonly organizerOperatorFeatures: readonly Feature<OrganizerServices>[];
  /** The limit of one user, and of one IP address that is not signed in, in requests per minute. */
  readonly perMinute: number;
}

/** The limit of one IP address, in requests per minute without a session or for an organizer of which the user is not a member. */
const failedPerMinute = 120;

/** The parts of the document of the dashboard's API that are not derived from its routes. */
export const dashboardApi: ApiDescription = {
  title: 'Dashboard API',
  summary: 'The endpoints of the dashboard, with sessions instead of API keys. They change without notice.',
  description: () => 'The endpoints of the dashboard.',
  tags: [],
  webhooks: async () => ({ webhooks: {}, parameters: {}, responses: {} }),
};

/** `/dashboard/api/…`: the endpoints of the dashboard. They have three parts: the account of the user, members, and the operator. */
export function dashboardPlane({
  memberFeatures,
  operatorFeatures,
  organizerOperatorFeatures,
  perMinute,
}: DashboardOptions): Plane {
  return (root, { services, limiter, metrics, log }) => {
    const accounts = accountServices({ ...services, baseUrl: root.baseUrl });
    const common = {
      perMinute,
      announceLimits: true,
      clock: services.clock,
      limiter,
      metrics,
      document: dashboardApi,
    };
    registerPlane(root, {
      ...common,
      prefix: '/dashboard/api/account',
      plane: 'account',
      callers: 'anonymous',
      failedPerMinute: null,
      authenticator: userAuthenticator(accounts),
      prepare: rejectOtherOrigins,
      routes: (app, scopeOf) => {
        signInRoutes(app, { ...accounts, limiter, log });
        for (const feature of [accountRoutes, factorRoutes, passkeyRoutes]) {
          feature(app, { ...accounts, scopeOf, limiter });
        }
      },
    });
    const members = memberAuthenticator(accounts);
    registerPlane(root, {
      ...common,
      prefix: '/dashboard/api/organizers/:organizer',
      plane: 'dashboard',
      failedPerMinute,
      callers: 'authenticated',
      authenticator: members,
      prepare: (app) => {
        rejectOtherOrigins(app);
        describeOrganizerParameter(app);
      },
      routes: (app, scopeOf) => {
        const { authenticate } = members;
        rejectInReset(app, isChange);
        for (const feature of memberFeatures)
          feature(app, {
            ...services,
            scopeOf,
            limiter,
            authenticate,
          });
      },
    });
    registerPlane(root, {
      ...common,
      prefix: '/dashboard/api/operator',
      plane: 'operator',
      failedPerMinute,
      callers: 'authenticated',
      authenticator: operatorAuthenticator(accounts),
      prepare: rejectOtherOrigins,
      routes: (app, scopeOf) => {
        for (const feature of operatorFeatures) feature(app, { ...services, scopeOf, limiter });
      },
    });
    registerPlane(root, {
      ...common,
      prefix: '/dashboard/api/operator/organizers/:organizer',
      plane: 'operator',
      failedPerMinute,
      callers: 'authenticated',
      authenticator: organizerOperatorAuthenticator(accounts),
      prepare: (app) => {
        rejectOtherOrigins(app);
        describeOrganizerParameter(app);
      },
      routes: (app, scopeOf) => {
        for (const feature of organizerOperatorFeatures) feature(app, { ...services, scopeOf, limiter });
      },
    });
  };
}

function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Rejects requests that pages of other websites send, because a browser can add the cookie of the session to them. */
function rejectOtherOrigins(app: PlaneApp): void {
  const base = new URL(app.baseUrl);
  app.addHook('onRequest', (request, _reply, done) => {
    done(isSameOrigin(request, base) ? undefined : new ApiError('cross_site_request', { origin: base.origin }));
  });
}

/**
 * Whether a page of this server, or no page, has sent the request. Browsers send `Origin` with each request whose
 * method is neither GET nor HEAD (the Fetch standard). The header `Host` is not compared: it is what the sender says.
 */
function isSameOrigin({ method, headers }: FastifyRequest, base: URL): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === base.origin || (isLoopback(base) && isOtherNameOf(base, origin));
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  return site === 'same-origin' || (isRead && (site === undefined || site === 'none'));
}

function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Whether an origin is this server on this machine by another name. By default, `BASE_URL` has the address and not `localhost`. */
function isOtherNameOf(base: URL, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return isLoopback(page) && page.protocol === base.protocol && page.port === base.port;
}

/** Adds the parameter of the prefix to the schemas of the routes, so that no route has to repeat it. */
function describeOrganizerParameter(app: PlaneApp): void {
  const organizer = pathId('The slug of the organizer', 'harbor-city-events');
  app.addHook('onRoute', (route) => {
    const params = (route.schema?.params ?? { type: 'object', additionalProperties: false }) as {
      properties?: object;
      required?: readonly string[];
    };
    route.schema = {
      ...route.schema,
      params: {
        ...params,
        properties: { organizer, ...params.properties },
        required: ['organizer', ...(params.required ?? [])],
      },
    };
  });
}
