import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/**
 * Who received the money of a ledger entry. Entries without it are payouts, or sales and refunds that a server of the version before has
 * written: they count as money of the platform until the settlement is finalized.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ledger_entries', { received_by: 'text?' });
}
