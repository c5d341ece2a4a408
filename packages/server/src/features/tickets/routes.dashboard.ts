import { parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { sendParts } from '../../platform/http/send-stream.ts';
import { auditPersonalPage } from '../audit/index.ts';
import { exportAttendees } from './export-attendees.ts';
import { holderFields, listTickets, listTicketsWithHolders } from './queries.ts';
import { readAttendees } from './routes.attendees.ts';
import { eventCheckRoutes } from './routes.event-checks.ts';
import { registerTicket } from './routes.organizer.ts';
import { startListViewRoutes } from './routes.views.ts';
import { attendeePage, memberAttendeeListQuery } from './schema.attendees.ts';
import { attendeeExportQuery, attendeeFile, memberTicketListQuery, memberTicketPage, ticket } from './schema.ts';
import { undoTicketUse, useTicket } from './use-ticket.ts';

const tags = ['Tickets'];
const params = object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** What the dashboard can do with tickets. */
export const ticketDashboardRoutes: Feature<OrganizerServices> = (app, services) => {
  const { db, secrets, scopeOf } = services;
  app.get(
    '/tickets',
    {
      config: { permission: 'tickets:read', compress: false },
      schema: {
        operationId: 'listTickets',
        tags,
        summary: 'List tickets, with their holders if requested',
        querystring: memberTicketListQuery,
        response: { 200: memberTicketPage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { holders = false, ...query } = request.query;
      const filters = { ...query, ...parseTimeFilters(query), orderNumber: toStoredOrderNumbers(query.orderNumber) };
      if (!holders) return sendJson(reply, await listTickets(db, scope.organizerId, filters, secrets.cursorKey));
      const page = await listTicketsWithHolders(db, scope.organizerId, filters, secrets.cursorKey);
      const read = { fields: holderFields };
      return sendJson(reply, await auditPersonalPage(db, scope, page, read));
    },
  );
  registerTicket(app, services, { personalData: false });

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
    (request) => useTicket(db, scopeOf(request), request.params.id),
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
    (request) => undoTicketUse(db, scopeOf(request), request.params.id),
  );
  registerAttendees(app, services);
  startListViewRoutes(app, services);
  eventCheckRoutes(app, services);
};

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function registerAttendees(app: PlaneApp, services: OrganizerServices): void {
  const { db, scopeOf } = services;
  app.get(
    '/attendees',
    {
      config: { permission: 'attendees:export', compress: false },
      schema: {
        operationId: 'listAttendees',
        tags: ['Attendees'],
        summary: 'List attendees, or search them by words',
        querystring: memberAttendeeListQuery,
        response: { 200: attendeePage },
      },
    },
    async (request, reply) => sendJson(reply, await readAttendees(services, scopeOf(request), request.query)),
  );
  app.get(
    '/attendees/file',
    {
      config: { permission: 'attendees:export', compress: false },
      schema: {
        operationId: 'exportAttendees',
        tags: ['Attendees'],
        summary: 'Download the attendees of an event',
        querystring: attendeeExportQuery,
        response: { 200: attendeeFile },
      },
    },
    async (request, reply) => {
      const { status: statuses = ['valid', 'used'], ...query } = request.query;
      const parts = await exportAttendees(db, scopeOf(request), { ...query, statuses });
      const type = query.format === 'xlsx' ? 'xlsx' : 'csv';
      const file = { mediaType: fileTypes[type], filename: `attendees.${type}` };
      await sendParts(reply, file, parts);
    },
  );
}
