import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * The log of requests with API keys, and the number of requests of each key and hour. The tables have no foreign keys, because
 * each of the many rows would need a check.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'request_log_entries',
    {
      organizer_id: 'text',
      id: 'text',
      key_id: 'text',
      started_at: 'text',
      method: 'text',
      route: 'text',
      status: 'integer',
      latency_ms: 'integer',
      code: 'text?',
      problem: 'text?',
    },
    ['primary key (organizer_id, id)'],
    { clustered: true },
  );
  await createIndex(db, 'request_log_entries_by_key', 'request_log_entries (organizer_id, key_id, id)');
  await createIndex(db, 'request_log_entries_failed', 'request_log_entries (organizer_id, id)', {
    where: 'status >= 400',
  });
  await createTable(
    db,
    'key_usage',
    {
      organizer_id: 'text',
      hour: 'text',
      key_id: 'text',
      requests: 'integer',
      errors: 'integer',
      limit_refusals: 'integer',
    },
    ['primary key (organizer_id, hour, key_id)'],
    { clustered: true },
  );
}
