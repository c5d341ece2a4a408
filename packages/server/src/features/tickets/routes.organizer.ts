import { parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson, sendVersioned } from '../../platform/http/send-json.ts';
import { listTickets, readVersionedTicket } from './queries.ts';
import { ticket, ticketListQuery, ticketPage } from './schema.ts';

/**
 * The routes of issued tickets.
 *
 * @param filters.several whether filters can have several values
 */
export function ticketRoutes(filters: { several: boolean }): Feature<OrganizerServices> {
  return (app, services) => {
    const { db, secrets, scopeOf } = services;
    app.get(
      '/tickets',
      {
        config: { permission: 'tickets:read' },
        schema: {
          operationId: 'listTickets',
          tags: ['Tickets'],
          summary: 'List tickets',
          description: 'Issued tickets, newest first. With `updatedSince`, they are in the order of their last change.',
          querystring: ticketListQuery(filters),
          response: { 200: ticketPage },
        },
      },
      async (request, reply) => {
        const { query } = request;
        const selection = {
          ...query,
          ...parseTimeFilters(query),
          orderNumber: toStoredOrderNumbers(query.orderNumber),
        };
        return sendJson(reply, await listTickets(db, scopeOf(request).organizerId, selection, secrets.cursorKey));
      },
    );
    ticketRoute(app, services);
  };
}

/** The route of one ticket, which the API and the dashboard have. */
export const ticketRoute: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/tickets/:id',
    {
      config: { permission: 'tickets:read', etag: true },
      schema: {
        operationId: 'getTicket',
        tags: ['Tickets'],
        summary: 'Read a ticket',
        description: 'One issued ticket, without personal fields. The response of `getOrder` can contain them.',
        params: object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: ticket },
      },
    },
    async (request, reply) =>
      sendVersioned(reply, await readVersionedTicket(db, scopeOf(request).organizerId, request.params.id)),
  );
};
