import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '../../platform/database/dialect.ts';
import { notFound } from '../../platform/errors.ts';
import { contentPolicy, hashesOf } from '../../platform/http/content-policy.ts';
import { namesTag } from '../../platform/http/entity-tags.ts';
import { sendPacked } from '../../platform/http/packed.ts';
import { isId } from '../../platform/ids.ts';
import { type Assets, loadAssets } from './assets.ts';
import { choicePage, eventPage, missingPage, orderPage, type PageParts } from './html.ts';
import { findPublishedById, findPublishedBySlug } from './queries.ts';

const hidden = { schema: { hide: true } };
const keptForGood = 'public, max-age=31536000, immutable';

interface PageRequest {
  Params: { ref: string };
  Querystring: { order?: unknown };
}

interface AssetRequest {
  Params: { version: string; name: string };
}

/**
 * The hosted checkout: `/e/{slug}` or `/e/{id}`, the page of a published event, and under `/e/assets/` what it loads.
 * All else it gets from the public endpoints, as any other client does.
 *
 * @param baseUrl what links are made with, without a slash at the end
 */
export function hostedPageRoutes(app: FastifyInstance, { db, baseUrl }: { db: Db; baseUrl: string }): void {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  let loading: Promise<Assets> | undefined;
  const assets = () => {
    loading ??= loadAssets();
    return loading;
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const parts: PageParts = { baseUrl, root, assets: await assets() };
    const byId = isId('evt', ref);
    const events = await (byId ? findPublishedById(db, ref) : findPublishedBySlug(db, ref));
    const [event] = events;
    if (event === undefined) {
      // Says nothing about the event: what the order is for, its buyer will read.
      if (byId && request.query.order !== undefined) return sendPage(reply, 200, orderPage(parts, ref));
      return sendPage(reply, 404, missingPage(parts));
    }
    if (events.length > 1) return sendPage(reply, 300, choicePage(parts, events));
    return sendPage(reply, 200, eventPage(parts, event, ref));
  });

  app.get<AssetRequest>('/e/assets/:version/:name', hidden, async (request, reply) => {
    const { version, files } = await assets();
    const { name } = request.params;
    const file = files.get(name);
    if (file === undefined) throw notFound(`The page has no file ${name.slice(0, 200)}.`);
    const etag = `W/"${version}"`;
    // A page of another version of this server may ask for its files here: it gets those that there are.
    reply.header('cache-control', request.params.version === version ? keptForGood : 'no-cache');
    reply.header('etag', etag);
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendPacked(request, reply.type(file.type), file);
  });
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('referrer-policy', 'same-origin')
    .header(
      'content-security-policy',
      contentPolicy({
        'script-src': ["'self'", ...hashesOf('script', page)],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'https:', 'data:'],
        'connect-src': ["'self'"],
      }),
    )
    .send(page);
}
