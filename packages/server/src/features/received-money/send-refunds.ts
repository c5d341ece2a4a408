import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { refundEvent } from '../orders/index.ts';
import {
  type ClaimedRefund,
  claimRefunds,
  markRefundFailed,
  markRefundSucceeded,
  PaymentRejected,
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
  const { organizer_id: organizerId, id } = refund;
  let reference: string | null;
  try {
    reference = await refundAtProvider(work, refund);
  } catch (error) {
    if (await willRetryRefund(work, refund, error)) return;
    const reason = error instanceof PaymentRejected ? error.message : noAnswer;
    return failRefund(work, organizerId, { id }, ['pending'], reason);
  }
  // If this fails, the refund is requested again when its lease expires, and the provider returns the same one.
  await finishRefund(work, organizerId, id, reference);
}

/** For errors that are not an answer of the provider. Their messages can contain names and addresses of the network. */
const noAnswer =
  'No request to the payment provider succeeded. Look there whether the money was paid back before you retry the refund.';

/** Records that the provider has made a requested refund, and emits `refund.succeeded`. If a result is recorded, nothing changes. */
export async function finishRefund(
  { db, clock }: Pick<PaymentServices, 'db' | 'clock'>,
  organizerId: string,
  id: string,
  reference: string | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = timestamp(clock.of(organizerId).now());
    const refundIds = await markRefundSucceeded(tx, organizerId, id, reference, now);
    await emitRefunds(tx, organizerId, 'refund.succeeded', refundIds, now);
  });
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
    const refundIds = await markRefundFailed(tx, organizerId, refund, from, error, now);
    await emitRefunds(tx, organizerId, 'refund.failed', refundIds, now);
  });
}

/** Emits an event about each of these refunds, as they are now. */
export async function emitRefunds(
  tx: Db,
  organizerId: string,
  type: 'refund.succeeded' | 'refund.failed',
  refundIds: readonly string[],
  now: string,
): Promise<void> {
  for (const refundId of refundIds)
    await emit(tx, organizerId, [await refundEvent(tx, organizerId, type, refundId)], now);
}
