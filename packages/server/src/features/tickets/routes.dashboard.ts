import { parseTimeFilters, toStoredOrderNumber } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { auditOrigin } from '../audit/index.ts';
import { listTickets } from './queries.ts';
import { ticket, ticketListQuery, ticketPage } from './schema.ts';
import { undoTicketUse, useTicket } from './use-ticket.ts';

const tags = ['Tickets'];
const params = object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** Issued tickets in the dashboard. */
export const ticketDashboardRoutes: Feature<OrganizerServices> = (app, { db, clock, secrets, principal }) => {
  app.get(
    '/tickets',
    {
      config: { permission: 'tickets:read' },
      schema: {
        operationId: 'listTickets',
        tags,
        summary: 'List tickets',
        querystring: ticketListQuery,
        response: { 200: ticketPage },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filters = { ...query, ...parseTimeFilters(query), orderNumber: toStoredOrderNumber(query.orderNumber) };
      return sendJson(reply, await listTickets(db, principal(request).organizerId, filters, secrets.cursorKey));
    },
  );

  app.post(
    '/tickets/:id/use',
    {
      config: { permission: 'tickets:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'useTicket',
        tags,
        summary: 'Use a ticket',
        params,
        querystring: object({}),
        response: { 200: ticket },
      },
    },
    (request) => {
      const caller = principal(request);
      return useTicket(db, caller.organizerId, request.params.id, clock, auditOrigin(caller, request));
    },
  );

  app.post(
    '/tickets/:id/undo-use',
    {
      config: { permission: 'tickets:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'undoTicketUse',
        tags,
        summary: 'Undo the use of a ticket',
        params,
        querystring: object({}),
        response: { 200: ticket },
      },
    },
    (request) => {
      const caller = principal(request);
      return undoTicketUse(db, caller.organizerId, request.params.id, clock, auditOrigin(caller, request));
    },
  );
};
