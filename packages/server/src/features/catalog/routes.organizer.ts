import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { parseIfMatch, tagOf, type Versioned } from '../../platform/http/entity-tags.ts';
import { idempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import { acceptMergePatches } from '../../platform/http/merge-patch.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object, pathId, type TSchema } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { attachValidation, uncheckedBody } from '../../platform/http/unchecked-body.ts';
import { organizerAddon, organizerEvent, organizerTicketType } from '../event-views/http.ts';
import { changeEvent } from './change-event.ts';
import { createEvent } from './create-event.ts';
import { deleteEvent } from './delete-event.ts';
import { deleteOffer } from './delete-offer.ts';
import { addons, type OfferIds, type OfferKind, ticketTypes } from './offer-kinds.ts';
import { addonPatch, eventPatch, newAddon, newEvent, newTicketType, ticketTypePatch } from './schema.ts';
import { changeOffer, createOffer } from './write-offer.ts';

const eventIdParam = { id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') };
const ticketTypeParams = {
  ...eventIdParam,
  ticketTypeId: pathId('Id of the ticket type', 'tty_01kamz0g5ve4q8v5x2c4g6t0yd'),
};
const addonParams = { ...eventIdParam, addonId: pathId('Id of the add-on', 'add_01kamz0g5ve4q8v5x2c4g6t0yd') };
const noQuery = object({});

const config = (errors: readonly ErrorCode[]) => ({ permission: 'events:write', errors, etag: true });

const idempotencyText =
  'If a request with an `Idempotency-Key` is repeated within 24 hours, the first response is returned again and nothing is ' +
  'created twice. Error responses are not stored.';
const patchText =
  'A JSON merge patch (RFC 7396): absent fields do not change, and `null` clears a field that can be null. A patch that ' +
  'changes nothing succeeds and sends no webhook.';

/** The endpoints that create and change events, ticket types and add-ons. */
export const catalogRoutes: Feature<OrganizerServices> = (app, services) => {
  const { db, scopeOf } = services;
  const locationOf = ({ url }: FastifyRequest, id: string) => `${app.baseUrl}${url.split('?', 1)[0]}/${id}`;
  acceptMergePatches(app);

  app.post(
    '/events',
    {
      attachValidation,
      config: config(['invalid_state', 'idempotency_conflict']),
      schema: {
        operationId: 'createEvent',
        tags: ['Events'],
        summary: 'Create an event',
        description:
          'Creates an event and its settlement. The event is a draft unless the body has `"status": "published"`. Nothing can be ' +
          `bought until the event has a ticket type. ${idempotencyText}` +
          '\n\nIf another of your events has the same slug, the response is the error `invalid_state`.',
        headers: idempotencyHeaders,
        querystring: noQuery,
        body: newEvent,
        response: { 201: organizerEvent({ addons: true }) },
      },
    },
    (request, reply) => {
      const body = uncheckedBody(request);
      const scope = scopeOf(request);
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const event = await createEvent(tx, scope, body);
        return { status: 201, body: event.json, location: locationOf(request, event.id), etag: tagOf(event) };
      });
    },
  );

  app.patch(
    '/events/:id',
    {
      attachValidation,
      config: config(['invalid_state', 'precondition_failed']),
      schema: {
        operationId: 'updateEvent',
        tags: ['Events'],
        summary: 'Change, publish or archive an event',
        description:
          `${patchText}\n\n\`{"status": "published"}\` publishes a draft that has an active ticket type. \`{"status": "archived"}\` archives ` +
          'an event: it can still be read, but not sold or changed. A published event becomes a draft again only in the dashboard, ' +
          'and only without orders. The currency cannot be changed after the event has an order. ' +
          'Before that, the change also applies to its ticket types, add-ons and settlement; amounts are not converted. Times that ' +
          'end a retention of personal data are refused.\n\n' +
          'To avoid overwriting other changes, send the `ETag` of a `GET` as `If-Match`. If the event, one of its ticket types or ' +
          'one of its add-ons has changed since then, the response is 412 and nothing is changed. Sales do not change the `ETag`.',
        headers: ifMatchHeaders,
        params: object(eventIdParam),
        querystring: noQuery,
        body: eventPatch,
        response: { 200: organizerEvent({ addons: true }) },
      },
    },
    (request, reply) => {
      const body = uncheckedBody(request);
      const { params } = request;
      const scope = scopeOf(request);
      const ifMatch = parseIfMatch(request.headers['if-match']);
      // Only in the dashboard: programs with a key rely on published events not becoming drafts.
      const canWithdraw = scope.principal.kind === 'user';
      return sendChange(reply, db, (tx) => changeEvent(tx, scope, params.id, body, { ifMatch, canWithdraw }));
    },
  );

  const handleCreate = (request: OfferRequest, reply: FastifyReply, kind: OfferKind) => {
    const body = uncheckedBody(request);
    const { params } = request;
    const scope = scopeOf(request);
    return withIdempotency(request, reply, db, scope, async (tx) => {
      const offer = await createOffer(tx, scope, kind, params.id, body);
      const location = locationOf(request, offer.id);
      return { status: 201, body: offer.json, location, etag: tagOf(offer) };
    });
  };
  const handleChange = (request: OfferRequest, reply: FastifyReply, kind: OfferKind, offerId: string) => {
    const body = uncheckedBody(request);
    const { params } = request;
    const ids = { eventId: params.id, offerId };
    const ifMatch = parseIfMatch(request.headers['if-match']);
    return sendChange(reply, db, (tx) => changeOffer(tx, scopeOf(request), kind, ids, body, ifMatch));
  };

  app.post(
    '/events/:id/ticket-types',
    {
      attachValidation,
      config: config(['invalid_state', 'idempotency_conflict']),
      schema: {
        ...offerCreation('createTicketType', 'ticket type'),
        params: object(eventIdParam),
        body: newTicketType,
        response: { 201: organizerTicketType },
      },
    },
    (request, reply) => handleCreate(request, reply, ticketTypes),
  );
  app.patch(
    '/events/:id/ticket-types/:ticketTypeId',
    {
      attachValidation,
      config: config(['invalid_state', 'capacity_below_sold', 'precondition_failed']),
      schema: {
        ...offerChange('updateTicketType', 'ticket type'),
        params: object(ticketTypeParams),
        body: ticketTypePatch,
        response: { 200: organizerTicketType },
      },
    },
    (request, reply) => handleChange(request, reply, ticketTypes, request.params.ticketTypeId),
  );
  app.post(
    '/events/:id/addons',
    {
      attachValidation,
      config: config(['invalid_state', 'idempotency_conflict']),
      schema: {
        ...offerCreation('createAddon', 'add-on'),
        params: object(eventIdParam),
        body: newAddon,
        response: { 201: organizerAddon },
      },
    },
    (request, reply) => handleCreate(request, reply, addons),
  );
  app.patch(
    '/events/:id/addons/:addonId',
    {
      attachValidation,
      config: config(['invalid_state', 'capacity_below_sold', 'precondition_failed']),
      schema: {
        ...offerChange('updateAddon', 'add-on'),
        params: object(addonParams),
        body: addonPatch,
        response: { 200: organizerAddon },
      },
    },
    (request, reply) => handleChange(request, reply, addons, request.params.addonId),
  );

  app.delete(
    '/events/:id',
    {
      config: config(['invalid_state']),
      schema: {
        operationId: 'deleteEvent',
        tags: ['Events'],
        summary: 'Delete an event that has sold nothing',
        description:
          'Deletes an event that has never sold or reserved anything, with its ticket types and add-ons. If it has an order, also an ' +
          'expired one, a gate, or a waiting room that visitors have entered, the response is the error `invalid_state`: archive it ' +
          'instead. The response is the event as it was.',
        params: object(eventIdParam),
        querystring: noQuery,
        response: { 200: organizerEvent({ addons: true }) },
      },
    },
    (request, reply) => sendChange(reply, db, (tx) => deleteEvent(tx, scopeOf(request), request.params.id)),
  );

  const remove = async (request: FastifyRequest, reply: FastifyReply, kind: OfferKind, ids: OfferIds) =>
    sendChange(reply, db, (tx) => deleteOffer(tx, scopeOf(request), kind, ids));
  app.delete(
    '/events/:id/ticket-types/:ticketTypeId',
    {
      config: config(['invalid_state']),
      schema: { ...offerDeletion('deleteTicketType', 'ticket type'), params: object(ticketTypeParams) },
    },
    (request, reply) => {
      const { id: eventId, ticketTypeId: offerId } = request.params;
      return remove(request, reply, ticketTypes, { eventId, offerId });
    },
  );
  app.delete(
    '/events/:id/addons/:addonId',
    {
      config: config(['invalid_state']),
      schema: { ...offerDeletion('deleteAddon', 'add-on'), params: object(addonParams) },
    },
    (request, reply) => {
      const { id: eventId, addonId: offerId } = request.params;
      return remove(request, reply, addons, { eventId, offerId });
    },
  );
};

