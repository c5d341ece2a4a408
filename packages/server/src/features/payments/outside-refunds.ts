import type { Db } from '../../platform/database/dialect.ts';
import type { PaymentRow } from './payments.ts';
import type { OutsideRefund } from './provider.ts';

/** Whether a refund that was made at the provider is recorded. */
export async function isRefundRecorded(tx: Db, { organizer_id }: PaymentRow, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('reference', '=', reference)
    .where('origin', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that a requested refund, which the provider has rejected or not made yet, was made there by hand.
 *
 * @returns the refunds of orders that succeeded in this way: one, or none if the request belongs to no order; null if there is no request
 */
export async function completeRefund(
  tx: Db,
  { organizer_id, id }: PaymentRow,
  { reference, amount }: OutsideRefund,
  now: string,
): Promise<string[] | null> {
  const retriedIds = tx
    .selectFrom('payment_refunds as retry')
    .select('retry.retry_of')
    .where('retry.organizer_id', '=', organizer_id)
    .where('retry.payment_id', '=', id)
    .where('retry.retry_of', 'is not', null);
  const requestedId = tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('payment_id', '=', id)
    .where('amount', '=', amount)
    .where('status', 'in', ['failed', 'pending'])
    .where('id', 'not in', retriedIds)
    .orderBy('created_at')
    .limit(1);
  const rows = await tx
    .updateTable('payment_refunds')
    .set({ status: 'succeeded', origin: 'provider', reference, error: null, next_attempt_at: null, updated_at: now })
    .where('organizer_id', '=', organizer_id)
    .where('id', '=', requestedId)
    .where('status', 'in', ['failed', 'pending'])
    .returning('entry_id')
    .execute();
  return rows.length === 0 ? null : rows.flatMap(({ entry_id }) => entry_id ?? []);
}
