import type { FastifyReply } from 'fastify';
import type { PlaneApp } from './plane.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a path does have, on the routes of those that it has not. */
    allow?: string;
  }
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
