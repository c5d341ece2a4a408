import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/** The creator of each key, and the requests of members for scopes that only the operator grants. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'api_keys', { created_by: 'text?' });
  await createTable(
    db,
    'scope_requests',
    {
      organizer_id: 'text',
      id: 'text',
      key_id: 'text',
      scope: 'text',
      reason: 'text',
      status: 'text',
      requested_by: 'text',
      created_at: 'text',
      decided_by: 'text?',
      decided_at: 'text?',
      note: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, key_id) references api_keys (organizer_id, id)',
      "check (status in ('pending', 'granted', 'declined', 'withdrawn'))",
      "check ((status = 'pending') = (decided_at is null))",
    ],
  );
  await createIndex(db, 'scope_requests_pending', 'scope_requests (organizer_id, key_id, scope)', {
    where: "status = 'pending'",
    unique: true,
  });
  // The operator lists the requests of all organizers.
  await createIndex(db, 'scope_requests_by_status', 'scope_requests (status, id)');
}
