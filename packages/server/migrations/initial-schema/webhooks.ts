import type { Kysely } from 'kysely';
import { createIndex, createSequence, createTable } from '../../src/platform/database/create-table.ts';

/** Endpoints with their secrets, events, one delivery for each event and subscribed endpoint, and the attempts of each delivery. */
export async function createWebhookTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'webhook_endpoints',
    {
      organizer_id: 'text',
      id: 'text',
      url: 'text',
      description: 'text?',
      event_types: 'text?',
      status: 'text',
      disabled_reason: 'text?',
      failing_since: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id) references organizers (id)',
      "check (status in ('enabled', 'disabled'))",
    ],
  );
  // Commands name an endpoint without its organizer.
  await createIndex(db, 'webhook_endpoints_by_id', 'webhook_endpoints (id)');

  await createTable(
    db,
    'webhook_secrets',
    {
      organizer_id: 'text',
      id: 'text',
      endpoint_id: 'text',
      ciphertext: 'text',
      created_at: 'text',
      expires_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, endpoint_id) references webhook_endpoints (organizer_id, id)',
    ],
  );
  await createIndex(db, 'webhook_secrets_of_endpoint', 'webhook_secrets (organizer_id, endpoint_id)');

  await createSequence(db, 'webhook_event_sequence');
  await createTable(
    db,
    'webhook_events',
    { organizer_id: 'text', id: 'text', sequence: 'integer', type: 'text', body: 'text', created_at: 'text' },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, sequence)',
      'foreign key (organizer_id) references organizers (id)',
    ],
  );

  await createTable(
    db,
    'webhook_deliveries',
    {
      organizer_id: 'text',
      id: 'text',
      endpoint_id: 'text',
      event_id: 'text',
      status: 'text',
      attempt_count: 'integer',
      next_attempt_at: 'text?',
      lease_id: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, endpoint_id, event_id)',
      'foreign key (organizer_id, endpoint_id) references webhook_endpoints (organizer_id, id)',
      'foreign key (organizer_id, event_id) references webhook_events (organizer_id, id)',
      "check (status in ('pending', 'succeeded', 'failed', 'cancelled'))",
      "check ((status = 'pending') = (next_attempt_at is not null))",
    ],
  );
  await createIndex(db, 'webhook_deliveries_by_id', 'webhook_deliveries (id)');
  // The index has only pending deliveries, so a long history does not slow down a claim. Its first column is the endpoint, so a
  // claim skips an endpoint with a long queue in one step. Deliveries that are due at the same time are sent in the sequence of
  // their events.
  await createIndex(db, 'webhook_deliveries_due', 'webhook_deliveries (endpoint_id, next_attempt_at, id)', {
    where: "status = 'pending'",
  });

  await createTable(
    db,
    'webhook_attempts',
    {
      organizer_id: 'text',
      delivery_id: 'text',
      id: 'text',
      started_at: 'text',
      latency_ms: 'integer',
      response_status: 'integer?',
      response_body: 'text?',
      error: 'text?',
    },
    [
      'primary key (organizer_id, delivery_id, id)',
      'foreign key (organizer_id, delivery_id) references webhook_deliveries (organizer_id, id)',
    ],
    { clustered: true },
  );
  await createIndex(db, 'webhook_attempts_by_age', 'webhook_attempts (started_at)');
}
