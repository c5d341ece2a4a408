import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Deployment } from './deployments/index.ts';
import type { CheckoutPayments } from './features/checkout/index.ts';
import type { Keyring } from './features/keys/index.ts';
import { dialectOf } from './platform/database/dialect.ts';
import { noSuchPath } from './platform/http/admission.ts';
import { documentationRoutes } from './platform/http/documentation.ts';
import { answerBrokenRequests, answerErrors } from './platform/http/errors-to-replies.ts';
import { watchRequests } from './platform/http/observe.ts';
import { openApiOptions } from './platform/http/openapi.ts';
import { operationRoutes } from './platform/http/operations.ts';
import type { Services } from './platform/http/plane.ts';
import { compileValidator } from './platform/http/validate.ts';
import { newId } from './platform/ids.ts';
import type { Limiter } from './platform/limits/limiter.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';

const bodyBytesMax = 1024 * 1024;
const requestMsMax = 30_000;
/** Longer than a load balancer keeps an idle connection, so that it never meets one that was just closed. */
const keepAliveMs = 75_000;

export interface AppParts {
  readonly config: Pick<Config, 'baseUrl' | 'trustProxy' | 'rateLimits' | 'selling'>;
  readonly deployment: Deployment;
  readonly services: Services;
  readonly payments: CheckoutPayments;
  readonly keyring: Keyring;
  readonly limiter: Limiter;
  readonly log: Pick<Log, 'logger' | 'access'>;
  readonly metrics: Metrics;
}

/**
 * The HTTP application. A request's life: it gets an id; its plane finds the key, counts it against the limits, and
 * checks route and scope; its query and body are validated by the route's schema; the handler asks a feature; the
 * answer, or the error as a problem, leaves; a line in the log and the metrics tell of it.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, services, log, metrics } = parts;
  const { refusal } = dialectOf(services.db);
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
    clientErrorHandler: answerBrokenRequests(config.baseUrl),
  });
  app.decorateRequest('key', null as never);
  app.decorateRequest('route', null as never);
  app.decorate('baseUrl', config.baseUrl);
  app.setValidatorCompiler(compileValidator);
  // Schemas describe what the statements give; nothing is mapped or filtered on the way out.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeContentTypeParser('text/plain');

  answerErrors(app, {
    baseUrl: config.baseUrl,
    log: log.logger,
    isUnavailable: (error) => refusal(error) === 'unavailable',
  });
  const isOverloaded = watchRequests(app, log.access, metrics);
  await app.register(fastifySwagger, openApiOptions(parts.deployment.documentation(config.rateLimits), config));
  operationRoutes(app, { db: services.db, metrics, isStopping: () => stopping });
  documentationRoutes(app, config.baseUrl);
  for (const plane of parts.deployment.planes) {
    plane(app, { ...parts, rateLimits: config.rateLimits, selling: config.selling, isOverloaded });
  }
  app.setNotFoundHandler((request) => {
    throw noSuchPath(request);
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
