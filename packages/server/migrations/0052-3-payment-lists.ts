import type { Kysely } from 'kysely';
import { createIndex } from '../src/platform/database/create-table.ts';

/** The indexes of the list of payments. */
export async function up(db: Kysely<never>): Promise<void> {
  await createIndex(db, 'payments_by_creation', 'payments (organizer_id, created_at, id)');
  await createIndex(db, 'payments_by_change', 'payments (organizer_id, updated_at, id)');
}
