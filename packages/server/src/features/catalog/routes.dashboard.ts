import type { FastifyRequest } from 'fastify';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { tagOf } from '../../platform/http/entity-tags.ts';
import { idempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { uncheckedBody } from '../../platform/http/unchecked-body.ts';
import { auditOrigin } from '../audit/index.ts';
import { organizerEvent } from '../event-views/http.ts';
import { duplicateEvent } from './duplicate-event.ts';
import { imageExtensions } from './image-type.ts';
import { addons, ticketTypes } from './offer-kinds.ts';
import { orderOffers } from './order-offers.ts';
import { posterBytesMax, setPoster } from './posters.ts';
import { eventCopy, offerSequence } from './schema.dashboard.ts';

const tags = ['Events'];
const eventIdParam = { id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') };
const params = object(eventIdParam);
const querystring = object({});
const event = organizerEvent({ addons: true });
const config = { permission: 'events:write', errors: ['invalid_state'], etag: true } as const;

/** What the dashboard can do with events in addition to the API. */
export const catalogDashboardRoutes: Feature<OrganizerServices> = (app, services) => {
  const { db, clock, scopeOf } = services;
  const principal = (request: FastifyRequest) => scopeOf(request).principal;
  const nowOf = (organizerId: string) => timestamp(clock.of(organizerId).now());
  const change = (write: (tx: Db) => Promise<Versioned>) => db.transaction().execute(write);

  app.post(
    '/events/:id/copies',
    {
      attachValidation: true,
      config: { ...config, errors: ['invalid_state', 'idempotency_conflict'] },
      schema: {
        operationId: 'duplicateEvent',
        tags,
        summary: 'Duplicate an event as a draft',
        headers: idempotencyHeaders,
        params,
        querystring,
        body: eventCopy,
        response: { 201: event },
      },
    },
    (request, reply) => {
      const body = uncheckedBody(request);
      const { organizerId } = principal(request);
      const origin = auditOrigin(principal(request), request);
      return withIdempotency(request, reply, services, organizerId, async (tx) => {
        const copy = await duplicateEvent(tx, organizerId, request.params.id, body, nowOf(organizerId), origin);
        return { status: 201, body: copy.json, etag: tagOf(copy) };
      });
    },
  );

  for (const kind of [ticketTypes, addons]) {
    const operationId = kind === ticketTypes ? 'orderTicketTypes' : 'orderAddons';
    app.put(
      `/events/:id/${kind.path}/sequence`,
      {
        config,
        schema: {
          operationId,
          tags,
          summary: `Set the sequence of the ${kind.kindName}s of an event`,
          params,
          querystring,
          body: offerSequence,
          response: { 200: event },
        },
      },
      async (request, reply) => {
        const { organizerId } = principal(request);
        const sequence = { eventId: request.params.id, ids: request.body.ids };
        const origin = auditOrigin(principal(request), request);
        const changed = await change((tx) => orderOffers(tx, organizerId, kind, sequence, nowOf(organizerId), origin));
        return sendVersioned(reply, changed);
      },
    );
  }

  const posterTypes = Object.keys(imageExtensions);
  app.addContentTypeParser<Buffer>(posterTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.put(
    '/events/:id/poster',
    {
      config: { ...config, bodyTypes: posterTypes },
      bodyLimit: posterBytesMax,
      schema: {
        operationId: 'uploadPoster',
        tags,
        summary: 'Upload the poster of an event: a PNG, JPEG or WebP image of at most 2 MB',
        params,
        querystring,
        response: { 200: event },
      },
    },
    async (request, reply) => {
      const { organizerId } = principal(request);
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const options = { baseUrl: app.baseUrl, now: nowOf(organizerId) };
      const origin = auditOrigin(principal(request), request);
      const changed = await change((tx) => setPoster(tx, organizerId, request.params.id, content, options, origin));
      return sendVersioned(reply, changed);
    },
  );
};
