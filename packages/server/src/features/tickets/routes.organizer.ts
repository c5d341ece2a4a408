import { timeParameter } from '../../platform/http/parameters.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { listTickets } from './queries.ts';
import { ticketListQuery, ticketPage } from './schema.ts';

/** Issued tickets (SPEC.md section 4). */
export const ticketRoutes: Feature = (app, { db, secrets }) => {
  app.get(
    '/tickets',
    {
      config: { scope: 'tickets:read' },
      schema: {
        operationId: 'listTickets',
        tags: ['Tickets'],
        summary: 'List tickets',
        description: 'Issued tickets, newest first, or by their last change with `updatedSince`.',
        querystring: ticketListQuery,
        response: { 200: ticketPage },
      },
    },
    (request, reply) => {
      const { key, query } = request;
      const updatedSince = timeParameter('updatedSince', query.updatedSince);
      return sendJson(reply, listTickets(db, key.organizerId, { ...query, updatedSince }, secrets.cursorKey));
    },
  );
};
