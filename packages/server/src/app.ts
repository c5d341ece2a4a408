import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Plane } from './planes/context.ts';
import { dialectOf } from './platform/database/dialect.ts';
import { compressAnswers } from './platform/http/compression.ts';
import { documentationRoutes } from './platform/http/documentation.ts';
import { answerErrors } from './platform/http/errors-to-replies.ts';
import { readJsonBodies } from './platform/http/json-body.ts';
import { fixHeadLength, supportAllMethods } from './platform/http/methods.ts';
import { watchRequests } from './platform/http/observe.ts';
import { registerOpenRoutes } from './platform/http/open-routes.ts';
import { type ApiDescription, openApiOptions } from './platform/http/openapi.ts';
import { operationRoutes, readinessFault } from './platform/http/operations.ts';
import type { Services } from './platform/http/plane.ts';
import { pathNotFound } from './platform/http/route-checks.ts';
import { compileValidator } from './platform/http/validate.ts';
import { newId } from './platform/ids.ts';
import type { Limiter } from './platform/limits/limiter.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';

const bodyBytesMax = 1024 * 1024;
const requestMsMax = 30_000;
/** How often requests that took longer to arrive are looked for. */
const requestCheckMs = 1_000;
/** Longer than a load balancer keeps an idle connection, so that it never meets one that was just closed. */
const keepAliveMs = 75_000;

export interface AppParts {
  readonly config: Pick<Config, 'baseUrl' | 'trustProxy'>;
  /** What the reference says beyond the routes. */
  readonly description: ApiDescription;
  readonly planes: readonly Plane[];
  readonly services: Services;
  readonly limiter: Limiter;
  readonly log: Pick<Log, 'logger' | 'access'>;
  readonly metrics: Metrics;
  /** Whether the public port serves `/metrics` and says why it is not ready; by default it does. */
  readonly operations?: 'full' | 'none';
}

/**
 * The HTTP application. A request's life: it gets an id; its plane finds the key, counts it against the limits, and
 * checks route and scope; its query and body are validated by the route's schema; the handler asks a feature; the
 * answer, or the error as a problem, leaves; a line in the log and the metrics tell of it.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, description, services, limiter, log, metrics } = parts;
  const { baseUrl } = config;
  const { classifyError } = dialectOf(services.db);
  const { onClientError, watch, isOverloaded } = watchRequests({ access: log.access, metrics, baseUrl });
  let stopping = false;
  const app = Fastify({
    logger: false,
    genReqId: () => newId('req', services.clock.now()),
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: keepAliveMs,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    // A parameter that is too long is simply not found; the address as a whole is bounded by the parser.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    clientErrorHandler: onClientError,
    // A missing Host is answered with a problem body, like every other fault of a head.
    http: { requireHostHeader: false, connectionsCheckingInterval: requestCheckMs },
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('route', null as never);
  app.decorate('baseUrl', baseUrl);
  app.decorate('planes', []);
  app.setValidatorCompiler(compileValidator);
  // Schemas describe what the statements give; nothing is mapped or filtered on the way out.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  readJsonBodies(app);
  supportAllMethods(app);
  fixHeadLength(app);

  answerErrors(app, {
    baseUrl,
    log: log.logger,
    isUnavailable: (error) => classifyError(error) === 'unavailable',
  });
  watch(app);
  compressAnswers(app);
  await app.register(fastifySwagger, openApiOptions(description, { baseUrl, planes: app.planes }));
  const detail = parts.operations ?? 'full';
  registerOpenRoutes(app, {
    // Health checks and metrics are answered during an overload too.
    isOverloaded: () => false,
    add: (operations) => operationRoutes(operations, { db: services.db, metrics, isStopping: () => stopping }, detail),
  });
  const isReady = async () => (await readinessFault({ db: services.db, isStopping: () => stopping })) === null;
  registerOpenRoutes(app, {
    isOverloaded,
    add: (pages) => documentationRoutes(pages, { ...description, baseUrl, isReady }),
  });
  for (const plane of parts.planes) plane(app, { services, limiter, log: log.logger, metrics, isOverloaded });
  app.setNotFoundHandler((request) => {
    throw request.headFault ?? pathNotFound(request);
  });
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  await app.ready();
  return app;
}

/**
 * An address whose escapes are broken, or stand for NUL in its path, is routed as it stands: it belongs to its plane and
 * is found nowhere in it.
 */
function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  try {
    if (!decodeURI(path).includes('\0')) return url;
  } catch {
    // Falls through: the path is not what it should be.
  }
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
