import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import FindMyWay from 'find-my-way';
import { ApiError } from '../../errors/index.ts';
import type { PlaneApp } from './plane.ts';

/** The methods that routes can have. `Allow` lists them in this order. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that the path of a request supports. Set only if the method of the request is not one of them. */
    allow?: string;
  }
  interface FastifyInstance {
    /** The paths of all planes and open routes. */
    knownPaths: KnownPaths;
  }
}

/** The metrics label of a method. Uncommon methods share one label, so that callers cannot create new series. */
export function methodLabel(method: string): string {
  return methods.includes(method) ? method : 'other';
}

/** A path of the API, with the methods that it supports. */
interface KnownPath {
  readonly url: string;
  readonly allow: string;
}

/**
 * The paths for which a request with an unknown method gets 405 instead of 404. Registering routes for all of these methods
 * would take about a sixth of the start of a server, so the router of these paths is created for the first such request.
 */
export class KnownPaths {
  readonly #paths: KnownPath[] = [];
  #router: FindMyWay.Instance<FindMyWay.HTTPVersion.V1> | undefined;

  /** @param path its `url` is a pattern of Fastify: with `:name` for parameters and `*` for a rest */
  add(path: KnownPath): void {
    this.#paths.push(path);
  }

  /**
   * The path that matches a URL.
   *
   * @param url may have a query
   */
  find(url: string): KnownPath | undefined {
    this.#router ??= this.#createRouter();
    return this.#router.find('GET', url)?.store;
  }

  #createRouter(): FindMyWay.Instance<FindMyWay.HTTPVersion.V1> {
    const router = FindMyWay(routerOptions);
    for (const path of this.#paths) router.on('GET', path.url, () => {}, path);
    return router;
  }
}

/** Path parameters of any length reach the routes, which return 404. The HTTP parser limits the length of the URL. */
export const routerOptions = { maxParamLength: 65_536 };

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
 * Registers the routes of `registerRoutes`. A request for one of their paths with another method gets 405 with `Allow` (RFC
 * 9110, section 15.5.6) instead of 404.
 *
 * @param respondToOptions responds to `OPTIONS` for a path that has the methods of `allow`; without it, the response is 405
 */
export function rejectUnknownMethods(
  app: PlaneApp,
  registerRoutes: () => void,
  respondToOptions?: (reply: FastifyReply, allow: string) => void,
): void {
  const methodsByUrl = new Map<string, { readonly path: string; readonly methods: Set<string> }>();
  let isCollecting = true;
  app.addHook('onRoute', ({ url, routePath, method }) => {
    if (!isCollecting) return;
    const known = methodsByUrl.get(url) ?? { path: routePath, methods: new Set() };
    for (const routeMethod of [method].flat()) known.methods.add(routeMethod);
    methodsByUrl.set(url, known);
  });
  registerRoutes();
  isCollecting = false;
  const allowOf = (routeMethods: ReadonlySet<string>) =>
    methods.filter((method) => routeMethods.has(method)).join(', ');
  const patterns = [...methodsByUrl.values()].map(({ path }) => path.split('/')).filter(hasParameter);
  for (const [url, { path, methods: routeMethods }] of methodsByUrl) {
    if (respondToOptions !== undefined) {
      const allow = allowOf(routeMethods);
      routeMethods.add('OPTIONS');
      app.options(path, { schema: { hide: true } }, (_request, reply) => respondToOptions(reply, allow));
    }
    const allow = allowOf(routeMethods);
    app.knownPaths.add({ url, allow });
    const segments = path.split('/');
    if (!patterns.some((pattern) => isMoreSpecific(segments, pattern))) continue;
    // Without these routes, a request for this path with another method would match the route with the parameter.
    app.route({
      method: methods.filter((method) => !routeMethods.has(method)),
      url: path,
      config: { allow },
      schema: { hide: true },
      handler: () => {
        throw new Error('Access control rejects this method before any handler runs.');
      },
    });
  }
}

function hasParameter(segments: readonly string[]): boolean {
  return segments.some((segment) => segment.startsWith(':'));
}

/** Whether a path is one of those that a pattern with parameters matches, such as `/orders/export` and `/orders/:number`. */
function isMoreSpecific(path: readonly string[], pattern: readonly string[]): boolean {
  if (path.length !== pattern.length) return false;
  const isSame = pattern.every((segment, index) => segment === path[index]);
  return !isSame && pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);
}
