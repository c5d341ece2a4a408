import { ApiError } from '../../errors/index.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { consumeByHand } from './consume-by-hand.ts';
import { listUnitChanges } from './history.ts';
import { findEntitlement } from './queries.ts';
import { returnConsumedUnits } from './return-units.ts';
import { registerEntitlementList } from './routes.list.ts';
import { entitlementWithHistory, unitChangeRequest } from './schema.dashboard.ts';
import { entitlement } from './schema.ts';

const tags = ['Add-ons'];
const params = object({ id: pathId('Id of the entitlement', 'ent_01kamz0g5ve4q8v5x2c4g6t0yd') });

/**
 * Purchased add-ons in the dashboard.
 *
 * @param options.searchesPerMinute limit of searches by e-mail address
 */
export function addonDashboardRoutes(options: { searchesPerMinute: number }): Feature<OrganizerServices> {
  return (app, services) => registerRoutes(app, services, options.searchesPerMinute);
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
        tags,
        summary: 'Read a purchased add-on with its consumptions',
        params,
        querystring: object({}),
        response: { 200: entitlementWithHistory },
      },
    },
    async (request, reply) => {
      const { organizerId } = scopeOf(request);
      const { id } = request.params;
      const json = await findEntitlement(db, organizerId, id);
      if (json === null) throw new ApiError('entitlement_not_found', { entitlementId: id });
      const { history, isComplete } = await listUnitChanges(db, organizerId, id);
      return sendJson(reply, jsonObject({ entitlement: new JsonText(json), history, isComplete }));
    },
  );

  app.post(
    '/addons/:id/consume',
    {
      config: { permission: 'addons:write', errors: ['insufficient_units', 'ref_conflict'] },
      schema: {
        operationId: 'consumeUnitsByHand',
        tags,
        summary: 'Consume units by hand',
        params,
        querystring: object({}),
        body: unitChangeRequest,
        response: { 200: entitlement },
      },
    },
    async (request, reply) => {
      const change = { entitlementId: request.params.id, ...request.body };
      const consumed = await consumeByHand(db, scopeOf(request), change);
      return sendJson(reply, consumed.entitlement);
    },
  );

  app.post(
    '/addons/:id/return',
    {
      config: { permission: 'addons:write', errors: ['invalid_state', 'ref_conflict'] },
      schema: {
        operationId: 'returnUnitsByHand',
        tags,
        summary: 'Return consumed units by hand',
        params,
        querystring: object({}),
        body: unitChangeRequest,
        response: { 200: entitlement },
      },
    },
    async (request, reply) => {
      const change = { entitlementId: request.params.id, ...request.body };
      return sendJson(reply, await returnConsumedUnits(db, scopeOf(request), change));
    },
  );
}
