import type { JsonBody } from '../../platform/database/dialect.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, KeyServices, OrganizerServices } from '../../platform/http/plane.ts';
import { acceptsLines, type Position } from '../../platform/http/row-streams.ts';
import type { Static } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { auditPersonalPage } from '../audit/index.ts';
import { listAttendees, personalFieldsOfAttendee, searchAttendees } from './attendees.ts';
import { attendeeListQuery, attendeePage, type memberAttendeeListQuery } from './schema.attendees.ts';

/** The list of attendees, with personal data. */
export const attendeeRoutes: Feature<KeyServices> = (app, services) => {
  const { scopeOf, rowStreams } = services;
  app.get(
    '/attendees',
    {
      config: { permission: 'orders:read:pii', compress: false, lines: true },
      schema: {
        operationId: 'listAttendees',
        tags: ['Tickets'],
        summary: 'List attendees',
        description:
          'Tickets with their holders, their buyers and their add-ons, newest first. With `updatedSince`, they are sorted by their ' +
          'last change, oldest first; a change of the buyer changes `updatedAt` of the tickets. With `q`, the best results are first, and there is no next page.\n\n' +
          'Each order whose data is returned is written to the audit log before the response is sent, and each search too; if that fails, the response is 503.',
        querystring: attendeeListQuery,
        response: { 200: attendeePage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { limit, cursor, ...query } = request.query;
      const readPage = (position: Position) => readAttendees(services, scope, { ...query, ...position });
      if (acceptsLines(request)) return rowStreams.send(request, reply, scope.principal.actor, readPage);
      return sendJson(reply, await readPage({ limit, cursor }));
    },
  );
};

/** A page of attendees, or the best results of a search. Its read is audited before it is returned. */
export async function readAttendees(
  { db, secrets }: Pick<OrganizerServices, 'db' | 'secrets'>,
  scope: RequestScope,
  { q, missingAnswers, ...query }: Omit<Static<typeof memberAttendeeListQuery>, 'cursor'> & Position,
): Promise<JsonBody> {
  const filters = { ...query, ...parseTimeFilters(query) };
  const search = q === undefined ? {} : { searchedList: 'tickets' as const };
  const page =
    q === undefined && !missingAnswers
      ? await listAttendees(db, scope.organizerId, filters, secrets.cursorKey)
      : await searchAttendees(db, scope, q, { ...filters, missingAnswers });
  return auditPersonalPage(db, scope, page, { fields: personalFieldsOfAttendee, ...search });
}
