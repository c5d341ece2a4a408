import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * What the dashboard shows about webhooks: the requests of attempts, the objects of events, the health of endpoints, and the
 * progress of replays.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_attempts', { request_url: 'text?', request_headers: 'text?', problem: 'text?' });
  await addColumns(db, 'webhook_endpoints', { failed_delivery_id: 'text?', failed_attempt_id: 'text?' });
  await createTable(
    db,
    'webhook_attempt_counts',
    {
      organizer_id: 'text',
      endpoint_id: 'text',
      hour: 'text',
      outcome: 'text',
      latency_ms: 'integer',
      attempts: 'integer',
    },
    [
      'primary key (organizer_id, endpoint_id, hour, outcome, latency_ms)',
      'foreign key (organizer_id, endpoint_id) references webhook_endpoints (organizer_id, id)',
      "check (outcome in ('succeeded', 'failed'))",
    ],
    { clustered: true },
  );
  await createIndex(db, 'webhook_attempt_counts_by_age', 'webhook_attempt_counts (hour)');

  await addColumns(db, 'webhook_events', { is_test: 'integer' });
  await addColumns(db, 'webhook_events', { object_id: 'text?', order_number: 'text?' });
  await setObjects(db as unknown as Kysely<{ webhook_events: EventRow }>);
  await createIndex(db, 'webhook_events_of_type', 'webhook_events (organizer_id, type, id)');
  for (const column of ['object_id', 'order_number']) {
    await createIndex(db, `webhook_events_of_${column}`, `webhook_events (organizer_id, ${column}, id)`, {
      where: `${column} is not null`,
    });
  }

  // Deliveries are inserted as pending and usually succeed, so these indexes are not written by them.
  const undelivered = { where: "status in ('failed', 'cancelled')" };
  for (const [name, columns] of [
    ['webhook_deliveries_undelivered', 'event_id, endpoint_id'],
    ['webhook_deliveries_undelivered_of_endpoint', 'endpoint_id, event_id'],
  ] as const) {
    await createIndex(db, name, `webhook_deliveries (organizer_id, ${columns})`, undelivered);
  }

  await createTable(
    db,
    'webhook_replays',
    {
      organizer_id: 'text',
      id: 'text',
      endpoint_id: 'text',
      status: 'text',
      since: 'text',
      only_failed: 'integer',
      after_event_id: 'text',
      until_event_id: 'text',
      scheduled: 'integer',
      last_due_at: 'text?',
      actor: 'text',
      address: 'text?',
      request_id: 'text?',
      audit_entry_id: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, endpoint_id) references webhook_endpoints (organizer_id, id)',
      "check (status in ('running', 'finished', 'stopped'))",
    ],
  );
  await createIndex(db, 'webhook_replays_of_endpoint', 'webhook_replays (organizer_id, endpoint_id, id)');
  await createIndex(db, 'webhook_replays_running', 'webhook_replays (id)', { where: "status = 'running'" });
}

interface EventRow {
  organizer_id: string;
  id: string;
  body: string;
  object_id: string | null;
  order_number: string | null;
}

const batchSize = 1_000;

/**
 * Sets the objects of existing events from their bodies. The bodies are not parsed by the database, because PostgreSQL rejects
 * JSON with an escaped NUL.
 */
async function setObjects(db: Kysely<{ webhook_events: EventRow }>): Promise<void> {
  let after: Pick<EventRow, 'organizer_id' | 'id'> = { organizer_id: '', id: '' };
  for (;;) {
    const rows = await db
      .selectFrom('webhook_events')
      .select(['organizer_id', 'id', 'body'])
      .where(sql<boolean>`(organizer_id, id) > (${after.organizer_id}, ${after.id})`)
      .orderBy('organizer_id')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { organizer_id, id, body } of rows) {
      const { data } = JSON.parse(body) as { data: { id?: string; orderNumber?: string } };
      await db
        .updateTable('webhook_events')
        .set({ object_id: data.id ?? null, order_number: data.orderNumber ?? null })
        .where('organizer_id', '=', organizer_id)
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
