import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { auditPersonalPage } from '../audit/index.ts';
import { listAttendees, personalFieldsOfAttendee, searchAttendees } from './attendees.ts';
import { attendeeListQuery, attendeePage } from './schema.attendees.ts';

/** The list of attendees, with personal data. */
export const attendeeRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.get(
    '/attendees',
    {
      config: { permission: 'orders:read:pii', compress: false },
      schema: {
        operationId: 'listAttendees',
        tags: ['Tickets'],
        summary: 'List attendees',
        description:
          'Tickets with their holders, the buyers and the add-ons of their orders, newest first. With `updatedSince`, they are sorted by their ' +
          'last change, oldest first; a change of the buyer changes `updatedAt` of the tickets. With `q`, the best results are first, and there is no next page.\n\n' +
          'Each order whose data is returned is written to the audit log before the response is sent, and each search too; if that fails, the response is 503.',
        querystring: attendeeListQuery,
        response: { 200: attendeePage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { q, ...query } = request.query;
      const filters = { ...query, ...parseTimeFilters(query) };
      const page =
        q === undefined
          ? await listAttendees(db, scope.organizerId, filters, secrets.cursorKey)
          : await searchAttendees(db, scope.organizerId, q, filters);
      const search = q === undefined ? {} : { searchedList: 'tickets' as const };
      return sendJson(reply, await auditPersonalPage(db, scope, page, { fields: personalFieldsOfAttendee, ...search }));
    },
  );
};
