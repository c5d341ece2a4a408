import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { ticket } from './schema.ts';
import { undoTicketUse, useTicket } from './use-ticket.ts';

const tags = ['Tickets'];
const params = object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** What the dashboard can do with tickets in addition to the API. */
export const ticketDashboardRoutes: Feature<OrganizerServices> = (app, { db, clock, principal }) => {
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
      return useTicket(
        db,
        caller.organizerId,
        request.params.id,
        clock.of(caller.organizerId),
        auditOrigin(caller, request),
      );
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
      return undoTicketUse(
        db,
        caller.organizerId,
        request.params.id,
        clock.of(caller.organizerId),
        auditOrigin(caller, request),
      );
    },
  );
};
