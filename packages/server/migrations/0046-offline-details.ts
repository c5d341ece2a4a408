import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** The encrypted details of tickets in offline bundles. They are encrypted when a bundle needs them for the first time. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'offline_details',
    { organizer_id: 'text', ticket_id: 'text', encrypted: 'text' },
    ['primary key (organizer_id, ticket_id)'],
    { clustered: true },
  );
}
