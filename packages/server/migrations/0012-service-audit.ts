import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** The audit log of actions that belong to no organizer. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'service_audit_entries',
    {
      id: 'text',
      actor: 'text',
      action: 'text',
      subject: 'text',
      details: 'text',
      address: 'text?',
      request_id: 'text?',
      created_at: 'text',
    },
    ['primary key (id)'],
  );
}
