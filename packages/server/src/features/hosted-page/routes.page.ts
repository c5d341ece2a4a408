import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventOnSale } from '#shared/api';
import { messagesForAcceptLanguage } from '#shared/messages';
import { ApiError } from '../../errors/index.ts';
import { calendarMediaType, icalendar } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { isId } from '../../platform/ids.ts';
import { appPolicy } from '../../platform/web-apps/document.ts';
import { type ServedApp, serveApp } from '../../platform/web-apps/serve-app.ts';
import { findEventOnSale, findPublishedById, findPublishedBySlug, type PublishedEvent } from '../programme/index.ts';
import { accentStylesheets } from './accent-stylesheet.ts';
import { eventPage, orderPage } from './event-page.ts';
import type { PageContext } from './page-context.ts';
import { choicePage, notFoundPage } from './plain-pages.ts';

const hidden = { schema: { hide: true } };

interface PageRequest {
  Params: { ref: string };
  Querystring: { order?: unknown };
}

/**
 * The hosted checkout. `/e/{slug}` and `/e/{id}` are the page of a published event, `/e/{slug or id}/calendar.ics` is the event
 * for a calendar, and `/e/assets/…` are the files of the browser program. That program uses the public endpoints, as any other
 * client does.
 *
 * @param baseUrl the public URL of this server, without a slash at the end
 */
export function hostedPageRoutes(
  app: FastifyInstance,
  { db, clock, baseUrl }: { db: Db; clock: Clock; baseUrl: string },
): void {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const loadCheckout = serveApp(app, { name: 'checkout', prefix: '/e/assets', root, generated: accentStylesheets });
  const find = (ref: string) => (isId('evt', ref) ? findPublishedById(db, ref) : findPublishedBySlug(db, ref));
  /** Null if the event was archived after it was found. */
  const read = async ({ organizerId, id }: PublishedEvent) => {
    const json = await findEventOnSale(db, organizerId, id);
    return json === null ? null : (JSON.parse(json) as EventOnSale);
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const isOrder = request.query.order !== undefined;
    const checkout = await loadCheckout();
    const messages = messagesForAcceptLanguage(request.headers['accept-language']);
    const context: PageContext = { baseUrl, root, app: checkout, messages };
    const [found, ...others] = await find(ref);
    if (found !== undefined && others.length > 0) {
      return sendPage(reply, 300, checkout, choicePage(context, [found, ...others]));
    }
    const event = found && (await read(found));
    if (event) {
      return sendPage(reply, 200, checkout, eventPage(context, event, { ref, nowMs: clock.now(), isOrder }));
    }
    // This page says nothing about the event: the program shows the order to its buyer only.
    if (isId('evt', ref) && isOrder) return sendPage(reply, 200, checkout, orderPage(context, ref));
    return sendPage(reply, 404, checkout, notFoundPage(context));
  });

  app.get<PageRequest>('/e/:ref/calendar.ics', hidden, async (request, reply) => {
    const { ref } = request.params;
    const [found, ...others] = await find(ref);
    // If several events share a slug, the slug does not identify one of them.
    const event = found !== undefined && others.length === 0 ? await read(found) : null;
    if (event === null) throw new ApiError('published_event_not_found', { eventId: ref.slice(0, 40) });
    return reply
      .type(calendarMediaType)
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(icalendar({ ...event, url: `${baseUrl}/e/${event.id}` }));
  });
}

function sendPage(reply: FastifyReply, status: number, app: ServedApp, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('referrer-policy', 'same-origin')
    .header('content-security-policy', appPolicy(app))
    .send(page);
}
