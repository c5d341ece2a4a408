import type { Feature, StreamServices } from '../../platform/http/plane.ts';
import { object, Type } from '../../platform/http/schema.ts';
import { openStream, readCallerAgain } from '../../platform/http/stream-hub.ts';
import { LiveHub } from './live-hub.ts';

/** The stream of changes for an open tab of the dashboard. */
export const liveRoutes: Feature<StreamServices> = (app, { db, clock, scopeOf, authenticate }) => {
  const hub = new LiveHub(db, clock);
  app.addHook('preClose', () => hub.close());

  app.get(
    '/live',
    {
      config: { permission: 'organizer:read' },
      schema: {
        operationId: 'streamChanges',
        tags: ['Live'],
        summary: 'Stream changes as server-sent events',
        querystring: object({}),
        response: { 200: Type.String({ description: 'Server-sent events', maxLength: 1_000_000 }) },
      },
    },
    async (request, reply) => {
      const { organizerId, principal } = scopeOf(request);
      // The response to HEAD has the same head, and ends.
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
      hub.assertHasCapacity(principal.actor);
      const stream = openStream(request, reply);
      const readPermissions = async () => (await readCallerAgain(authenticate, request))?.permissions ?? null;
      // The tab connects again after a pause.
      await hub
        .subscribe({
          topic: organizerId,
          owner: principal.actor,
          stream,
          permissions: principal.permissions,
          readPermissions,
        })
        .catch(() => stream.end());
    },
  );
};
