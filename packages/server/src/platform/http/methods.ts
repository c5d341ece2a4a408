import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { PlaneApp } from './plane.ts';

const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** All methods that Node parses, in the order in which `Allow` lists them. CONNECT has no path. */
const methods = [...common, ...METHODS.filter((method) => !common.includes(method) && method !== 'CONNECT')];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a path has. It is set on the routes that answer the other methods of the path with 405. */
    allow?: string;
  }
}

/** A method as a label of metrics. Methods that no route has share one label, so that callers cannot add series. */
export function methodLabel(method: string): string {
  return common.includes(method) ? method : 'other';
}

/** Lets routes be registered for every method that Node parses, so that known paths can answer 405. */
export function supportAllMethods(app: FastifyInstance): void {
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/**
 * Removes `Content-Length` from a 304 to HEAD: Fastify would send 0, which is not the length of the 200 (RFC 9110, section
 * 8.6).
 */
export function fixHeadLength(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return;
    const before = [route.onSend ?? []].flat();
    route.onSend = [
      ...before,
      (_request, reply, payload, done) => {
        if (reply.statusCode === 304) reply.removeHeader('content-length');
        done(null, payload);
      },
    ];
  });
}

/** @throws ApiError `method_not_allowed` if the path of a request exists, but not with its method */
export function assertMethodAllowed(request: FastifyRequest): void {
  const { allow } = request.route;
  if (allow === undefined) return;
  throw new ApiError(
    'method_not_allowed',
    { method: request.method, allowed: allow.split(', ') },
    { headers: { allow } },
  );
}

/**
 * Registers the routes of `registerRoutes`, and for each of their paths the methods that it lacks: these answer 405 with `Allow` (RFC
 * 9110, section 15.5.6) instead of 404.
 *
 * @param answerOptions answers `OPTIONS` for a path that has these methods; without it, `OPTIONS` is answered with 405
 */
export function answerUnknownMethods(
  app: PlaneApp,
  registerRoutes: () => void,
  answerOptions?: (reply: FastifyReply, allow: string) => void,
): void {
  const methodsByPath = new Map<string, Set<string>>();
  let isCollecting = true;
  app.addHook('onRoute', ({ routePath, method }) => {
    if (!isCollecting) return;
    const known = methodsByPath.get(routePath) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methodsByPath.set(routePath, known);
  });
  registerRoutes();
  isCollecting = false;
  for (const [url, known] of methodsByPath) {
    if (answerOptions !== undefined) {
      const allow = methods.filter((method) => known.has(method)).join(', ');
      known.add('OPTIONS');
      app.options(url, { schema: { hide: true } }, (_request, reply) => answerOptions(reply, allow));
    }
    const allow = methods.filter((method) => known.has(method)).join(', ');
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      config: { allow },
      schema: { hide: true },
      handler: () => {
        throw new Error('The admission rejects this method before any handler runs.');
      },
    });
  }
}
