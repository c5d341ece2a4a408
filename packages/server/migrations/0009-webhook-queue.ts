import type { Kysely } from 'kysely';
import { createIndex, createSequence, createTable, dropTable } from '../src/platform/database/create-table.ts';

/**
 * Deliveries as a queue. A delivery that waits is due at `next_attempt_at`; one that is being made has a lease and is
 * due again when that runs out. Nothing was ever written into the tables that these replace.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createSequence(db, 'webhook_event_sequence');
  await createIndex(db, 'webhook_endpoints_by_id', 'webhook_endpoints (id)');
  await dropTable(db, 'webhook_attempts');
  await dropTable(db, 'webhook_deliveries');
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
  // Only what waits is in it: a long history costs a claim nothing. Endpoints come first, so that one with a long queue
  // is stepped over in one probe; what is due at one time goes in the order in which it happened.
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
