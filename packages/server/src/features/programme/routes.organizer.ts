import { notFound } from '../../platform/errors.ts';
import { listTimes } from '../../platform/http/parameters.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { sendRevalidated } from '../../platform/http/reply.ts';
import { noContentChange, object, pathId, revalidationHeaders } from '../../platform/http/schema.ts';
import { type EventReader, eventReader } from './queries.ts';
import { eventListQuery, eventSchemas } from './schema.ts';

/**
 * Events with their ticket types.
 *
 * @param include whether events carry their add-ons
 */
export function eventRoutes(include: { addons: boolean }): Feature {
  const readers: Record<'secret' | 'publishable', EventReader> = {
    secret: eventReader('organizer', include),
    publishable: eventReader('everyone', include),
  };
  const schemas = eventSchemas(include);
  return (app, { db, secrets }) => {
    app.get(
      '/events',
      {
        config: { scope: 'events:read' },
        schema: {
          operationId: 'listEvents',
          tags: ['Events'],
          summary: 'List events',
          description:
            'Your events, newest first, each with its ticket types. A publishable key sees published events only, ' +
            'without counts.',
          headers: revalidationHeaders,
          querystring: eventListQuery,
          response: { 200: schemas.page, 304: noContentChange },
        },
      },
      async (request, reply) => {
        const { key, query } = request;
        const page = await readers[key.kind].list(
          db,
          key.organizerId,
          { ...query, ...listTimes(query) },
          secrets.cursorKey,
        );
        sendRevalidated(request, reply, page);
      },
    );
    app.get(
      '/events/:id',
      {
        config: { scope: 'events:read' },
        schema: {
          operationId: 'getEvent',
          tags: ['Events'],
          summary: 'Read an event',
          description: 'One event with its ticket types. A publishable key sees published events only, without counts.',
          params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
          headers: revalidationHeaders,
          querystring: object({}),
          response: { 200: schemas.event, 304: noContentChange },
        },
      },
      async (request, reply) => {
        const { key, params } = request;
        const event = await readers[key.kind].getVersioned(db, key.organizerId, params.id);
        if (event === null) throw notFound(`There is no event "${params.id}" that this key can see.`);
        sendRevalidated(request, reply, event);
      },
    );
  };
}
