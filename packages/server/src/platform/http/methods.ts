import { type IncomingMessage, METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { PlaneApp } from './plane.ts';

/** The methods that routes can have. `Allow` lists them in this order. */
const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/**
 * The method with which the route of a request with another method is looked up. All other methods that Node parses, about thirty,
 * then need only one route for each path, and the server starts faster.
 */
const standIn = 'TRACE';
const methods = [...common, standIn];
const replacedMethods = new WeakMap<IncomingMessage, string>();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a path supports. Set only on the routes that respond to all other methods of the path with 405. */
    allow?: string;
  }
}

/** The metrics label of a method. Uncommon methods share one label, so that callers cannot create new series. */
export function methodLabel(method: string): string {
  return common.includes(method) ? method : 'other';
}

/** Allows every method that Node parses, so that the response for a known path can be 405. */
export function supportAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/** Replaces a method that no route has, before the route is looked up. */
export function replaceUncommonMethod(request: IncomingMessage): void {
  const { method = '' } = request;
  if (common.includes(method)) return;
  replacedMethods.set(request, method);
  request.method = standIn;
}

/** Restores the method that `replaceUncommonMethod` replaced, after the route was looked up. */
export function restoreMethod(request: IncomingMessage): void {
  if (request.method === standIn) request.method = replacedMethods.get(request);
}

/**
 * Removes `Content-Length` from a 304 to HEAD. Fastify would send 0, but the header must have the length of the 200 (RFC
 * 9110, section 8.6).
 */
export function fixHeadLength(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return;
    const routeHooks = [route.onSend ?? []].flat();
    route.onSend = [
      ...routeHooks,
      (_request, reply, payload, done) => {
        if (reply.statusCode === 304) reply.removeHeader('content-length');
        done(null, payload);
      },
    ];
  });
}

/** @throws ApiError `method_not_allowed` if the path exists, but not with this method */
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
 * Registers the routes of `registerRoutes`. Then registers all other methods for each of their paths: the response is 405
 * with `Allow` (RFC 9110, section 15.5.6) instead of 404.
 *
 * @param respondToOptions responds to `OPTIONS` for a path that has the methods of `allow`; without it, the response is 405
 */
export function rejectUnknownMethods(
  app: PlaneApp,
  registerRoutes: () => void,
  respondToOptions?: (reply: FastifyReply, allow: string) => void,
): void {
  const methodsByPath = new Map<string, Set<string>>();
  let isCollecting = true;
  app.addHook('onRoute', ({ routePath, method }) => {
    if (!isCollecting) return;
    const routeMethods = methodsByPath.get(routePath) ?? new Set();
    for (const routeMethod of [method].flat()) routeMethods.add(routeMethod);
    methodsByPath.set(routePath, routeMethods);
  });
  registerRoutes();
  isCollecting = false;
  for (const [url, routeMethods] of methodsByPath) {
    if (respondToOptions !== undefined) {
      const allow = methods.filter((method) => routeMethods.has(method)).join(', ');
      routeMethods.add('OPTIONS');
      app.options(url, { schema: { hide: true } }, (_request, reply) => respondToOptions(reply, allow));
    }
    const allow = methods.filter((method) => routeMethods.has(method)).join(', ');
    app.route({
      method: methods.filter((method) => !routeMethods.has(method)),
      url,
      config: { allow },
      schema: { hide: true },
      handler: () => {
        throw new Error('The admission rejects this method before any handler runs.');
      },
    });
  }
}
