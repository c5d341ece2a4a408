import type { FastifyInstance } from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';
import { errorsPage } from './errors-page.ts';
import { loadReference } from './reference.ts';

const htmlType = 'text/html; charset=utf-8';
const hidden = { schema: { hide: true } };

/** `/openapi.json`, the readable reference at `/docs`, and `/docs/errors` with a section for every error. */
export function documentationRoutes(app: FastifyInstance, baseUrl: string): void {
  const document = once(() => JSON.stringify(app.swagger()));
  const errors = once(() => {
    const page = errorsPage(baseUrl);
    return { page, policy: contentPolicy({ 'style-src': hashesOf('style', page), 'img-src': ['data:'] }) };
  });
  const reference = once(() => loadReference(baseUrl));

  app.get('/openapi.json', hidden, (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(document());
  });
  app.get('/docs/errors', hidden, (_request, reply) => {
    const { page, policy } = errors();
    reply.type(htmlType).header('content-security-policy', policy).send(page);
  });
  for (const path of ['/docs', '/docs/']) {
    app.get(path, hidden, async (_request, reply) => {
      const { page, policy } = await reference();
      return reply.type(htmlType).header('content-security-policy', policy).send(page);
    });
  }
  app.get('/docs/reference.js', hidden, async (request, reply) => {
    const { script, scriptGzipped } = await reference();
    reply.type('text/javascript; charset=utf-8').header('vary', 'accept-encoding');
    reply.header('cache-control', 'public, max-age=3600');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(script);
    return reply.header('content-encoding', 'gzip').send(scriptGzipped);
  });
}

/** Makes a thing when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
