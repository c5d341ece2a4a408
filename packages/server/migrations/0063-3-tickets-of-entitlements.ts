import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The ticket of the holder whom an add-on belongs to; null for an add-on of the order. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'entitlements', { ticket_id: 'text?' });
}
