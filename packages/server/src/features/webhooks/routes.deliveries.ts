import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { listDeliveryPage } from './delivery-list.ts';
import { getEndpointRow, toStoredEndpoint } from './endpoints.ts';
import { getEvent } from './event-list.ts';
import { getDelivery, listAttempts } from './queries.ts';
import { resendDelivery } from './resend.ts';
import { tags, type WebhookRouteOptions, write } from './route-options.ts';
import { delivery, deliveryDetail, deliveryPage, deliveryParams, deliveryQuery } from './schema.dashboard.ts';

/** Deliveries: list, read with attempts, resend. */
export function deliveryRoutes({
  readPermission,
}: Pick<WebhookRouteOptions, 'readPermission'>): Feature<OrganizerServices> {
  const read = { permission: readPermission };
  return (app, { db, secrets, scopeOf }) => {
    app.get(
      '/webhook-deliveries',
      {
        config: read,
        schema: {
          operationId: 'listWebhookDeliveries',
          tags,
          summary: 'List deliveries',
          description:
            'Those of the newest event come first. A page searches a limited number of deliveries. With filters that few ' +
            'deliveries match, it can have fewer rows than `limit` although `hasMore` is true.',
          querystring: deliveryQuery,
          response: { 200: deliveryPage },
        },
      },
      async (request, reply) => {
        const { limit, cursor, ...query } = request.query;
        const filters = { ...query, ...timesOf(query) };
        return sendJson(
          reply,
          await listDeliveryPage(db, scopeOf(request).organizerId, filters, { limit, cursor }, secrets.cursorKey),
        );
      },
    );

    app.get(
      '/webhook-deliveries/:deliveryId',
      {
        config: read,
        schema: {
          operationId: 'getWebhookDelivery',
          tags,
          summary: 'Read a delivery with its event and its attempts',
          description:
            'Each attempt has what was sent and the begin of the response. Values of custom headers are hidden.',
          params: deliveryParams,
          querystring: object({}),
          response: { 200: deliveryDetail },
        },
      },
      async (request) => {
        const { organizerId } = scopeOf(request);
        const found = await getDelivery(db, organizerId, request.params.deliveryId);
        const [endpoint, event, attempts] = await Promise.all([
          getEndpointRow(db, organizerId, found.endpointId, { withDeleted: true }).then(toStoredEndpoint),
          getEvent(db, organizerId, found.eventId),
          listAttempts(db, organizerId, found.id),
        ]);
        return {
          ...found,
          endpoint,
          event,
          attempts: attempts.map(({ requestHeaders, ...attempt }) => ({
            ...attempt,
            requestHeaders: requestHeaders && Object.entries(requestHeaders).map(([name, value]) => ({ name, value })),
          })),
        };
      },
    );

    app.post(
      '/webhook-deliveries/:deliveryId/resend',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'resendWebhookDelivery',
          tags,
          summary: 'Send a delivery again now',
          description:
            'The event has the same `id`, so a receiver that has handled it recognizes it. Attempts continue by the usual schedule.',
          params: deliveryParams,
          querystring: object({}),
          response: { 200: delivery },
        },
      },
      (request) => {
        const { deliveryId } = request.params;
        return resendDelivery(db, scopeOf(request), deliveryId);
      },
    );
  };
}

/**
 * Converts the time filters of a list.
 *
 * @throws ApiError `invalid_request` if a value is not an RFC 3339 date-time
 */
export function timesOf(query: { createdSince?: string; createdBefore?: string }) {
  const { createdSince, createdBefore } = parseTimeFilters(query);
  return { sinceMs: toMs(createdSince), beforeMs: toMs(createdBefore) };
}

function toMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}
