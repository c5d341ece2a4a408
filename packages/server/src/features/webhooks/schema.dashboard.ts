import {
  anyOf,
  anyOfIds,
  count,
  id,
  idFilter,
  listQuery,
  nullable,
  object,
  oneOf,
  page,
  pathId,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { attemptProblems } from './attempt-problems.ts';
import { maxHeaderNameLength, maxHeaders, maxHeaderValueLength } from './endpoint-headers.ts';
import { maxDescriptionLength, maxEventIds } from './endpoint-rules.ts';
import { endpoint as publicEndpoint } from './schema.ts';
import { maxThrottle, throttlePeriods } from './throttle.ts';

const maxUrlLength = 2_048;
/** The largest body that an event can have. */
const maxBodyLength = 10_000_000;
const maxListed = 100;
/** A delivery has about ten attempts, and as many after each time that it is sent again. */
const maxAttempts = 10_000;

const endpointId = id('whk', 'Id of the endpoint');
const deliveryId = id('dlv', 'Id of the delivery');
const eventId = id('msg', 'Id of the event');
const milliseconds = (description: string) => nullable(count(`${description}, in milliseconds`));
const type = text('Type of the event', { maxLength: 100, examples: ['order.paid'] });
const objectId = nullable(
  text('Id of the resource in the event; the number if it is an order', { maxLength: 100, examples: ['7K3Q9MX2PA'] }),
);
const isTest = Type.Boolean({ description: 'Whether the event was sent to test one endpoint' });
const events = Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['order.paid'] }), {
  description:
    'Event types that the endpoint subscribes to; `order.*` for all types that begin with `order.`, and `["*"]` for all types, ' +
    'also later ones',
  minItems: 1,
  maxItems: 100,
});
const description = nullable(
  text('Purpose of the endpoint', { maxLength: maxDescriptionLength, examples: ['Syncs orders into the CRM'] }),
);
const url = text('URL to which events are sent', {
  maxLength: maxUrlLength,
  examples: ['https://hooks.example.org/tickets'],
});
const deliveryStatuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
const deliveryStatus = oneOf(
  deliveryStatuses,
  '`pending`: there will be an attempt; `failed`: no attempt succeeded; `cancelled`: the endpoint was disabled before it succeeded',
);
const problem = nullable(oneOf(attemptProblems, 'Kind of the error; null if the attempt succeeded'));
const error = nullable(text('The error, for human readers; null if the attempt succeeded', { maxLength: 500 }));
const responseStatus = nullable(count('Status of the response; null without a response'));

export const endpointParams = object({
  endpointId: pathId('Id of the endpoint', 'whk_01kamz0g5ve4q8v5x2c4g6t0yd'),
});
export const deliveryParams = object({
  deliveryId: pathId('Id of the delivery', 'dlv_01kamz0g5ve4q8v5x2c4g6t0yd'),
});
export const eventParams = object({ eventId: pathId('Id of the event', 'msg_01kamz0g5ve4q8v5x2c4g64102') });
export const replayParams = object({ replayId: pathId('Id of the replay', 'rpl_01kamz0g5ve4q8v5x2c4g6t0yd') });

export const eventTypeList = object(
  {
    types: Type.Array(
      object(
        {
          type,
          summary: text('What happened', { examples: ['An order was paid'] }),
          description: text('When the event is sent', { examples: ['Sent once for each order, when it is paid.'] }),
          example: text('JSON of an example of `data`', { maxLength: maxBodyLength }),
        },
        { $id: 'WebhookEventType' },
      ),
    ),
  },
  { $id: 'WebhookEventTypes', description: 'The event types that an endpoint can subscribe to' },
);

const ed25519 = Type.Boolean({
  description: 'Whether deliveries are also signed with Ed25519 (`v1a` of Standard Webhooks)',
});

const headerName = text('Name of the header', { maxLength: maxHeaderNameLength, examples: ['X-Api-Key'] });

const headers = Type.Array(
  object(
    {
      name: headerName,
      value: Type.Optional(
        text('Value of the header; without it, a header that is already stored keeps its value', {
          maxLength: maxHeaderValueLength,
          examples: ['secret of the receiver'],
        }),
      ),
    },
    { $id: 'CustomHeader' },
  ),
  {
    description:
      'Headers that are added to each delivery. They replace the stored headers. Headers that the service sets itself, such as ' +
      '`webhook-…` and `Content-Type`, are not allowed',
    maxItems: maxHeaders,
  },
);

const storedHeaders = Type.Array(object({ name: headerName }, { $id: 'StoredHeader' }), {
  description: 'Headers that are added to each delivery. Their values are secrets and cannot be read',
  maxItems: maxHeaders,
});

const throttleFields = {
  deliveries: Type.Integer({
    minimum: 1,
    maximum: maxThrottle,
    format: 'int32',
    description: 'Maximum number of deliveries in each period, spread evenly',
    examples: [10],
  }),
  per: oneOf(throttlePeriods, 'The period'),
};
const throttleText = 'The rate at which deliveries are sent; null for no throttle';

