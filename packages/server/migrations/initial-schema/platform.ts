import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** Responses for repeated requests, and the check of the master key. */
export async function createPlatformTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'idempotency_records',
    {
      organizer_id: 'text',
      scope: 'text',
      idempotency_key: 'text',
      request_hash: 'text',
      response_status: 'integer?',
      response_headers: 'text?',
      response_body: 'text?',
      created_at: 'text',
      expires_at: 'text',
    },
    ['primary key (organizer_id, scope, idempotency_key)', 'foreign key (organizer_id) references organizers (id)'],
  );
  await createIndex(db, 'idempotency_records_by_age', 'idempotency_records (expires_at)');

  // One row with a value that is derived from the master key. With it, a server detects another master key when it starts.
  await createTable(db, 'master_key_check', { id: 'integer', value: 'text' }, ['primary key (id)', 'check (id = 1)']);
}
