import { ApiError } from '../../errors/index.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { notModified, object, pathId, revalidationHeaders } from '../../platform/http/schema.ts';
import { sendRevalidated } from '../../platform/http/send-json.ts';
import { type EventReader, eventReader } from './queries.ts';
import { changesNote, eventListQuery, eventSchemas, filteredEventListQuery } from './schema.ts';

/** A principal that can read events: a publishable key only the public fields of published events, others all fields. */
interface EventPrincipal extends OrganizerPrincipal {
  readonly keyKind?: 'publishable' | 'secret';
}

/**
 * The endpoints that read events.
 *
 * @param include whether events contain their add-ons
 */
export function eventRoutes(include: { addons: boolean }): Feature<OrganizerServices<EventPrincipal>> {
  const organizerReader = eventReader('organizer', include);
  const publicReader = eventReader('everyone', include);
  const readerFor = ({ keyKind }: EventPrincipal): EventReader =>
    keyKind === 'publishable' ? publicReader : organizerReader;
  const schemas = eventSchemas(include);
  return (app, { db, secrets, scopeOf }) => {
    app.get(
      '/events',
      {
        config: { permission: 'events:read' },
        schema: {
          operationId: 'listEvents',
          tags: ['Events'],
          summary: 'List events',
          description:
            'Your events, newest first, each with its ticket types. With a publishable key: published events only, ' +
            `without stock numbers.\n\n${changesNote}`,
          headers: revalidationHeaders,
          querystring: include.addons ? filteredEventListQuery : eventListQuery,
          response: { 200: schemas.page, 304: notModified },
        },
      },
      async (request, reply) => {
        const { query } = request;
        const { organizerId, principal } = scopeOf(request);
        const page = await readerFor(principal).list(
          db,
          organizerId,
          { ...query, ...parseTimeFilters(query) },
          secrets.cursorKey,
        );
        return sendRevalidated(request, reply, page);
      },
    );
    app.get(
      '/events/:id',
      {
        config: { permission: 'events:read' },
        schema: {
          operationId: 'getEvent',
          tags: ['Events'],
          summary: 'Read an event',
          description:
            'One event with its ticket types. With a publishable key: published events only, without stock numbers.',
          params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
          headers: revalidationHeaders,
          querystring: object({}),
          response: { 200: schemas.event, 304: notModified },
        },
      },
      async (request, reply) => {
        const { params } = request;
        const { organizerId, principal } = scopeOf(request);
        const event = await readerFor(principal).getVersioned(db, organizerId, params.id);
        if (event === null) throw new ApiError('event_not_found', { eventId: params.id });
        return sendRevalidated(request, reply, event);
      },
    );
  };
}
