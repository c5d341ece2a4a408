import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Feature, StreamServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { consumeRequest, consumeResult, consumptionReversal, reversalRequest } from '../entitlements/http.ts';
import {
  consumeUnits,
  consumptionJson,
  findEntitlement,
  readEntitlementsOfGuest,
  reverseConsumption,
  setConsumer,
} from '../entitlements/index.ts';
import { findScannedTicket } from '../tickets/index.ts';
import type { DevicePrincipal } from './device-authenticator.ts';
import { lookupRequest, lookupResult } from './schema.gate.ts';
import { viewTicket } from './view-scan.ts';

const tags = ['Bar'];

/** What a device at a bar does: it shows what a guest has bought, hands it out, and takes a mistake back. */
export const barRoutes: Feature<StreamServices<DevicePrincipal>> = (app, { db, scopeOf }) => {
  app.post(
    '/entitlements/lookup',
    {
      config: { permission: 'bar' },
      schema: {
        operationId: 'lookUpEntitlements',
        tags,
        summary: 'Find what a guest has bought',
        description:
          'Returns the ticket with this QR content, the add-ons of its holder, and those of its order. The name of the holder is returned ' +
          'only if an add-on belongs to the holder.',
        querystring: object({}),
        body: lookupRequest,
        response: { 200: lookupResult },
      },
    },
    async (request, reply) => {
      const { organizerId, principal } = scopeOf(request);
      const ticket = await findScannedTicket(db, organizerId, request.body);
      if (ticket === null || ticket.eventId !== principal.device.eventId) {
        return sendJson(reply, jsonObject({ ticket: null, entitlements: [] }));
      }
      const entitlements = await readEntitlementsOfGuest(db, organizerId, ticket);
      const view = viewTicket(ticket);
      // Add-ons of an order are not handed out by the name, so it is not shown.
      if (view.addons.length === 0) view.holderName = null;
      return sendJson(reply, jsonObject({ ticket: view, entitlements: JsonText.list(entitlements) }));
    },
  );

  app.post(
    '/entitlements/consume',
    {
      config: { permission: 'bar', errors: ['insufficient_units', 'ref_conflict'] },
      schema: {
        operationId: 'consumeUnits',
        tags,
        summary: 'Hand out units',
        description: 'Consumes units of an entitlement, once for each `ref`, like `POST /api/v1/addons/consume`.',
        querystring: object({}),
        body: consumeRequest,
        response: { 200: consumeResult },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { organizerId, principal } = scope;
      const { body } = request;
      const consumed = await db.transaction().execute(async (tx) => {
        await assertOfEvent(tx, organizerId, body.entitlementId, principal.device.eventId);
        const result = await consumeUnits(tx, scope, body);
        const consumer = { actor: principal.actor, reason: null };
        if (!result.replayed) await setConsumer(tx, organizerId, result.consumption.id, consumer);
        return result;
      });
      return sendJson(reply, consumptionJson(consumed));
    },
  );

  app.post(
    '/consumptions/:id/reverse',
    {
      config: { permission: 'bar', errors: ['invalid_state'] },
      schema: {
        operationId: 'reverseConsumption',
        tags,
        summary: 'Reverse a consumption',
        description:
          'Returns all units of a consumption, once, within the time that the organizer has set. A repeated request changes nothing.',
        params: object({ id: pathId('Id of the consumption', 'con_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        body: reversalRequest,
        response: { 200: consumptionReversal },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const reversal = {
        consumptionId: request.params.id,
        reason: request.body.reason,
        eventId: scope.principal.device.eventId,
      };
      const reversed = await db.transaction().execute((tx) => reverseConsumption(tx, scope, reversal));
      return sendJson(reply, consumptionJson(reversed));
    },
  );
};

/** @throws ApiError `entitlement_not_found` if the entitlement does not belong to the event */
async function assertOfEvent(db: Db, organizerId: string, entitlementId: string, eventId: string): Promise<void> {
  const json = await findEntitlement(db, organizerId, entitlementId);
  const found = json === null ? null : (JSON.parse(json) as { eventId: string });
  if (found?.eventId !== eventId)
    throw new ApiError('entitlement_not_found', { entitlementId: entitlementId.slice(0, 100) });
}
