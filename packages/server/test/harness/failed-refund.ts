import { type Clock, timestamp } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { newId } from '../../src/platform/ids.ts';

/** Inserts a payment of an order and a refund that the provider has rejected. Returns the id of the refund. */
export async function insertFailedRefund(
  db: Db,
  organizerId: string,
  orderNumber: string,
  clock: Clock,
): Promise<string> {
  const now = timestamp(clock.now());
  const attempts = { attempt_count: 0, next_attempt_at: null, created_at: now, updated_at: now };
  const money = { organizer_id: organizerId, amount: 2_000, currency: 'EUR', reference: null };
  const payment = {
    ...money,
    ...attempts,
    id: newId('pay', clock.now()),
    order_number: orderNumber,
    method: 'stripe' as const,
  };
  const paidPayment = { status: 'paid' as const, charge_reference: 'ch_1', redirect_url: null, paid_at: now };
  await db
    .insertInto('payments')
    .values({ ...payment, ...paidPayment })
    .execute();
  const refund = { ...money, ...attempts, id: newId('rfd', clock.now()), payment_id: payment.id };
  await db
    .insertInto('payment_refunds')
    .values({ ...refund, status: 'failed', asks_tickets: 0, error: 'no funds' })
    .execute();
  return refund.id;
}
