import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serveDocumentation } from '../web-apps/serve-documentation.ts';
import { matchesTag } from './entity-tags.ts';
import { type FrontPage, frontPage } from './front-page.ts';
import { precompress, sendPrecompressed } from './precompressed.ts';
import { loadReference } from './reference.ts';
import { sendPage } from './send-page.ts';

const hidden = { schema: { hide: true } };

/** How long clients can cache the document. */
const documentCacheSeconds = 300;

/** The content of the pages. */
interface Documentation extends Pick<FrontPage, 'title' | 'summary' | 'baseUrl'> {
  /** The folder of the deployment in the build of the documentation site. */
  readonly siteFolder: string;
  /** Whether the server can respond to requests that need the database. */
  readonly isReady: () => Promise<boolean>;
  /** Build the OpenAPI documents, by their paths. */
  readonly documents: Readonly<Record<string, () => Promise<object>>>;
}

/**
 * Registers `/` (a page with links), the OpenAPI documents, `/docs` (the documentation site), `/docs/reference` (the API reference) and
 * `/docs/frame` (the same reference for a frame in the dashboard).
 */
export function documentationRoutes(app: FastifyInstance, documentation: Documentation): void {
  const { baseUrl, isReady, siteFolder } = documentation;
  const reference = once(() => loadReference(baseUrl));

  app.get('/', hidden, async (_request, reply) => {
    return sendPage(reply, frontPage({ ...documentation, isReady: await isReady() }));
  });
  for (const [path, build] of Object.entries(documentation.documents)) {
    const document = once(async () => {
      const text = JSON.stringify(await build());
      return { content: precompress(text), tag: `W/"${hash('sha1', text, 'base64url')}"` };
    });
    app.get(path, hidden, async (request, reply) => {
      const { content, tag } = await document();
      reply.header('access-control-allow-origin', '*').header('etag', tag);
      reply.header('cache-control', `public, max-age=${documentCacheSeconds}`);
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return sendPrecompressed(request, reply.type('application/json; charset=utf-8'), content);
    });
  }
  serveDocumentation(app, { folder: siteFolder, baseUrl });
  app.get('/docs/reference', hidden, async (_request, reply) => {
    const { html, policy } = (await reference()).page;
    return sendPage(reply, html, policy);
  });
  app.get('/docs/frame', hidden, async (_request, reply) => {
    const { html, policy } = (await reference()).frame;
    return sendPage(reply, html, policy);
  });
  app.get('/docs/reference.js', hidden, async (request, reply) => {
    const { script } = await reference();
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return sendPrecompressed(request, reply, script);
  });
}

/** Wraps a function: it is called at most once, and its result is returned each time. */
function once<T>(create: () => T): () => T {
  let createdValue: { value: T } | undefined;
  return () => {
    createdValue ??= { value: create() };
    return createdValue.value;
  };
}
