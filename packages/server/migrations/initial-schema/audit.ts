import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** The audit log. */
export async function createAuditTables(db: Kysely<never>): Promise<void> {
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
}
