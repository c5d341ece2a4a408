import type { Kysely } from 'kysely';
import { type ColumnType, createIndex, createTable } from '../../src/platform/database/create-table.ts';

const amountColumns: Record<string, ColumnType> = {
  orders_paid: 'integer',
  tickets_sold: 'integer',
  gross: 'integer',
  refunds: 'integer',
  platform_fees: 'integer',
  payment_fees: 'integer',
  taxes: 'integer',
  paid_out: 'integer',
};

/** The append-only ledger, and a settlement for each event with the sums of its ledger entries. */
export async function createSettlementTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'ledger_entries',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      kind: 'text',
      order_number: 'text?',
      reference: 'text?',
      currency: 'text',
      ...amountColumns,
      created_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
      "check (kind in ('sale', 'refund', 'payout'))",
    ],
  );
  await createIndex(db, 'ledger_entries_of_event', 'ledger_entries (organizer_id, event_id, id)');

  await createTable(
    db,
    'settlements',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      currency: 'text',
      status: 'text',
      ...amountColumns,
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, event_id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
      "check (status in ('open', 'final', 'paid'))",
    ],
  );
}
