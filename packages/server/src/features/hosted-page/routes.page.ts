import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventOnSale } from '#shared/api';
import { ApiError } from '../../errors/index.ts';
import { calendarMediaType, icalendar } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { contentPolicy } from '../../platform/http/content-policy.ts';
import { namesTag } from '../../platform/http/entity-tags.ts';
import { sendPacked } from '../../platform/http/packed.ts';
import { isId } from '../../platform/ids.ts';
import { findEventOnSale, findPublishedById, findPublishedBySlug, type PublishedEvent } from '../programme/index.ts';
import { type Assets, accentStylesheet, loadAssets } from './assets.ts';
import { eventPage, orderPage } from './event-page.ts';
import { importMapSource, type PageParts } from './html.ts';
import { choicePage, missingPage } from './plain-pages.ts';

const hidden = { schema: { hide: true } };
const keptForGood = 'public, max-age=31536000, immutable';

interface PageRequest {
  Params: { ref: string };
  Querystring: { order?: unknown };
}

interface AssetRequest {
  Params: { version: string; '*': string };
}

/**
 * The hosted checkout: `/e/{slug}` or `/e/{id}`, the page of a published event; `/e/{slug or id}/calendar.ics`, the event for
 * a calendar; and under `/e/assets/` what the page loads. All else it gets from the public endpoints, as any other client does.
 *
 * @param baseUrl what links are made with, without a slash at the end
 */
export function hostedPageRoutes(
  app: FastifyInstance,
  { db, clock, baseUrl }: { db: Db; clock: Clock; baseUrl: string },
): void {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  let loading: Promise<Assets> | undefined;
  const assets = () => {
    loading ??= loadAssets();
    return loading;
  };
  const find = (ref: string) => (isId('evt', ref) ? findPublishedById(db, ref) : findPublishedBySlug(db, ref));
  /** Null where it was archived since it was found. */
  const read = async ({ organizerId, id }: PublishedEvent) => {
    const json = await findEventOnSale(db, organizerId, id);
    return json === null ? null : (JSON.parse(json) as EventOnSale);
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const isOrder = request.query.order !== undefined;
    const parts: PageParts = { baseUrl, root, assets: await assets() };
    const found = await find(ref);
    if (found.length > 1) return sendPage(reply, 300, parts, choicePage(parts, found));
    const event = found[0] && (await read(found[0]));
    if (event) {
      return sendPage(reply, 200, parts, eventPage(parts, event, { ref, nowMs: clock.now(), isOrder }));
    }
    // Says nothing about the event: what the order is for, its buyer will read.
    if (isId('evt', ref) && isOrder) return sendPage(reply, 200, parts, orderPage(parts, ref));
    return sendPage(reply, 404, parts, missingPage(parts));
  });

  app.get<PageRequest>('/e/:ref/calendar.ics', hidden, async (request, reply) => {
    const { ref } = request.params;
    const found = await find(ref);
    // A slug that several events share names none of them.
    const event = found.length === 1 ? await read(found[0]!) : null;
    if (event === null) throw new ApiError('published_event_not_found', { eventId: ref.slice(0, 40) });
    return reply
      .type(calendarMediaType)
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(icalendar({ ...event, url: `${baseUrl}/e/${event.id}` }));
  });

  app.get<AssetRequest>('/e/assets/:version/*', hidden, async (request, reply) => {
    const { version, files } = await assets();
    const { '*': name } = request.params;
    const etag = `W/"${version}"`;
    // A page of another version of this server may ask for its files here: it gets those that there are.
    reply.header('cache-control', request.params.version === version ? keptForGood : 'no-cache').header('etag', etag);
    const isKnown = namesTag(request.headers['if-none-match'], etag);
    const style = accentStylesheet(name);
    if (style !== null) {
      return isKnown ? reply.code(304).send() : reply.type('text/css; charset=utf-8').send(style);
    }
    const file = files.get(name);
    if (file === undefined) {
      reply.removeHeader('cache-control').removeHeader('etag');
      throw new ApiError('page_file_not_found', { file: name.slice(0, 200) });
    }
    if (isKnown) return reply.code(304).send();
    return sendPacked(request, reply.type(file.type), file);
  });
}

function sendPage(reply: FastifyReply, status: number, parts: PageParts, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('referrer-policy', 'same-origin')
    .header(
      'content-security-policy',
      contentPolicy({
        // The import map alone, computed apart from the page: a script that got into the page is never allowed.
        'script-src': ["'self'", importMapSource(parts)],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'https:', 'data:'],
        'connect-src': ["'self'"],
      }),
    )
    .send(page);
}
