import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { externalIdField } from '../../platform/http/external-schema.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { attachValidation, type UncheckedBody, uncheckedBody } from '../../platform/http/unchecked-body.ts';
import { organizerAddon, organizerEvent, organizerTicketType } from '../event-views/http.ts';
import { changeEvent } from './change-event.ts';
import { createEvent } from './create-event.ts';
import { addons, type OfferKind, ticketTypes } from './offer-kinds.ts';
import { findByExternalId } from './references.ts';
import { addonWithExternalId, eventWithExternalId, ticketTypeWithExternalId } from './schema.ts';
import { changeOffer, createOffer } from './write-offer.ts';

const eventParams = object({ externalId: externalIdField });
const offerParams = object({
  id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  externalId: externalIdField,
});
const event = organizerEvent({ addons: true });

const config = (errors: readonly ErrorCode[]) => ({ permission: 'events:write', errors, etag: true });

/** The endpoints that create or change an event, ticket type or add-on by its `externalId`. */
export const catalogUpsertRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  /**
   * Writes an object with an `externalId`. If two requests create it at the same time, the second one fails as `external_id_taken`, and
   * then changes what the first one has created.
   */
  const upsert = async (reply: FastifyReply, write: (tx: Db) => Promise<Upsert>): Promise<undefined> => {
    const attempt = () => db.transaction().execute(write);
    const {
      isNew,
      object: written,
      path,
    } = await attempt().catch((error: unknown) => {
      if (error instanceof ApiError && error.reason === 'external_id_taken') return attempt();
      throw error;
    });
    if (isNew) reply.code(201).header('location', `${app.baseUrl}${app.prefix}${path}/${written.id}`);
    return sendVersioned(reply, written);
  };
  app.put(
    '/events/by-external-id/:externalId',
    {
      attachValidation,
      config: config(['invalid_state']),
      schema: {
        ...upsertText('upsertEvent', 'event'),
        params: eventParams,
        body: eventWithExternalId,
        response: { 200: event, 201: event },
      },
    },
    (request, reply) => {
      const body = uncheckedBody(request);
      const scope = scopeOf(request);
      const { externalId } = request.params;
      return upsert(reply, async (tx) => {
        const existing = await findByExternalId(tx, scope.organizerId, 'events', externalId);
        const written =
          existing === undefined
            ? await createEvent(tx, scope, withExternalId(body, externalId))
            : await changeEvent(tx, scope, existing.id, body, { ifMatch: null });
        return { isNew: existing === undefined, object: written, path: '/events' };
      });
    },
  );
  const upsertOffer = (request: UpsertRequest, reply: FastifyReply, kind: OfferKind) => {
    const body = uncheckedBody(request);
    const scope = scopeOf(request);
    const { id: eventId, externalId } = request.params;
    return upsert(reply, async (tx) => {
      const existing = await findByExternalId(tx, scope.organizerId, kind.table, externalId);
      const isNew = existing?.eventId !== eventId;
      const written = isNew
        ? await createOffer(tx, scope, kind, eventId, withExternalId(body, externalId))
        : await changeOffer(tx, scope, kind, { eventId, offerId: existing.id }, body, null);
      return { isNew, object: written, path: `/events/${eventId}/${kind.path}` };
    });
  };
  app.put(
    '/events/:id/ticket-types/by-external-id/:externalId',
    {
      attachValidation,
      config: config(['invalid_state', 'capacity_below_sold']),
      schema: {
        ...upsertText('upsertTicketType', 'ticket type'),
        params: offerParams,
        body: ticketTypeWithExternalId,
        response: { 200: organizerTicketType, 201: organizerTicketType },
      },
    },
    (request, reply) => upsertOffer(request, reply, ticketTypes),
  );
  app.put(
    '/events/:id/addons/by-external-id/:externalId',
    {
      attachValidation,
      config: config(['invalid_state', 'capacity_below_sold']),
      schema: {
        ...upsertText('upsertAddon', 'add-on'),
        params: offerParams,
        body: addonWithExternalId,
        response: { 200: organizerAddon, 201: organizerAddon },
      },
    },
    (request, reply) => upsertOffer(request, reply, addons),
  );
};

/** What a request with an `externalId` in its path has written. */
interface Upsert {
  readonly isNew: boolean;
  readonly object: Versioned;
  /** The path of a new object without its id. */
  readonly path: string;
}

type UpsertRequest = FastifyRequest & {
  readonly body: object;
  readonly params: { readonly id: string; readonly externalId: string };
};

function withExternalId<T extends object>(body: UncheckedBody<T>, externalId: string): UncheckedBody<T> {
  return { ...body, input: { ...body.input, externalId } };
}

function upsertText(operationId: string, kindName: string) {
  return {
    operationId,
    tags: ['Events'],
    summary: `Create or change the ${kindName} with an externalId`,
    description:
      `Creates the ${kindName} if you have none with this \`externalId\`: the response is 201. Otherwise changes it: the response is 200, and ` +
      'absent fields keep their values. So a program that is run again creates nothing twice.',
    querystring: object({}),
  };
}
