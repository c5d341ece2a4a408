import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { EventStream } from '../../platform/http/event-stream.ts';
import type { Feature, StreamServices } from '../../platform/http/plane.ts';
import { object, Type } from '../../platform/http/schema.ts';
import { LiveHub } from './live-hub.ts';

/** The stream of changes for an open tab of the dashboard. */
export const liveRoutes: Feature<StreamServices> = (app, { db, clock, principal, authenticate }) => {
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
      const { organizerId, actor, permissions } = principal(request);
      // The response to HEAD has the same head, and ends.
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
      hub.assertHasCapacity();
      reply.hijack();
      request.stopCounting();
      const stream = new EventStream(reply.raw, reply.getHeaders());
      const readPermissions = () => readPermissionsAgain(authenticate, request);
      // The tab connects again after a pause.
      const subscriber = { organizerId, userId: actor, stream, readPermissions };
      await hub.subscribe(subscriber, permissions).catch(() => stream.end());
    },
  );
};

async function readPermissionsAgain(
  authenticate: StreamServices['authenticate'],
  { headers, ip, params }: FastifyRequest,
): Promise<ReadonlySet<string> | null> {
  const caller = await authenticate({ headers, ip, params });
  return caller instanceof ApiError ? null : caller.permissions;
}
