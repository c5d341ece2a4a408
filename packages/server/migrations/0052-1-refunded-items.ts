import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** What each refund was for, and the indexes of the list of refunds. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ledger_entries', { refunded_items: 'text?' });
  const isRefund = { where: "kind = 'refund'" };
  await createIndex(db, 'ledger_refunds', 'ledger_entries (organizer_id, created_at, id)', isRefund);
  await createIndex(db, 'ledger_refunds_of_event', 'ledger_entries (organizer_id, event_id, created_at, id)', isRefund);
  await createIndex(db, 'ledger_refunds_of_order', 'ledger_entries (organizer_id, order_number)', isRefund);
}
