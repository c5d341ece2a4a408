import { ApiError } from '../../errors/index.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { findConsumption } from './consume-units.ts';
import { listConsumptions } from './consumption-list.ts';
import { consumption, consumptionListQuery, consumptionPage } from './schema.ts';

/** The endpoints that read consumptions, to compare them with those of a till. */
export const consumptionRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.get(
    '/consumptions',
    {
      config: { permission: 'addons:read' },
      schema: {
        operationId: 'listConsumptions',
        tags: ['Add-ons'],
        summary: 'List consumptions',
        description: 'Units of purchased add-ons that were consumed, newest first, also those that were reversed.',
        querystring: consumptionListQuery,
        response: { 200: consumptionPage },
      },
    },
    async (request, reply) =>
      sendJson(reply, await listConsumptions(db, scopeOf(request).organizerId, request.query, secrets.cursorKey)),
  );
  app.get(
    '/consumptions/:id',
    {
      config: { permission: 'addons:read' },
      schema: {
        operationId: 'getConsumption',
        tags: ['Add-ons'],
        summary: 'Read a consumption',
        description: 'One consumption, and when it was reversed.',
        params: object({ id: pathId('Id of the consumption', 'con_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: consumption },
      },
    },
    async (request) => {
      const { id } = request.params;
      const found = await findConsumption(db, scopeOf(request).organizerId, id);
      if (found === null) throw new ApiError('consumption_not_found', { consumptionId: id.slice(0, 100) });
      return found.consumption;
    },
  );
};
