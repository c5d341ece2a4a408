import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** The refund to which a request to a provider belongs: its ledger entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'payment_refunds', { entry_id: 'text?' });
  await createIndex(db, 'payment_refunds_of_entry', 'payment_refunds (organizer_id, entry_id)', {
    where: 'entry_id is not null',
  });
}
