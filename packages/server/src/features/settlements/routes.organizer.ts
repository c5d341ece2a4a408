import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { listSettlements } from './queries.ts';
import { settlementListQuery, settlementPage } from './schema.ts';

/**
 * The routes of settlements.
 *
 * @param filters.several whether filters can have several values
 */
export function settlementRoutes(filters: { several: boolean }): Feature<OrganizerServices> {
  return (app, { db, secrets, scopeOf }) => {
    app.get(
      '/settlements',
      {
        config: { permission: 'settlements:read' },
        schema: {
          operationId: 'listSettlements',
          tags: ['Settlements'],
          summary: 'List settlements',
          description:
            'For each event, its revenue, fees and taxes, and the balance that is not paid out yet. Newest first. With `updatedSince`, ' +
            'they are sorted by their last change, oldest first.',
          querystring: settlementListQuery(filters),
          response: { 200: settlementPage },
        },
      },
      async (request, reply) => {
        const query = { ...request.query, ...parseTimeFilters(request.query) };
        return sendJson(reply, await listSettlements(db, scopeOf(request).organizerId, query, secrets.cursorKey));
      },
    );
  };
}
