import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { PlaneApp } from './plane.ts';

const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** All methods that Node parses, in the order in which `Allow` lists them. CONNECT has no path. */
const methods = [...common, ...METHODS.filter((method) => !common.includes(method) && method !== 'CONNECT')];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a path does have, on the routes of those that it has not. */
    allow?: string;
  }
}

/** A method in the labels of metrics: one label for all methods that no route has, so that callers make few series. */
export function methodLabel(method: string): string {
  return common.includes(method) ? method : 'other';
}

/** Lets routes be registered for every method that Node parses, so that known paths can refuse them. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/**
 * Removes `Content-Length` from a 304 to HEAD: Fastify would send 0, which is not the length of the 200 (RFC 9110, section
 * 8.6).
 */
export function answerHead(app: FastifyInstance): void {
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

/** @throws ApiError `method_not_allowed` where the path of a request exists, but not for its method */
export function checkMethod(request: FastifyRequest): void {
  const { allow } = request.route;
  if (allow === undefined) return;
  throw new ApiError('method_not_allowed', `${request.method} is not a method of this path. Use ${allow}.`, {
    headers: { allow },
  });
}

/**
 * Registers what `add` registers, and for each of its paths the methods that it lacks, so that they answer 405 with
 * `Allow` (RFC 9110, section 15.5.6) instead of 404.
 *
 * @param answerOptions answers `OPTIONS` for a path that has these methods; without it that is refused too
 */
export function withMethodsRefused(
  app: PlaneApp,
  add: () => void,
  answerOptions?: (reply: FastifyReply, allow: string) => void,
): void {
  const paths = new Map<string, Set<string>>();
  let collecting = true;
  app.addHook('onRoute', ({ routePath, method }) => {
    if (!collecting) return;
    const known = paths.get(routePath) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    paths.set(routePath, known);
  });
  add();
  collecting = false;
  for (const [url, known] of paths) {
    if (answerOptions !== undefined) {
      const allow = methods.filter((method) => known.has(method)).join(', ');
      known.add('OPTIONS');
      app.options(url, { schema: { hide: true } }, (_request, reply) => answerOptions(reply, allow));
    }
    const allow = methods.filter((method) => known.has(method)).join(', ');
    const refused = methods.filter((method) => !known.has(method));
    app.route({
      method: refused,
      url,
      config: { allow },
      schema: { hide: true },
      handler: () => {
        throw new Error('Admission refuses this method before any handler runs.');
      },
    });
  }
}
