import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';
import { namesTag } from './entity-tags.ts';
import { errorsPage } from './errors-page.ts';
import { type FrontPage, frontPage } from './front-page.ts';
import { pack, sendPacked } from './packed.ts';
import { loadReference } from './reference.ts';

const htmlType = 'text/html; charset=utf-8';
const hidden = { schema: { hide: true } };

/** How long browsers and tools may use their copy of the document without asking again. */
const documentKeptSeconds = 300;

/** What the pages are made with. */
interface Documentation extends Pick<FrontPage, 'title' | 'summary' | 'baseUrl'> {
  /** Whether requests that need the database can be answered. */
  readonly isReady: () => Promise<boolean>;
  /** Builds the OpenAPI document. */
  readonly document: () => Promise<object>;
}

/**
 * `/` (a page with links), `/openapi.json`, the readable reference at `/docs`, and `/docs/errors` with a section for
 * every error.
 */
export function documentationRoutes(app: FastifyInstance, documentation: Documentation): void {
  const { baseUrl, isReady } = documentation;
  const document = once(async () => {
    const text = JSON.stringify(await documentation.document());
    return { packed: await pack(text), tag: `W/"${hash('sha1', text, 'base64url')}"` };
  });
  const errors = once(() => errorsPage(baseUrl));
  const reference = once(() => loadReference(baseUrl));

  app.get('/', hidden, async (_request, reply) => {
    return sendPage(reply, frontPage({ ...documentation, isReady: await isReady() }));
  });
  app.get('/openapi.json', hidden, async (request, reply) => {
    const { packed, tag } = await document();
    reply.header('access-control-allow-origin', '*').header('etag', tag);
    reply.header('cache-control', `public, max-age=${documentKeptSeconds}`);
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return sendPacked(request, reply.type('application/json; charset=utf-8'), packed);
  });
  app.get('/docs/errors', hidden, (_request, reply) => sendPage(reply, errors()));
  for (const path of ['/docs', '/docs/']) {
    app.get(path, hidden, async (_request, reply) => {
      const { page, policy } = await reference();
      return sendPage(reply, page, policy);
    });
  }
  app.get('/docs/reference.js', hidden, async (request, reply) => {
    const { script } = await reference();
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return sendPacked(request, reply, script);
  });
}

/** Sends a page. By default its content policy allows its own styles and no requests. */
function sendPage(
  reply: FastifyReply,
  page: string,
  policy = contentPolicy({ 'style-src': hashesOf('style', page), 'img-src': ['data:'] }),
): FastifyReply {
  reply.type(htmlType).header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
  return reply.send(page);
}

/** Makes a thing when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
