import type { FastifyReply } from 'fastify';
import { parseIfMatch, tagOf } from '../../platform/http/entity-tags.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object } from '../../platform/http/schema.ts';
import { addEndpoint } from './add-endpoint.ts';
import { changeEndpoint, deleteEndpoint, disableEndpointByHand, enableEndpoint } from './change-endpoint.ts';
import { readEndpointHealth } from './endpoint-health.ts';
import { getEndpointRow, listEndpointPage, toStoredEndpoint } from './endpoints.ts';
import { exampleData } from './examples.ts';
import { sendTest } from './resend.ts';
import { rotateSecret } from './rotate-secret.ts';
import { tags, type WebhookRouteOptions, write } from './route-options.ts';
import {
  createdEndpoint,
  delivery,
  endpointPage,
  endpointParams,
  endpointQuery,
  endpointUpdate,
  endpointView,
  endpointWithHealth,
  newEndpoint,
  newTest,
  rotatedSecret,
  secretRotation,
} from './schema.dashboard.ts';

const hourMs = 3_600_000;

/** Endpoints with their health: list, read, create, change, enable, disable, delete, rotate the secret, test. */
export function endpointRoutes({ settings, types, readPermission }: WebhookRouteOptions): Feature<OrganizerServices> {
  const read = { permission: readPermission };
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
      '/webhook-endpoints',
      {
        config: read,
        schema: {
          operationId: 'listWebhookEndpoints',
          tags,
          summary: 'List the endpoints with their health',
          description: 'Newest first. Deleted endpoints are not in the list. Secrets are never returned again.',
          querystring: endpointQuery,
          response: { 200: endpointPage },
        },
      },
      async (request) => {
        const { organizerId, clock } = scopeOf(request);
        const { data, ...position } = await listEndpointPage(db, organizerId, request.query, secrets.cursorKey);
        const nowMs = clock.now();
        const withHealth = data.map(async (endpoint) => ({
          ...endpoint,
          health: await readEndpointHealth(db, organizerId, endpoint.id, nowMs),
        }));
        return { data: await Promise.all(withHealth), ...position };
      },
    );

    app.post(
      '/webhook-endpoints',
      {
        config: { ...write, compress: false },
        schema: {
          operationId: 'createWebhookEndpoint',
          tags,
          summary: 'Create an endpoint',
          description:
            'The response has the secret: store it, it is not shown again. `events` has types, and groups such as `order.*`; without it, ' +
            'the endpoint gets all events, with types that are added later. An `Idempotency-Key` has no effect, because a stored response ' +
            'would contain the secret: if you got no response, list the endpoints before you repeat the request.',
          querystring: object({}),
          body: newEndpoint,
          response: { 201: createdEndpoint },
        },
      },
      async (request, reply) => {
        const { description = null, ...body } = request.body;
        const settings = { ...body, description };
        const created = await addEndpoint(db, scopeOf(request), settings, rules, secrets);
        const { secret, publicKey, ...endpoint } = created;
        reply.header('location', `${app.baseUrl}${request.url.split('?', 1)[0]}/${endpoint.id}`);
        return reply.code(201).send({ endpoint, secret, publicKey });
      },
    );

    app.get(
      '/webhook-endpoints/:endpointId',
      {
        config: { ...read, etag: true },
        schema: {
          operationId: 'getWebhookEndpoint',
          tags,
          summary: 'Read an endpoint with its health',
          description:
            'With the attempts of the last hours, the deliveries that wait, and the last failure. The secret is not returned.',
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
      '/webhook-endpoints/:endpointId',
      {
        config: { ...write, errors: ['precondition_failed'], etag: true },
        schema: {
          operationId: 'updateWebhookEndpoint',
          tags,
          summary: 'Change the settings of an endpoint',
          description:
            'Only the fields that you send are changed. Events that were created before are not sent to a changed `events`.',
          headers: ifMatchHeaders,
          params: endpointParams,
          querystring: object({}),
          body: endpointUpdate,
          response: { 200: endpointView },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        const { endpointId } = request.params;
        const ifMatch = parseIfMatch(request.headers['if-match']);
        await changeEndpoint(db, scope, endpointId, request.body, rules, secrets, ifMatch);
        return readTagged(reply, scope.organizerId, endpointId);
      },
    );

    app.delete(
      '/webhook-endpoints/:endpointId',
      {
        config: write,
        schema: {
          operationId: 'deleteWebhookEndpoint',
          tags,
          summary: 'Delete an endpoint and cancel its pending deliveries',
          description: 'Its deliveries can be read until they are deleted, 30 days after their last change.',
          params: endpointParams,
          querystring: object({}),
          response: { 200: endpointView },
        },
      },
      (request) => deleteEndpoint(db, scopeOf(request), request.params.endpointId),
    );

    for (const [action, summary, description, work] of [
      [
        'enable',
        'Enable an endpoint',
        'It gets the events from now on. Those that it has missed are sent only if they are replayed.',
        enableEndpoint,
      ],
      [
        'disable',
        'Disable an endpoint and cancel its pending deliveries',
        'It gets no events until it is enabled. A request that is under way is not stopped.',
        disableEndpointByHand,
      ],
    ] as const) {
      app.post(
        `/webhook-endpoints/:endpointId/${action}`,
        {
          config: write,
          schema: {
            operationId: `${action}WebhookEndpoint`,
            tags,
            summary,
            description,
            params: endpointParams,
            querystring: object({}),
            response: { 200: endpointView },
          },
        },
        (request) => work(db, scopeOf(request), request.params.endpointId),
      );
    }

    app.post(
      '/webhook-endpoints/:endpointId/rotate-secret',
      {
        config: { ...write, compress: false },
        schema: {
          operationId: 'rotateWebhookSecret',
          tags,
          summary: 'Create a new signing secret',
          description: 'Until the grace period ends, deliveries are signed with the old secret too.',
          params: endpointParams,
          querystring: object({}),
          body: secretRotation,
          response: { 200: rotatedSecret },
        },
      },
      async (request) => {
        const scope = scopeOf(request);
        const graceMs = request.body.graceHours * hourMs;
        const { endpointId } = request.params;
        const { secret, publicKey, previousUntil } = await rotateSecret(db, scope, endpointId, graceMs, secrets);
        return { secret, publicKey, previousUntil };
      },
    );

    app.post(
      '/webhook-endpoints/:endpointId/test',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'testWebhookEndpoint',
          tags,
          summary: 'Send an event with example data to an endpoint',
          description:
            'The event is sent to this endpoint only, also if it does not subscribe to the type. Read the delivery for the response.',
          params: endpointParams,
          querystring: object({}),
          body: newTest(Object.keys(types)),
          response: { 201: delivery },
        },
      },
      async (request, reply) => {
        const { endpointId } = request.params;
        const { type } = request.body;
        // The data of a ping names the endpoint, so it is not an example.
        const event = type === 'ping' ? undefined : { type, data: (await exampleData(types)).get(type)! };
        const pending = await sendTest(db, scopeOf(request), endpointId, event);
        const plane = request.url.split('/webhook-endpoints/', 1)[0];
        reply.header('location', `${app.baseUrl}${plane}/webhook-deliveries/${pending.id}`);
        return reply.code(201).send(pending);
      },
    );
  };
}
