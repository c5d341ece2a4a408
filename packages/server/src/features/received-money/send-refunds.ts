import { timestamp } from '../../platform/clock.ts';
import { refundEvent } from '../orders/index.ts';
import {
  type ClaimedRefund,
  claimRefunds,
  finishRefund,
  markRefundFailed,
  type PaymentServices,
  type PaymentWork,
  processBatches,
  type RefundReference,
  refundAtProvider,
  willRetryRefund,
} from '../payments/index.ts';
import { emit } from '../webhooks/index.ts';

/** Requests due refunds from the providers. Any number of processes can run this at the same time. */
export async function processRefunds(work: PaymentWork): Promise<void> {
  for (const claim of claimRefunds(work)) await processBatches(claim, (refund) => processRefund(work, refund));
}

async function processRefund(work: PaymentWork, refund: ClaimedRefund): Promise<void> {
  try {
    await finishRefund(work, refund, await refundAtProvider(work, refund));
  } catch (error) {
    if (await willRetryRefund(work, refund, error)) return;
    await failRefund(work, refund.organizer_id, refund, ['pending'], (error as Error).message);
  }
}

/**
 * Records that a refund has failed, and emits `refund.failed`. If it has failed already, nothing is emitted.
 *
 * @param from the status from which it fails
 */
export async function failRefund(
  { db, clock }: Pick<PaymentServices, 'db' | 'clock'>,
  organizerId: string,
  refund: RefundReference,
  from: readonly ('pending' | 'succeeded')[],
  error: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = timestamp(clock.of(organizerId).now());
    for (const refundId of await markRefundFailed(tx, organizerId, refund, from, error, now))
      await emit(tx, organizerId, [await refundEvent(tx, organizerId, 'refund.failed', refundId)], now);
  });
}
