import type { Db } from '../../platform/database/dialect.ts';
import { tagOf } from '../../platform/http/entity-tags.ts';
import { idempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { uncheckedBody } from '../../platform/http/unchecked-body.ts';
import { organizerEvent } from '../event-views/http.ts';
import { questionList } from '../questions/http.ts';
import { duplicateEvent } from './duplicate-event.ts';
import { imageExtensions } from './image-type.ts';
import { addons, ticketTypes } from './offer-kinds.ts';
import { orderOffers } from './order-offers.ts';
import { posterBytesMax, setPoster } from './posters.ts';
import { eventCopy, offerSequence } from './schema.dashboard.ts';
import { orderQuestions } from './write-question.ts';

const tags = ['Events'];
const eventIdParam = { id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') };
const params = object(eventIdParam);
const querystring = object({});
const event = organizerEvent({ addons: true });
const config = { permission: 'events:write', errors: ['invalid_state'], etag: true } as const;

/** What the dashboard can do with events in addition to the API. */
export const catalogDashboardRoutes: Feature<OrganizerServices> = (app, services) => {
  const { db, scopeOf } = services;
  const change = <T>(write: (tx: Db) => Promise<T>) => db.transaction().execute(write);

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
      const scope = scopeOf(request);
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const copy = await duplicateEvent(tx, scope, request.params.id, body);
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
        const sequence = { eventId: request.params.id, ids: request.body.ids };
        const changed = await change((tx) => orderOffers(tx, scopeOf(request), kind, sequence));
        return sendVersioned(reply, changed);
      },
    );
  }

  app.put(
    '/events/:id/questions/sequence',
    {
      config: { permission: 'events:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'orderQuestions',
        tags,
        summary: 'Set the sequence of the questions of an event',
        params,
        querystring,
        body: offerSequence,
        response: { 200: questionList },
      },
    },
    async (request) => {
      const sequence = { eventId: request.params.id, ids: request.body.ids };
      return { data: await change((tx) => orderQuestions(tx, scopeOf(request), sequence)) };
    },
  );

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
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { id } = request.params;
      const changed = await change((tx) => setPoster(tx, scopeOf(request), id, content, app.baseUrl));
      return sendVersioned(reply, changed);
    },
  );
};
