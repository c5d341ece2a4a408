import { count, id, nullable, object, Type, text, time } from '../../platform/http/schema.ts';
import { maxFailingEndpoints } from '../webhooks/index.ts';

const queue = object(
  {
    waiting: count('Number of rows that wait for an attempt, at most 10000'),
    due: count('Number of rows whose attempt is due'),
    oldestDueAt: nullable(time('The time since which the oldest due row is due; null if no row is due')),
  },
  { $id: 'QueueHealth', description: 'The state of a queue' },
);

const failingEndpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    organizerSlug: text('Slug of the organizer', { maxLength: 63, examples: ['harbor-city-events'] }),
    organizerName: text('Name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
    host: text('The host of its URL', { maxLength: 300, examples: ['api.example.com'] }),
    failingSince: time('Since when it has failed'),
    isDisabled: Type.Boolean({ description: 'Whether the endpoint is disabled' }),
  },
  { $id: 'OperatorFailingEndpoint', description: 'A webhook endpoint that has failed since its last success' },
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
    failingEndpointCount: count('Number of webhook endpoints that have failed since their last success'),
    failingEndpoints: Type.Array(failingEndpoint, { maxItems: maxFailingEndpoints }),
    disabledEndpointCount: count('Number of disabled webhook endpoints'),
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
