import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** Payments at a provider and refunds by a provider. The partial indexes contain the rows that must be sent to a provider. */
export async function createPaymentTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'payments',
    {
      organizer_id: 'text',
      id: 'text',
      order_number: 'text',
      method: 'text',
      status: 'text',
      amount: 'integer',
      currency: 'text',
      reference: 'text?',
      charge_reference: 'text?',
      redirect_url: 'text?',
      // Amounts of refunds are multiples of it, in minor units; null if the provider does not support refunds.
      refund_step: 'integer?',
      attempt_count: 'integer',
      next_attempt_at: 'text?',
      created_at: 'text',
      updated_at: 'text',
      paid_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, order_number) references orders (organizer_id, order_number)',
      "check (status in ('open', 'closing', 'closed', 'paid', 'refused', 'failed'))",
      "check (status <> 'closing' or next_attempt_at is not null)",
      'check (amount >= 0)',
    ],
  );
  await createIndex(db, 'payments_of_order', 'payments (organizer_id, order_number, id)');
  await createIndex(db, 'payments_closing', 'payments (next_attempt_at)', { where: "status = 'closing'" });

  await createTable(
    db,
    'payment_refunds',
    {
      organizer_id: 'text',
      id: 'text',
      payment_id: 'text',
      // The id of the failed refund that this refund retries.
      retry_of: 'text?',
      amount: 'integer',
      currency: 'text',
      status: 'text',
      reference: 'text?',
      error: 'text?',
      attempt_count: 'integer',
      next_attempt_at: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, payment_id) references payments (organizer_id, id)',
      "check (status in ('pending', 'succeeded', 'failed'))",
      "check ((status = 'pending') = (next_attempt_at is not null))",
      'check (amount > 0)',
    ],
  );
  await createIndex(db, 'payment_refunds_of_payment', 'payment_refunds (organizer_id, payment_id)');
  await createIndex(db, 'payment_refunds_due', 'payment_refunds (next_attempt_at)', { where: "status = 'pending'" });
}
