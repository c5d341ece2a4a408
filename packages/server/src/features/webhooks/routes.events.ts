import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { listDeliveriesOfEvent } from './delivery-list.ts';
import { getEvent, listEvents } from './event-list.ts';
import { exampleData } from './examples.ts';
import { read, tags, type WebhookRouteOptions } from './route-options.ts';
import { timesOf } from './routes.deliveries.ts';
import { eventDetail, eventPage, eventParams, eventQuery, eventTypeList } from './schema.dashboard.ts';

/** Events: their types, list, read with deliveries. */
export function eventRoutes({ types }: Pick<WebhookRouteOptions, 'types'>): Feature<OrganizerServices> {
  return (app, { db, secrets, scopeOf }) => {
    app.get(
      '/webhooks/event-types',
      {
        config: read,
        schema: {
          operationId: 'listWebhookEventTypes',
          tags,
          summary: 'List the event types that an endpoint can subscribe to',
          querystring: object({}),
          response: { 200: eventTypeList },
        },
      },
      async () => {
        const examples = await exampleData(types);
        return {
          types: Object.entries(types).map(([type, { summary, description }]) => ({
            type,
            summary,
            description,
            example: examples.get(type)!,
          })),
        };
      },
    );

    app.get(
      '/webhooks/events',
      {
        config: read,
        schema: {
          operationId: 'listWebhookEvents',
          tags,
          summary: 'List webhook events, newest first',
          querystring: eventQuery,
          response: { 200: eventPage },
        },
      },
      async (request, reply) => {
        const { type, objectId, limit, cursor } = request.query;
        const query = { type, objectId, limit, cursor, ...timesOf(request.query) };
        return sendJson(reply, await listEvents(db, scopeOf(request).organizerId, query, secrets.cursorKey));
      },
    );

    app.get(
      '/webhooks/events/:eventId',
      {
        config: read,
        schema: {
          operationId: 'getWebhookEvent',
          tags,
          summary: 'Read a webhook event with its deliveries',
          params: eventParams,
          querystring: object({}),
          response: { 200: eventDetail },
        },
      },
      async (request) => {
        const { organizerId } = scopeOf(request);
        const event = await getEvent(db, organizerId, request.params.eventId);
        return { ...event, deliveries: await listDeliveriesOfEvent(db, organizerId, event.id) };
      },
    );
  };
}
