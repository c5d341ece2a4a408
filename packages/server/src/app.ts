import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Plane } from './planes/context.ts';
import { adapterOf, dialectOf } from './platform/database/dialect.ts';
import { compressResponses } from './platform/http/compression.ts';
import { documentationRoutes } from './platform/http/documentation.ts';
import { respondWithProblems } from './platform/http/error-responses.ts';
import { registerJsonParser } from './platform/http/json-body.ts';
import { assertMethodAllowed, fixHeadLength, KnownPaths, routerOptions } from './platform/http/methods.ts';
import { createServer } from './platform/http/node-http.ts';
import { registerOpenRoutes } from './platform/http/open-routes.ts';
import {
  collectRoutes,
  type DeploymentDescription,
  type DocumentedRoute,
  openApiDocument,
} from './platform/http/openapi.ts';
import type { Services } from './platform/http/plane.ts';
import { probeRoutes, readinessError } from './platform/http/probes.ts';
import { respondAfterCommits } from './platform/http/respond-after-commits.ts';
import { pathNotFound } from './platform/http/route-checks.ts';
import { type RequestObserver, trackRequests } from './platform/http/track-requests.ts';
import { compileValidator } from './platform/http/validate.ts';
import { newId } from './platform/ids.ts';
import type { Limiter } from './platform/limits/limiter.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';

const maxBodyBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
/** The interval at which the server checks for requests that exceed the timeout. */
const requestCheckMs = 1_000;
/** Longer than the idle timeout of load balancers. Otherwise they could send a request on a connection that is being closed here. */
const keepAliveTimeoutMs = 75_000;

/** Fastify gets this function, so that it does not load its own compilers, which no route uses. */
const unusedCompiler = (): never => {
  throw new Error('The compilers of the application are set after its creation.');
};

export interface AppParts {
  readonly config: Pick<Config, 'baseUrl' | 'trustProxy' | 'maxWaitMs'>;
  /** The parts of the API reference that are not derived from the routes. */
  readonly description: DeploymentDescription;
  readonly planes: readonly Plane[];
  readonly services: Services;
  readonly limiter: Limiter;
  readonly log: Pick<Log, 'logger' | 'access'>;
  readonly metrics: Metrics;
  /** Called after each request. */
  readonly observeRequest?: RequestObserver | null;
  /** Registers the hooks that create the spans of requests; null if no traces are exported. */
  readonly traceRequests?: ((app: FastifyInstance) => void) | null;
  /** `full` (default): the public port serves `/metrics`, and `/readyz` states the reason why the process is not ready. */
  readonly probes?: 'full' | 'none';
}

/**
 * Builds the HTTP application. A request gets an id. Its plane authenticates the caller, counts the request against the limits,
 * and checks route and permission. The route's schema validates query and body. The handler calls a feature. The response, or
 * the error as a problem document, is sent, and the request is recorded in the log and the metrics.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, description, services, limiter, log, metrics, observeRequest = null } = parts;
  const { baseUrl } = config;
  const { classifyError } = dialectOf(services.db);
  const { onClientError, receive, track } = trackRequests({
    log,
    metrics,
    clock: services.clock,
    limiter,
    databaseQueue: () => adapterOf(services.db).queueState(),
    baseUrl,
    maxWaitMs: config.maxWaitMs,
    observeRequest,
  });
  let stopping = false;
  const app = Fastify({
    logger: false,
    genReqId: () => newId('req', services.clock.now()),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    routerOptions,
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    schemaController: { compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler } },
    clientErrorHandler: onClientError,
    serverFactory: (handle) => {
      // A request without `Host` gets a problem document, like every other request with invalid headers.
      const options = { requireHostHeader: false, connectionsCheckingInterval: requestCheckMs };
      const server = createServer({ ...options, requestTimeout: requestTimeoutMs }, (request, response) =>
        receive(request, response, handle),
      );
      server.keepAliveTimeout = keepAliveTimeoutMs;
      return server;
    },
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('route', null as never);
  app.decorate('baseUrl', baseUrl);
  app.decorate('planes', []);
  app.decorate('knownPaths', new KnownPaths());
  app.setValidatorCompiler(compileValidator);
  // SQL statements return data as the schemas describe it, so responses are neither mapped nor filtered.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerJsonParser(app);
  fixHeadLength(app);

  respondWithProblems(app, {
    baseUrl,
    limiter,
    log: log.logger,
    isUnavailable: (error) => classifyError(error) === 'unavailable',
  });
  track(app);
  respondAfterCommits(app, () => adapterOf(services.db).pendingCommits);
  parts.traceRequests?.(app);
  compressResponses(app);
  const routes = collectRoutes(app);
  const detail = parts.probes ?? 'full';
  registerOpenRoutes(app, (open) =>
    probeRoutes(open, { db: services.db, metrics, isStopping: () => stopping }, detail),
  );
  app.decorate('openApiDocument', (document) => {
    const planes = app.planes.filter((plane) => plane.document === document);
    const others = app.planes.filter((plane) => plane.document !== document);
    const isDocumented = ({ url }: DocumentedRoute) => !others.some(({ prefix }) => url.startsWith(`${prefix}/`));
    return openApiDocument(document ?? description, routes.filter(isDocumented), { baseUrl, planes });
  });
  const apis = Object.entries({ '/openapi.json': null, ...description.otherApis });
  const documents = Object.fromEntries(apis.map(([path, api]) => [path, () => app.openApiDocument(api)]));
  const isReady = async () => (await readinessError({ db: services.db, isStopping: () => stopping })) === null;
  registerOpenRoutes(app, (pages) => documentationRoutes(pages, { ...description, baseUrl, isReady, documents }));
  for (const plane of parts.planes) plane(app, { services, limiter, log: log.logger, metrics });
  app.register(rejectUnknownPaths);
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  await app.ready();
  return app;
}

/** Responds to requests for paths that no route and no plane has, before their bodies are read. */
async function rejectUnknownPaths(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.headError !== null) throw request.headError;
    assertMethodAllowed(request);
    throw pathNotFound(request);
  });
  app.setNotFoundHandler(() => {
    throw new Error('The hook rejects every request before this handler runs.');
  });
}

/**
 * The URL to route. In a path with invalid escapes or an escaped NUL, each `%` is escaped. Such a path still reaches its plane,
 * which rejects it.
 */
function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const queryIndex = url.indexOf('?');
  const path = queryIndex === -1 ? url : url.slice(0, queryIndex);
  try {
    if (!decodeURI(path).includes('\0')) return url;
  } catch {
    // The path has invalid escapes.
  }
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
