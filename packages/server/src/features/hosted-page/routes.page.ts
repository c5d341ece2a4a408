import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, type Language, languageOfTag } from '#messages/languages';
import type { EventOnSale } from '#shared/api';
import { ApiError } from '../../errors/index.ts';
import { calendarMediaType, icalendar } from '../../platform/calendar.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { contentPolicy } from '../../platform/http/content-policy.ts';
import { responseLanguage } from '../../platform/http/language.ts';
import { isId } from '../../platform/ids.ts';
import { ipBucket } from '../../platform/limits/ip-bucket.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { dateLocaleOf } from '../../platform/texts.ts';
import { serveApp } from '../../platform/web-apps/serve-app.ts';
import { claimForUnclaimed, readTicketTypeStarts } from '../catalog/index.ts';
import {
  findDraft,
  findEventOnSale,
  findPublishedById,
  findPublishedBySlug,
  isSandboxEvent,
  type PublishedEvent,
} from '../event-views/index.ts';
import { findOrganizerOfEvent } from '../inventory/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { WaitingRooms, waitingRoomCookie, waitingRoomTokenOf } from '../waiting-room/index.ts';
import { accentRoutes } from './accent-stylesheet.ts';
import { eventPage, orderPage, previewPage } from './event-page.ts';
import type { PageContext } from './page-context.ts';
import { notFoundPage, previewEndedPage } from './plain-pages.ts';
import { type Preview, readPreviewToken } from './preview-token.ts';
import { waitingPage, waitingStatus } from './waiting-page.ts';

const hidden = { schema: { hide: true } };

const policy = contentPolicy({
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'data:'],
  'connect-src': ["'self'"],
});

interface HostedPageServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly limiter: Limiter;
  /** The public URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  /** How many new visitors of one IP address get a place in a waiting room in a minute. */
  readonly arrivalsPerMinute: number;
}

interface PageRequest {
  Params: { ref: string };
  Querystring: { order?: unknown; preview?: unknown; lang?: unknown; ticketTypes?: unknown };
}

/**
 * Routes of the hosted checkout. `/e/{slug}` and `/e/{id}` return the page of a published event (a former slug redirects),
 * `/e/{slug or id}/calendar.ics` returns the event for a calendar, or the starts of the ticket types in the parameter `ticketTypes`, and
 * `/e/checkout/…` returns the files of the browser program. That program uses the public endpoints like every other client.
 * `/e/{id}?preview={token}` returns the page of a draft, with which nothing can be bought. If the event has a waiting room, visitors who
 * are not admitted get a page that asks `/e/{id}/place` for their place.
 */
