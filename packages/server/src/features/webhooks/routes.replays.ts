import { parseTime } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { getEndpoint } from './endpoints.ts';
import { getReplay, listReplays, startReplay } from './replay.ts';
import { read, tags, write } from './route-options.ts';
import { endpointParams, newReplay, replay, replayList, replayParams } from './schema.dashboard.ts';

/** Replays of past events to an endpoint, with their progress. */
export const replayRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/webhook-endpoints/:endpointId/replays',
    {
      config: read,
      schema: {
        operationId: 'listWebhookReplays',
        tags,
        summary: 'List the last replays to an endpoint',
        params: endpointParams,
        querystring: object({}),
        response: { 200: replayList },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const { id } = await getEndpoint(db, organizerId, request.params.endpointId);
      return { replays: await listReplays(db, organizerId, id) };
    },
  );

  app.post(
    '/webhook-endpoints/:endpointId/replays',
    {
      config: { ...write, errors: ['invalid_state'] },
      schema: {
        operationId: 'startWebhookReplay',
        tags,
        summary: 'Send past events to an endpoint again',
        description: 'The deliveries become due at a rate of 100 per second. Pending deliveries are not changed.',
        params: endpointParams,
        querystring: object({}),
        body: newReplay,
        response: { 201: replay },
      },
    },
    async (request, reply) => {
      const { since, onlyFailed } = request.body;
      const options = { sinceMs: Date.parse(parseTime('since', since, 'body')), onlyFailed };
      const { endpointId } = request.params;
      const started = await startReplay(db, scopeOf(request), endpointId, options);
      return reply.code(201).send(started);
    },
  );

  app.get(
    '/webhooks/replays/:replayId',
    {
      config: read,
      schema: {
        operationId: 'getWebhookReplay',
        tags,
        summary: 'Read the progress of a replay',
        params: replayParams,
        querystring: object({}),
        response: { 200: replay },
      },
    },
    (request) => getReplay(db, scopeOf(request).organizerId, request.params.replayId),
  );
};
