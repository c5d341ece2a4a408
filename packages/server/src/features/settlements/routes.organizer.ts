import type { Feature } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { listSettlements } from './queries.ts';
import { settlementListQuery, settlementPage } from './schema.ts';

/** Per-event settlement accounting. */
export const settlementRoutes: Feature = (app, { db, secrets }) => {
  app.get(
    '/settlements',
    {
      config: { scope: 'settlements:read' },
      schema: {
        operationId: 'listSettlements',
        tags: ['Settlements'],
        summary: 'List settlements',
        description: 'What each event took, what was kept of it, and what is still to be paid out. Newest first.',
        querystring: settlementListQuery,
        response: { 200: settlementPage },
      },
    },
    async (request, reply) => {
      const { key, query } = request;
      sendJson(reply, await listSettlements(db, key.organizerId, query, secrets.cursorKey));
    },
  );
};