const throttle = nullable(object(throttleFields, { $id: 'EndpointThrottle', description: throttleText }));
const newThrottle = nullable(object(throttleFields, { $id: 'NewEndpointThrottle', description: throttleText }));

const eventIds = Type.Array(
  Type.String({ minLength: 1, maxLength: 100, examples: ['evt_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
  {
    description:
      'Ids of events of the organizer: only webhook events that belong to these are delivered; empty for all webhook events',
    maxItems: maxEventIds,
  },
);

const endpointFields = {
  ...publicEndpoint.properties,
  failingSince: nullable(time('Time of the first failure since the last success; null if the endpoint is not failing')),
  ed25519,
  headers: storedHeaders,
  throttle,
  eventIds,
};

const optionalSettings = {
  description: Type.Optional(description),
  ed25519: Type.Optional(ed25519),
  headers: Type.Optional(headers),
  throttle: Type.Optional(newThrottle),
  eventIds: Type.Optional(eventIds),
};

export const endpointView = object(endpointFields, {
  $id: 'WebhookEndpointSettings',
  description: 'A webhook endpoint',
});

const endpointHealth = object(
  {
    succeeded: count('Attempts that succeeded, in the current hour and the 23 hours before it'),
    failed: count('Attempts that failed in this time'),
    latencyMedianMs: milliseconds('Half of the attempts took at most this long'),
    latencyHighMs: milliseconds('95 % of the attempts took at most this long'),
    hours: Type.Array(
      object(
        {
          start: time('Start of the hour'),
          succeeded: count('Attempts that succeeded'),
          failed: count('Attempts that failed'),
        },
        { $id: 'EndpointHour' },
      ),
      { description: 'The attempts of each hour, oldest first', maxItems: 24 },
    ),
    queue: object(
      {
        pending: count('Pending deliveries, at most 1,000'),
        hasMore: Type.Boolean({ description: 'Whether there are more than 1,000' }),
        oldestAt: nullable(time('Creation of the oldest pending delivery')),
        nextAttemptAt: nullable(time('Time of the next attempt')),
      },
      { $id: 'EndpointQueue', description: 'The deliveries that wait for their next attempt' },
    ),
    lastFailure: nullable(
      object(
        { deliveryId, startedAt: time('Start of the attempt'), responseStatus, error, problem },
        { $id: 'EndpointFailure', description: 'The last failed attempt of the last 30 days' },
      ),
    ),
  },
  { $id: 'EndpointHealth', description: 'The attempts of the last 24 hours, and the queue' },
);

export const endpointWithHealth = object(
  { ...endpointFields, health: endpointHealth },
  { $id: 'WebhookEndpointWithHealth', description: 'A webhook endpoint with its health' },
);

export const endpointQuery = listQuery(maxListed, {});

export const endpointPage = page('WebhookEndpointPage', endpointWithHealth, maxListed);

export const newEndpoint = object(
  { url, events, ...optionalSettings },
  {
    $id: 'NewWebhookEndpoint',
    description: 'A new webhook endpoint',
    example: { url: 'https://crm.example.com/hooks', eventIds: [] },
  },
);

export const endpointUpdate = object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    ...optionalSettings,
  },
  {
    $id: 'WebhookEndpointUpdate',
    description: 'The fields to change',
    example: { url: 'https://crm.example.com/hooks', eventIds: [] },
  },
);

const publicKey = nullable(
  text('The Ed25519 public key; null if the endpoint does not use Ed25519', {
    examples: ['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  }),
);
const secret = text('The signing secret', { examples: ['whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ=='] });

export const createdEndpoint = object(
  { endpoint: endpointView, secret, publicKey },
  { $id: 'CreatedWebhookEndpoint', description: 'A new endpoint and its signing secret' },
);

export const revealedSecrets = object(
  {
    secrets: Type.Array(
      object(
        {
          secret,
          publicKey,
          createdAt: time('Creation of the secret'),
          expiresAt: nullable(time('End of the use of this secret; null for the newest secret')),
        },
        { $id: 'SigningSecret' },
      ),
    ),
  },
  { $id: 'SigningSecrets', description: 'The signing secrets of an endpoint that have not expired, newest first' },
);

export const secretRotation = object(
  {
    graceHours: Type.Integer({
      minimum: 0,
      maximum: 168,
      format: 'int32',
      description: 'Time for which deliveries are also signed with the old secret',
      examples: [24],
    }),
  },
  { $id: 'SecretRotation' },
);

export const rotatedSecret = object(
  { secret, publicKey, previousUntil: time('End of the use of the old secret') },
  { $id: 'RotatedSecret' },
);

/** @param types the types of which there are examples */
export function newTest(types: readonly string[]) {
  return object({ type: oneOf(types, 'Type of the event') }, { $id: 'WebhookTest' });
}

const deliveryFields = {
  id: deliveryId,
  endpointId,
  eventId,
  eventType: type,
  status: deliveryStatus,
  attemptCount: count('Finished attempts since the delivery was created or last resent'),
  nextAttemptAt: nullable(time('Time of the next attempt; null if there is none')),
  createdAt: time('Creation of the delivery'),
  updatedAt: time('Time of the last change'),
};

export const delivery = object(deliveryFields, { $id: 'WebhookDelivery', description: 'A delivery to an endpoint' });

const listedDelivery = object(
  { ...deliveryFields, eventCreatedAt: time('Time of the event'), objectId, isTest },
  { $id: 'ListedDelivery', description: 'A delivery with the object of its event' },
);

export const deliveryPage = object(
  {
    ...page('DeliveryPage', listedDelivery, maxListed).properties,
    searchedBackTo: nullable(
      time('If the page is short because few deliveries match the filters: the time up to which it searched'),
    ),
  },
  { $id: 'DeliveryPage' },
);

const attempt = object(
  {
    startedAt: time('Start of the attempt'),
    latencyMs: count('Time until the end of the response, in milliseconds'),
    responseStatus,
    responseBody: nullable(text('The first 4 KiB of the response body; null without a response')),
    error,
    problem,
    requestUrl: nullable(text('URL of the request', { maxLength: maxUrlLength })),
    requestHeaders: nullable(
      Type.Array(
        object(
          { name: text('Name', { examples: ['webhook-id'] }), value: text('Value', { examples: ['msg_01kam…'] }) },
          { $id: 'RequestHeader' },
        ),
        { description: 'The headers that the service has set. The values of custom headers are hidden', maxItems: 50 },
      ),
    ),
  },
  { $id: 'DeliveryAttempt', description: 'An attempt to send a delivery' },
);

const eventFields = { id: eventId, type, objectId, isTest, createdAt: time('Time of the event') };
const body = text('The JSON that is sent, unchanged', { maxLength: maxBodyLength });

export const deliveryDetail = object(
  {
    ...deliveryFields,
    endpoint: endpointView,
    event: object({ ...eventFields, body }, { $id: 'DeliveredEvent', description: 'The event of a delivery' }),
    attempts: Type.Array(attempt, {
      description: 'The attempts of the last 30 days, oldest first',
      maxItems: maxAttempts,
    }),
  },
  { $id: 'DeliveryDetail', description: 'A delivery with its event and its attempts' },
);

const eventDelivery = object(
  { id: deliveryId, endpointId, status: deliveryStatus },
  { $id: 'EventDelivery', description: 'The delivery of an event to one endpoint' },
);

const listedEvent = object(
  { ...eventFields, deliveries: Type.Array(eventDelivery) },
  { $id: 'ListedEvent', description: 'An event with the statuses of its deliveries' },
);

export const eventPage = page('WebhookEventPage', listedEvent, maxListed);

export const eventDetail = object(
  { ...eventFields, body, deliveries: Type.Array(listedDelivery) },
  { $id: 'WebhookEventDetail', description: 'An event with its deliveries' },
);

export const newReplay = object(
  {
    since: time('Only events at or after this time'),
    onlyFailed: Type.Boolean({ description: 'Only events whose delivery failed or was cancelled' }),
  },
  { $id: 'NewReplay' },
);

export const replay = object(
  {
    id: id('rpl', 'Id of the replay'),
    endpointId,
    status: oneOf(
      ['running', 'finished', 'stopped'],
      '`finished`: all deliveries are scheduled; `stopped`: the endpoint was disabled',
    ),
    since: time('Time of the oldest events'),
    onlyFailed: Type.Boolean({ description: 'Whether only failed and cancelled deliveries are sent again' }),
    scheduled: count('Deliveries until now'),
    percent: count('The part of the period whose events are scheduled, from 0 to 100'),
    lastDueAt: nullable(time('Time when the last delivery until now is due')),
    createdAt: time('Start of the replay'),
    updatedAt: time('Time of the last progress'),
  },
  { $id: 'WebhookReplay', description: 'Past events that are sent to an endpoint again' },
);

export const replayList = object(
  { replays: Type.Array(replay) },
  { $id: 'WebhookReplayList', description: 'The last 20 replays to an endpoint, newest first' },
);

const timeFilter = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );

const eventFilters = {
  type: idFilter('Only events of this type', 'order.paid'),
  objectId: idFilter(
    'Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An order ' +
      'number also finds the events about the tickets and add-ons of the order',
    '7K3Q9MX2PA',
  ),
  createdSince: timeFilter('Only events at or after this time (RFC 3339)'),
  createdBefore: timeFilter('Only events before this time (RFC 3339)'),
};

export const eventQuery = listQuery(maxListed, eventFilters);

export const deliveryQuery = listQuery(maxListed, {
  endpointId: anyOfIds('Only deliveries to these endpoints', 'whk_01kamz0g5ve4q8v5x2c4g6t0yd'),
  status: anyOf(deliveryStatuses, 'Only deliveries with these statuses'),
  ...eventFilters,
  type: anyOfIds('Only events of these types', 'order.paid'),
});
