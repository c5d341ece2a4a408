import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventOnSale } from '#shared/api';
import { messagesForAcceptLanguage } from '#shared/messages';
import { ApiError } from '../../errors/index.ts';
import { calendarMediaType, icalendar } from '../../platform/calendar.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { isId } from '../../platform/ids.ts';
import { appPolicy } from '../../platform/web-apps/document.ts';
import { type ServedApp, serveApp } from '../../platform/web-apps/serve-app.ts';
import { findSandbox } from '../organizers/index.ts';
import {
  findDraft,
  findEventOnSale,
  findPublishedById,
  findPublishedBySlug,
  isSandboxEvent,
  type PublishedEvent,
} from '../programme/index.ts';
import { accentStylesheets } from './accent-stylesheet.ts';
import { eventPage, orderPage, previewPage } from './event-page.ts';
import type { PageContext } from './page-context.ts';
import { choicePage, notFoundPage, previewEndedPage } from './plain-pages.ts';
import { type Preview, readPreviewToken } from './preview-token.ts';

const hidden = { schema: { hide: true } };

interface PageRequest {
  Params: { ref: string };
  Querystring: { order?: unknown; preview?: unknown };
}

/**
 * Routes of the hosted checkout. `/e/{slug}` and `/e/{id}` return the page of a published event, `/e/{slug or id}/calendar.ics`
 * returns the event for a calendar, and `/e/assets/…` returns the files of the browser program. That program uses the public
 * endpoints like every other client. `/e/{id}?preview={token}` returns the page of a draft, with which nothing can be bought.
 *
 * @param baseUrl the public URL of this server, without a trailing slash
 */
export function hostedPageRoutes(
  app: FastifyInstance,
  { db, clock, secrets, baseUrl }: { db: Db; clock: ServiceClock; secrets: Secrets; baseUrl: string },
): void {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const loadCheckout = serveApp(app, { name: 'checkout', prefix: '/e/assets', basePath, generated: accentStylesheets });
  const findEvents = (ref: string) => (isId('evt', ref) ? findPublishedById(db, ref) : findPublishedBySlug(db, ref));
  /** Null if the event was archived after it was found. */
  const readEvent = async ({ organizerId, id }: PublishedEvent) => {
    const json = await findEventOnSale(db, organizerId, id);
    return json === null ? null : (JSON.parse(json) as EventOnSale);
  };

  const sendPreview = async (reply: FastifyReply, context: PageContext, preview: Preview) => {
    const nowMs = clock.now();
    const expiresAtMs = preview.expiresAtSeconds * 1_000;
    const draft = nowMs < expiresAtMs ? await findDraft(db, preview.organizerId, preview.eventId) : null;
    if (draft === null) return sendPage(reply, 404, context.app, previewEndedPage(context), 'no-store');
    const event = JSON.parse(draft) as EventOnSale;
    const ownMs = clock.of(preview.organizerId).now();
    const isSandbox = (await findSandbox(db, preview.organizerId)) !== null;
    const page = previewPage(context, event, { nowMs: ownMs, expiresAt: timestamp(expiresAtMs), isSandbox });
    return sendPage(reply, 200, context.app, page, 'no-store');
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const isOrder = request.query.order !== undefined;
    const checkout = await loadCheckout();
    const messages = messagesForAcceptLanguage(request.headers['accept-language']);
    const context: PageContext = { baseUrl, basePath, app: checkout, messages };
    const [firstEvent, ...otherEvents] = await findEvents(ref);
    if (firstEvent !== undefined && otherEvents.length > 0) {
      return sendPage(reply, 300, checkout, choicePage(context, [firstEvent, ...otherEvents]));
    }
    const event = firstEvent && (await readEvent(firstEvent));
    if (event) {
      const own = clock.of(firstEvent.organizerId);
      const aheadMs = own.now() - clock.now();
      const isSandbox = firstEvent.isSandbox === 1;
      const page = eventPage(context, event, { ref, nowMs: own.now(), aheadMs, isOrder, isSandbox });
      return sendPage(reply, 200, checkout, page);
    }
    const preview = readPreviewToken(secrets, String(request.query.preview), ref);
    if (preview !== null) return sendPreview(reply, context, preview);
    // This page has no data of the event. The program shows the order only to its buyer.
    if (isId('evt', ref) && isOrder)
      return sendPage(reply, 200, checkout, orderPage(context, ref, { isSandbox: await isSandboxEvent(db, ref) }));
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

function sendPage(
  reply: FastifyReply,
  status: number,
  app: ServedApp,
  page: string,
  caching: 'no-cache' | 'no-store' = 'no-cache',
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', caching)
    .header('referrer-policy', 'same-origin')
    .header('content-security-policy', appPolicy(app))
    .send(page);
}