function offerDeletion(operationId: string, kindName: string) {
  return {
    operationId,
    tags: ['Events'],
    summary: `Delete ${withArticle(kindName)} that no order has`,
    description:
      `Deletes ${withArticle(kindName)} that was never sold or reserved. If an order has it, also an expired one, the response is the error ` +
      '`invalid_state`: archive it instead. The response is `invalid_state`, too, if a question is asked only for certain offers (`offerIds`) ' +
      'and this is one of them, or if a gate admits only certain ticket types: change the question or the gate first. ' +
      'The response is the event.',
    querystring: noQuery,
    response: { 200: organizerEvent({ addons: true }) },
  };
}

type OfferRequest = FastifyRequest & { readonly body: object; readonly params: { readonly id: string } };

function offerCreation(operationId: string, kindName: string) {
  return {
    operationId,
    tags: ['Events'],
    summary: `Add ${withArticle(kindName)} to an event`,
    description:
      `Adds ${withArticle(kindName)} to an event that is not archived. It has the currency of the event. By default, it is on sale as ` +
      `soon as the event is published. ${idempotencyText}`,
    headers: idempotencyHeaders,
    querystring: noQuery,
  } as const satisfies Record<string, string | string[] | TSchema>;
}

function offerChange(operationId: string, kindName: string) {
  return {
    operationId,
    tags: ['Events'],
    summary: `Change or archive ${withArticle(kindName)}`,
    description:
      `${patchText}\n\n\`{"status": "archived"}\` stops its sale, \`{"status": "active"}\` resumes it. The quantity cannot be lower ` +
      'than the number of sold and reserved units. The prices of existing orders do not change.\n\n' +
      `To avoid overwriting other changes, send as \`If-Match\` the \`ETag\` of the event, or of the response to the last change to the ` +
      `${kindName}. If the ${kindName} has changed since then, the response is 412 and nothing is changed. Sales do not change the \`ETag\`.`,
    headers: ifMatchHeaders,
    querystring: noQuery,
  };
}

function withArticle(word: string): string {
  return word.startsWith('a') ? `an ${word}` : `a ${word}`;
}

async function sendChange(reply: FastifyReply, db: Db, write: (tx: Db) => Promise<Versioned>): Promise<void> {
  return sendVersioned(reply, await db.transaction().execute(write));
}
