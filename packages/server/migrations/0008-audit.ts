import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Who did what, and the answers kept for repeated requests. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'audit_entries',
    {
      organizer_id: 'text',
      id: 'text',
      actor: 'text',
      action: 'text',
      subject: 'text',
      details: 'text',
      address: 'text?',
      request_id: 'text?',
      created_at: 'text',
    },
    ['primary key (organizer_id, id)', 'foreign key (organizer_id) references organizers (id)'],
  );
  await createIndex(db, 'audit_entries_newest', 'audit_entries (organizer_id, created_at, id)');
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
}