export function hostedPageRoutes(
  app: FastifyInstance,
  { db, clock, secrets, limiter, baseUrl, arrivalsPerMinute }: HostedPageServices,
): void {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const loadCheckout = serveApp(app, { name: 'checkout', prefix: '/e/checkout', basePath });
  accentRoutes(app);
  const findEvent = async (ref: string) => {
    if (isId('evt', ref)) return { event: await findPublishedById(db, ref), movedTo: null };
    const found = await findPublishedBySlug(db, ref);
    if (found.isTaken) return found;
    await claimForUnclaimed(db, ref, clock);
    return findPublishedBySlug(db, ref);
  };
  /** Null if the event was archived after it was found. */
  const readEvent = async ({ organizerId, id: eventId }: PublishedEvent, language: Language) => {
    const json = await findEventOnSale(db, { organizerId, eventId }, language);
    return json === null ? null : (JSON.parse(json) as EventOnSale);
  };

  const contextOf = (
    request: FastifyRequest<PageRequest>,
    reply: FastifyReply,
    eventLanguage: Language = defaultLanguage,
  ): PageContext => ({
    baseUrl,
    basePath,
    app: loadCheckout(),
    language: responseLanguage(request, reply, eventLanguage),
    query: queryOf(request),
    isLanguageInUrl: languageOfTag(String(request.query.lang)) !== null,
  });

  const rooms = new WaitingRooms({ db, clock, secrets });
  /** Sends the waiting page, unless the visitor is admitted. Returns whether it did. */
  const sendToWait = async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: PageContext,
    { organizerId, id: eventId }: PublishedEvent,
  ): Promise<boolean> => {
    const token = waitingRoomTokenOf(request.headers.cookie, eventId);
    const countArrival = async () => limiter.hit(`waiting-room:${ipBucket(request.ip)}`, arrivalsPerMinute);
    const visit = await rooms.enter({ organizerId, eventId }, token, countArrival);
    const newToken = 'token' in visit ? visit.token : null;
    if (newToken !== null && newToken !== token)
      reply.header('set-cookie', waitingRoomCookie(baseUrl, eventId, newToken));
    if (visit.state === 'admitted') return false;
    const page = waitingPage(context, visit, { eventId, nowMs: clock.of(organizerId).now() });
    reply.header('retry-after', visit.pollSeconds);
    sendPage(reply, visit.state === 'busy' ? 429 : 200, page, 'no-store');
    return true;
  };

  const sendPreview = async (reply: FastifyReply, context: PageContext, preview: Preview) => {
    const nowMs = clock.now();
    const expiresAtMs = preview.expiresAtSeconds * 1_000;
    const draft = nowMs < expiresAtMs ? await findDraft(db, preview, context.language) : null;
    if (draft === null) return sendPage(reply, 404, previewEndedPage(context), 'no-store');
    const event = JSON.parse(draft) as EventOnSale;
    const ownMs = clock.of(preview.organizerId).now();
    const isSandbox = (await findSandbox(db, preview.organizerId)) !== null;
    const page = previewPage(context, event, { nowMs: ownMs, expiresAt: timestamp(expiresAtMs), isSandbox });
    return sendPage(reply, 200, page, 'no-store');
  };

  app.get<PageRequest>('/e/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const { order } = request.query;
    const { event: found, movedTo } = await findEvent(ref);
    const context = contextOf(request, reply, found?.defaultLanguage);
    if (found !== null && movedTo !== null) {
      // Not cached: the organizer can give the old slug to another event.
      reply.header('cache-control', 'no-cache');
      const { search } = new URL(request.url, baseUrl);
      return reply.redirect(`${basePath}/e/${movedTo}${search}`, 301);
    }
    // Orders are shown to their buyers without a wait.
    if (found !== null && found.admitPerMinute !== null && order === undefined) {
      if (await sendToWait(request, reply, context, found)) return reply;
    }
    const event = found && (await readEvent(found, context.language));
    if (event) {
      const own = clock.of(found.organizerId);
      const aheadMs = own.now() - clock.now();
      const isSandbox = found.isSandbox === 1;
      const page = eventPage(context, event, { nowMs: own.now(), aheadMs, order, isSandbox });
      return sendPage(reply, 200, page);
    }
    const preview = readPreviewToken(secrets, String(request.query.preview), ref);
    if (preview !== null) return sendPreview(reply, context, preview);
    // This page has no data of the event. The program shows the order only to its buyer.
    if (isId('evt', ref) && order !== undefined)
      return sendPage(reply, 200, orderPage(context, ref, { isSandbox: await isSandboxEvent(db, ref) }));
    return sendPage(reply, 404, notFoundPage(context));
  });

  app.get<PageRequest>('/e/:ref/place', hidden, async (request, reply) => {
    const { ref: eventId } = request.params;
    const organizerId = isId('evt', eventId) ? await findOrganizerOfEvent(db, eventId) : null;
    const token = waitingRoomTokenOf(request.headers.cookie, eventId);
    const wait = organizerId === null ? null : await rooms.look({ organizerId, eventId }, token);
    reply.header('cache-control', 'no-store');
    if (organizerId === null || wait === null) return { html: null, pollSeconds: 0 };
    if ('token' in wait && wait.token !== token)
      reply.header('set-cookie', waitingRoomCookie(baseUrl, eventId, wait.token));
    const context = contextOf(request, reply);
    const html = waitingStatus(context, wait, { eventId, nowMs: clock.of(organizerId).now() });
    return { html, pollSeconds: wait.pollSeconds };
  });

  app.get<PageRequest>('/e/:ref/calendar.ics', hidden, async (request, reply) => {
    const { ref } = request.params;
    const { event: found } = await findEvent(ref);
    const language = responseLanguage(request, reply, found?.defaultLanguage ?? defaultLanguage);
    const event = found && (await readEvent(found, language));
    if (found === null || event === null)
      throw new ApiError('published_event_not_found', { eventId: ref.slice(0, 40) });
    const ids = queryOf(request)['ticketTypes']?.split(',') ?? [];
    const starts = ids.length === 0 ? [] : await readTicketTypeStarts(db, found.organizerId, found.id, language);
    const parts = starts.filter(({ id }) => ids.includes(id));
    return reply
      .type(calendarMediaType)
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(icalendar({ ...event, url: `${baseUrl}/e/${event.id}` }, dateLocaleOf(language), parts));
  });
}

/** The parameters of the URL that occur once, such as the order and the token of a preview. */
function queryOf({ query }: FastifyRequest<PageRequest>): Record<string, string> {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(parameters);
}

function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  caching: 'no-cache' | 'no-store' = 'no-cache',
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', caching)
    .header('referrer-policy', 'same-origin')
    .header('content-security-policy', policy)
    .send(page);
}
