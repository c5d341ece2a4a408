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
 * Routes of the hosted checkout. `/e/{slug}` and `/e/{id}` return the page of a published event, `/e/{slug or id}/calendar.ics`
 * returns the event for a calendar, and `/e/assets/…` returns the files of the browser program. That program uses the public
 * endpoints like every other client.
 *
 * @param baseUrl the public URL of this server, without a trailing slash
 */
export function hostedPageRoutes(
  app: FastifyInstance,
  { db, clock, baseUrl }: { db: Db; clock: Clock; baseUrl: string },
): void {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const loadCheckout = serveApp(app, { name: 'checkout', prefix: '/e/assets', root, generated: accentStylesheets });
  const findEvents = (ref: string) => (isId('evt', ref) ? findPublishedById(db, ref) : findPublishedBySlug(db, ref));
  /** Null if the event was archived after it was found. */
  const readEvent = async ({ organizerId, id }: PublishedEvent) => {
    const json = await findEventOnSale(db, organizerId, id);
    return json === null ? null : (JSON.parse(json) as EventOnSale);
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const isOrder = request.query.order !== undefined;
    const checkout = await loadCheckout();
    const messages = messagesForAcceptLanguage(request.headers['accept-language']);
    const context: PageContext = { baseUrl, root, app: checkout, messages };
    const [firstEvent, ...otherEvents] = await findEvents(ref);
    if (firstEvent !== undefined && otherEvents.length > 0) {
      return sendPage(reply, 300, checkout, choicePage(context, [firstEvent, ...otherEvents]));
    }
    const event = firstEvent && (await readEvent(firstEvent));
    if (event) {
      return sendPage(reply, 200, checkout, eventPage(context, event, { ref, nowMs: clock.now(), isOrder }));
    }
    // This page has no data of the event. The program shows the order only to its buyer.
    if (isId('evt', ref) && isOrder) return sendPage(reply, 200, checkout, orderPage(context, ref));
    return sendPage(reply, 404, checkout, notFoundPage(context));
  });

  app.get<PageRequest>('/e/:ref/calendar.ics', hidden, async (request, reply) => {
    const { ref } = request.params;
    const [firstEvent, ...otherEvents] = await findEvents(ref);
    // If several events share the slug, it does not identify a single event.
    const event = firstEvent !== undefined && otherEvents.length === 0 ? await readEvent(firstEvent) : null;
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
