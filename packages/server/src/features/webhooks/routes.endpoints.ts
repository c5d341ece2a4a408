import type { FastifyReply } from 'fastify';
import { parseIfMatch, tagOf } from '../../platform/http/entity-tags.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object } from '../../platform/http/schema.ts';
import { addEndpoint } from './add-endpoint.ts';
import { changeEndpoint, disableEndpointByHand, enableEndpoint } from './change-endpoint.ts';
import { readEndpointHealth } from './endpoint-health.ts';
import { getEndpointRow, listEndpoints, toStoredEndpoint } from './endpoints.ts';
import { read, tags, type WebhookRouteOptions, write } from './route-options.ts';
import {
  createdEndpoint,
  endpointList,
  endpointParams,
  endpointUpdate,
  endpointView,
  endpointWithHealth,
  newEndpoint,
} from './schema.dashboard.ts';

/** Endpoints with their health: list, read, create, change, enable, disable. */
export function endpointRoutes({ settings, types }: WebhookRouteOptions): Feature<OrganizerServices> {
  const rules = { ...settings, eventTypes: Object.keys(types) };
  return (app, { db, secrets, scopeOf }) => {
    /** Reads an endpoint, and sets its entity tag. */
    const readTagged = async (reply: FastifyReply, organizerId: string, endpointId: string) => {
      const row = await getEndpointRow(db, organizerId, endpointId);
      const endpoint = toStoredEndpoint(row);
      reply.header('etag', tagOf({ id: row.id, version: row.version, json: JSON.stringify(endpoint) }));
      return endpoint;
    };

    app.get(
      '/webhooks/endpoints',
      {
        config: read,
        schema: {
          operationId: 'listWebhookEndpoints',
          tags,
          summary: 'List the endpoints with their health',
          querystring: object({}),
          response: { 200: endpointList },
        },
      },
      async (request) => {
        const { organizerId, clock } = scopeOf(request);
        const endpoints = await listEndpoints(db, organizerId);
        const nowMs = clock.now();
        return {
          endpoints: await Promise.all(
            endpoints.map(async (endpoint) => ({
              ...endpoint,
              health: await readEndpointHealth(db, organizerId, endpoint.id, nowMs),
            })),
          ),
        };
      },
    );

    app.post(
      '/webhooks/endpoints',
      {
        config: { ...write, compress: false },
        schema: {
          operationId: 'createWebhookEndpoint',
          tags,
          summary: 'Create an endpoint',
          querystring: object({}),
          body: newEndpoint,
          response: { 201: createdEndpoint },
        },
      },
      async (request, reply) => {
        const { organizerId, clock, origin } = scopeOf(request);
        const { description = null, ...body } = request.body;
        const settings = { ...body, description };
        const created = await addEndpoint(db, organizerId, settings, rules, secrets, clock, origin);
        const { secret, publicKey, ...endpoint } = created;
        return reply.code(201).send({ endpoint, secret, publicKey });
      },
    );

    app.get(
      '/webhooks/endpoints/:endpointId',
      {
        config: { ...read, etag: true },
        schema: {
          operationId: 'getWebhookEndpoint',
          tags,
          summary: 'Read an endpoint with its health',
          params: endpointParams,
          querystring: object({}),
          response: { 200: endpointWithHealth },
        },
      },
      async (request, reply) => {
        const { organizerId, clock } = scopeOf(request);
        const { endpointId } = request.params;
        const endpoint = await readTagged(reply, organizerId, endpointId);
        return {
          ...endpoint,
          health: await readEndpointHealth(db, organizerId, endpointId, clock.now()),
        };
      },
    );

    app.patch(
      '/webhooks/endpoints/:endpointId',
      {
        config: { ...write, errors: ['precondition_failed'], etag: true },
        schema: {
          operationId: 'changeWebhookEndpoint',
          tags,
          summary: 'Change the settings of an endpoint',
          headers: ifMatchHeaders,
          params: endpointParams,
          querystring: object({}),
          body: endpointUpdate,
          response: { 200: endpointView },
        },
      },
      async (request, reply) => {
        const { organizerId, clock, origin } = scopeOf(request);
        const { endpointId } = request.params;
        const ifMatch = parseIfMatch(request.headers['if-match']);
        await changeEndpoint(db, organizerId, endpointId, request.body, rules, secrets, clock, origin, ifMatch);
        return readTagged(reply, organizerId, endpointId);
      },
    );

    for (const [action, summary, work] of [
      ['enable', 'Enable an endpoint', enableEndpoint],
      ['disable', 'Disable an endpoint and cancel its pending deliveries', disableEndpointByHand],
    ] as const) {
      app.post(
        `/webhooks/endpoints/:endpointId/${action}`,
        {
          config: write,
          schema: {
            operationId: `${action}WebhookEndpoint`,
            tags,
            summary,
            params: endpointParams,
            querystring: object({}),
            response: { 200: endpointView },
          },
        },
        (request) => {
          const { organizerId, clock, origin } = scopeOf(request);
          const { endpointId } = request.params;
          return work(db, organizerId, endpointId, clock, origin);
        },
      );
    }
  };
}
