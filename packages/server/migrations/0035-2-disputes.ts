import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Who receives a payment, its charge, and its disputes. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'payments', { received_by: 'text?' });
  await createIndex(db, 'payments_by_charge', 'payments (charge_reference)', {
    where: 'charge_reference is not null',
  });
  await createTable(
    db,
    'payment_disputes',
    {
      organizer_id: 'text',
      payment_id: 'text',
      reference: 'text',
      order_number: 'text',
      amount: 'integer',
      currency: 'text',
      reason: 'text',
      status: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, reference)',
      'foreign key (organizer_id, payment_id) references payments (organizer_id, id)',
      "check (status in ('open', 'won', 'lost'))",
    ],
  );
  await createIndex(db, 'payment_disputes_of_payment', 'payment_disputes (organizer_id, payment_id)');
  // What the overview asks about.
  await createIndex(db, 'payment_disputes_open', 'payment_disputes (organizer_id, created_at)', {
    where: "status = 'open'",
  });
}
