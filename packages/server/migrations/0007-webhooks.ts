import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Endpoints, the outbox of events, and a delivery per event and subscribed endpoint with its attempts. */
export async function up(db: Kysely<never>): Promise<void> {
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
      lease_expires_at: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, endpoint_id, event_id)',
      'foreign key (organizer_id, endpoint_id) references webhook_endpoints (organizer_id, id)',
      'foreign key (organizer_id, event_id) references webhook_events (organizer_id, id)',
      "check (status in ('pending', 'succeeded', 'failed', 'cancelled'))",
    ],
  );
  // Only what waits is in it: a long history costs a claim nothing.
  await createIndex(db, 'webhook_deliveries_due', 'webhook_deliveries (organizer_id, endpoint_id, next_attempt_at)', {
    where: "status = 'pending'",
  });
  await createTable(
    db,
    'webhook_attempts',
    {
      organizer_id: 'text',
      id: 'text',
      delivery_id: 'text',
      number: 'integer',
      started_at: 'text',
      latency_ms: 'integer',
      response_status: 'integer?',
      response_body: 'text?',
      error: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, delivery_id) references webhook_deliveries (organizer_id, id)',
    ],
  );
  await createIndex(db, 'webhook_attempts_of_delivery', 'webhook_attempts (organizer_id, delivery_id, number)');
  await createIndex(db, 'webhook_attempts_by_age', 'webhook_attempts (started_at)');
}
