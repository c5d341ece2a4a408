import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { idempotencyHeaders, type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { consumeUnits, consumptionJson } from './consume-units.ts';
import { findEntitlement } from './queries.ts';
import { reverseConsumption } from './reverse-consumption.ts';
import { registerEntitlementList } from './routes.list.ts';
import { consumeRequest, consumeResult, consumptionReversal, entitlement, reversalRequest } from './schema.ts';

/**
 * The endpoints for purchased add-ons and their consumption.
 *
 * @param options.searchesPerMinute limit of searches by e-mail address, for a principal without the scope for personal data
 */
export function addonRoutes({ searchesPerMinute }: { searchesPerMinute: number }): Feature<OrganizerServices> {
  return (app, services) => registerRoutes(app, services, searchesPerMinute);
}

function registerRoutes(app: PlaneApp, services: OrganizerServices, searchesPerMinute: number): void {
  const { db, scopeOf } = services;
  registerEntitlementList(app, services, searchesPerMinute);

  app.get(
    '/addons/:id',
    {
      config: { permission: 'addons:read' },
      schema: {
        operationId: 'getEntitlement',
        tags: ['Add-ons'],
        summary: 'Read a purchased add-on',
        description: 'One purchased add-on and its remaining units.',
        params: object({ id: pathId('Id of the entitlement', 'ent_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: entitlement },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const json = await findEntitlement(db, scopeOf(request).organizerId, params.id);
      if (json === null) throw new ApiError('entitlement_not_found', { entitlementId: params.id });
      return sendJson(reply, json);
    },
  );
  app.post(
    '/addons/consume',
    {
      config: { permission: 'addons:write', errors: ['insufficient_units', 'ref_conflict', 'idempotency_conflict'] },
      schema: {
        operationId: 'consumeUnits',
        tags: ['Add-ons'],
        summary: 'Consume units of a purchased add-on',
        description:
          'Consumes units of an entitlement, once for each `ref`. If a request fails, **send the same request with the same `ref` ' +
          'again, until you get one of the final responses below**. The units are consumed only once, even if several requests ' +
          'arrive.\n\n' +
          '* **200**: final. The units are consumed; `replayed` is true if an earlier request consumed them.\n' +
          '* **409 `insufficient_units`**: final. Fewer units are left. Nothing was consumed, and the `ref` can be used again.\n' +
          '* **409 `ref_conflict`**: final. The `ref` belongs to another consumption, or its consumption was reversed. Nothing was ' +
          'consumed. To consume units, use a new `ref`.\n' +
          '* **400, 401, 403, 404**: final. Nothing was consumed, and the same request will fail again.\n' +
          '* **429, 500, 503, a timeout or a lost connection**: not final. Send the same request again. If the response has a ' +
          '`Retry-After` header, wait this number of seconds before.',
        headers: idempotencyHeaders,
        querystring: object({}),
        body: consumeRequest,
        response: { 200: consumeResult },
      },
    },
    (request, reply) => {
      const scope = scopeOf(request);
      const consume = async (tx: Db): Promise<WriteResponse> => {
        const consumed = await consumeUnits(tx, scope, request.body);
        return { status: 200, body: consumptionJson(consumed) };
      };
      // The stored response would contain `replayed: false`, so the work runs again. The `ref` ensures that it consumes only once.
      return withIdempotency(request, reply, db, scope, consume, { runAgain: true });
    },
  );
  app.post(
    '/addons/consumptions/:id/reverse',
    {
      config: { permission: 'addons:write', errors: ['invalid_state', 'idempotency_conflict'] },
      schema: {
        operationId: 'reverseConsumption',
        tags: ['Add-ons'],
        summary: 'Reverse a consumption',
        description:
          'Returns all units of a consumption, so that they can be consumed again: once, and within the time that the organizer has set ' +
          '(10 minutes by default). If a request fails, send it again: a repeated request changes nothing, and `replayed` is true.',
        params: object({ id: pathId('Id of the consumption', 'con_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        headers: idempotencyHeaders,
        querystring: object({}),
        body: reversalRequest,
        response: { 200: consumptionReversal },
      },
    },
    (request, reply) => {
      const scope = scopeOf(request);
      const reversal = { consumptionId: request.params.id, reason: request.body.reason };
      const reverse = async (tx: Db): Promise<WriteResponse> => {
        const reversed = await reverseConsumption(tx, scope, reversal);
        return { status: 200, body: consumptionJson(reversed) };
      };
      // The stored response would contain `replayed: false`, so the work runs again. It reverses only once.
      return withIdempotency(request, reply, db, scope, reverse, { runAgain: true });
    },
  );
}
