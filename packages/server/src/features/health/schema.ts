import { count, id, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';
import { outgoingKinds } from '../../platform/queue/holds.ts';
import { maxFailingEndpoints } from '../webhooks/index.ts';
import { maxFailedMails } from './list-failed-mails.ts';

const queue = object(
  {
    waiting: count('Number of rows that wait for an attempt, at most 10000'),
    due: count('Number of rows whose attempt is due'),
    oldestDueAt: nullable(time('The time since which the oldest due row is due; null if no row is due')),
  },
  { $id: 'QueueHealth', description: 'The state of a queue' },
);

const outgoing = object(
  {
    kind: oneOf(outgoingKinds, 'What leaves the service'),
    heldSince: nullable(time('Since when it is held; null if it is sent as usual')),
    waiting: count('Number of rows that wait'),
  },
  { $id: 'OutgoingState', description: 'A kind of what leaves the service, and whether the operator holds it' },
);

const failingEndpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    organizerSlug: text('Slug of the organizer', { maxLength: 63, examples: ['harbor-city-events'] }),
    organizerName: text('Name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
    host: text('The host of its URL', { maxLength: 300, examples: ['api.example.com'] }),
    failingSince: time('Since when it has failed'),
    isDisabled: Type.Boolean({ description: 'Whether the endpoint is disabled' }),
    undelivered: count('Number of its deliveries that failed or were cancelled, at most 1000'),
  },
  { $id: 'OperatorFailingEndpoint', description: 'A webhook endpoint that has failed since its last success' },
);

const failedMail = object(
  {
    id: id('mal', 'Id of the mail'),
    organizerSlug: nullable(text('Slug of the organizer; null if the mail belongs to none', { maxLength: 63 })),
    organizerName: nullable(text('Name of the organizer', { maxLength: 200 })),
    orderNumber: nullable(text('The order that the mail is about; null if it is about none', { maxLength: 50 })),
    kind: text('The kind of the mail', { maxLength: 40, examples: ['tickets'] }),
    error: nullable(text('Why the last attempt failed', { maxLength: 300, examples: ['ECONNREFUSED'] })),
    failedAt: time('When the last attempt failed'),
  },
  { $id: 'OperatorFailedMail', description: 'A mail that could not be sent' },
);

export const health = object(
  {
    version: text('The version of the program', { maxLength: 50, examples: ['1.0.0'] }),
    database: object(
      {
        kind: text('The kind of database', { maxLength: 20, examples: ['postgres'] }),
        sizeBytes: count('The size of the database'),
      },
      { $id: 'DatabaseHealth', description: 'The database' },
    ),
    migrations: Type.Array(
      text('The name of a migration that was run', { maxLength: 100, examples: ['0001-initial-schema'] }),
    ),
    queues: object(
      { webhooks: queue, mails: queue, refunds: queue },
      { $id: 'QueuesHealth', description: 'The queues' },
    ),
    outgoing: Type.Array(outgoing, { description: 'Whether what leaves the service is held' }),
    failingEndpointCount: count('Number of webhook endpoints that have failed since their last success'),
    failingEndpoints: Type.Array(failingEndpoint, { maxItems: maxFailingEndpoints }),
    disabledEndpointCount: count('Number of disabled webhook endpoints'),
    newestFailedMails: Type.Array(failedMail, { maxItems: maxFailedMails, description: 'The newest of them' }),
    failedMails: count('Number of mails that could not be sent in the last 30 days'),
    failedRefunds: count('Number of refunds that failed and were not retried'),
    uncountedEvents: count('Number of events with ledger entries that are not in the figures yet'),
    uncountedEventsMax: count('The number at which `uncountedEvents` stops counting'),
    settings: Type.Array(
      object(
        {
          name: text('The name of the environment variable', { maxLength: 100, examples: ['BASE_URL'] }),
          value: nullable(text('The value; null for the default', { examples: ['https://tickets.example.com'] })),
        },
        { $id: 'SettingView', description: 'A setting with its current value. Secrets are hidden' },
      ),
    ),
  },
  { $id: 'Health', description: 'The health of the service' },
);
