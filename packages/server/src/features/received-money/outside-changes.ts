import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { listEmailsOfMembers } from '../accounts/index.ts';
import { queueMail, queueMailWithPayload } from '../mail/index.ts';
import { applyOutsideRefund, emitDisputed, refundableAmount } from '../orders/index.ts';
import {
  completeRefund,
  type DisputeChange,
  findDispute,
  findPayment,
  findPaymentByCharge,
  isFinal,
  isRefundRecorded,
  type OutsideRefund,
  type PaymentProvider,
  PaymentRejected,
  type PaymentRow,
  type PaymentServices,
  storeDispute,
  unrefundedAmount,
} from '../payments/index.ts';
import { changeHeld } from '../settlements/index.ts';
import { receivePayment, withLocks } from './receive-payment.ts';
import { emitRefunds } from './send-refunds.ts';

export interface OutsideServices extends PaymentServices {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly secrets: Pick<Secrets, 'mailKey'>;
}

/** The payload of a mail about a dispute. */
export interface DisputeAlert extends Pick<DisputeChange, 'amount' | 'currency' | 'reason' | 'status'> {
  readonly to: string;
  readonly organizerId: string;
  readonly orderNumber: string;
}

/**
 * Finds the payment of a charge. If the webhook about the payment has not arrived yet, its money is received first.
 *
 * @returns null if the charge belongs to another program
 */
export async function findChargedPayment(
  services: PaymentServices,
  { method, client }: PaymentProvider,
  chargeReference: string,
): Promise<PaymentRow | null> {
  const { db } = services;
  const known = await findPaymentByCharge(db, method.name, chargeReference);
  if (known !== null) return known;
  const found = await findAtProvider(client, chargeReference);
  if (found === null) return null;
  const { organizerId, paymentId, money } = found;
  if (money !== null) await receivePayment(services, organizerId, paymentId, money);
  const payment = await findPayment(db, organizerId, paymentId);
  return payment !== null && isFinal(payment) ? payment : null;
}

async function findAtProvider(client: PaymentProvider['client'], chargeReference: string) {
  try {
    return (await client.findPayment?.(chargeReference)) ?? null;
  } catch (error) {
    if (error instanceof PaymentRejected) return null;
    throw error;
  }
}

/**
 * Records a refund that was made at the provider, once. If it refunds the rest of the order, its tickets become void. Otherwise the
 * organizer is asked which of them do. A refund of money that is already recorded as refunded completes that refund.
 */
export function recordOutsideRefund(
  services: PaymentServices,
  chargedPayment: PaymentRow,
  refund: OutsideRefund,
): Promise<void> {
  return withLocks(services, chargedPayment, async (tx, { lockedOrder, payment, now }) => {
    const { organizer_id: organizerId, order_number: orderNumber, id: paymentId, currency } = payment;
    if (await isRefundRecorded(tx, payment, refund.reference)) return;
    const isSameCurrency = refund.currency === currency;
    const refundable = refundableAmount(lockedOrder.order);
    const amount = isSameCurrency ? Math.min(refund.amount, await unrefundedAmount(tx, payment), refundable) : 0;
    if (amount === 0) {
      const completed = isSameCurrency ? await completeRefund(tx, payment, refund, now) : null;
      if (completed !== null) return emitRefunds(tx, organizerId, 'refund.succeeded', completed, now);
      services.log.error({ paymentId, refund }, 'Refund at the payment provider cannot be recorded');
      return;
    }
    const { reference } = refund;
    await applyOutsideRefund(tx, lockedOrder, payment, { amount, reference, origin: 'provider' }, now);
    const note = amount === refundable ? null : '';
    await queueMail(tx, { kind: 'refunded', organizerId, orderNumber, money: { amount, currency }, note }, now);
  });
}

/**
 * Records a dispute. While it is open, its amount is held back in the settlement. If it is lost, the amount is recorded as a refund.
 * A dispute that has ended does not change again. Members who can refund orders get a mail about its begin and its end.
 */
export function recordDispute(
  services: OutsideServices,
  chargedPayment: PaymentRow,
  dispute: DisputeChange,
): Promise<void> {
  return withLocks(services, chargedPayment, async (tx, { lockedOrder, payment, now }) => {
    const { organizer_id: organizerId, currency } = payment;
    const { reference, reason, status } = dispute;
    const previous = await findDispute(tx, organizerId, reference);
    if (previous !== undefined && (previous.status !== 'open' || status === 'open')) return;
    const left = Math.min(await unrefundedAmount(tx, payment), refundableAmount(lockedOrder.order));
    const amount = previous?.amount ?? Math.min(dispute.amount, left);
    await storeDispute(tx, payment, { ...dispute, amount }, now);
    const held = (status === 'open' ? amount : 0) - (previous?.amount ?? 0);
    if (held !== 0) await changeHeld(tx, organizerId, lockedOrder.order.event_id, held, now);
    const lost = status === 'lost' ? Math.min(amount, left) : 0;
    if (lost > 0) {
      const refund = { amount: lost, reference, origin: 'dispute' } as const;
      await applyOutsideRefund(tx, lockedOrder, payment, refund, now);
    }
    const { id: paymentId, order_number: orderNumber } = payment;
    await emitDisputed(tx, organizerId, orderNumber, { paymentId, reference, amount, reason, status }, now);
    services.log.warn({ organizerId, paymentId, status }, 'Dispute of a payment');
    await alertMembers(tx, services, payment, { amount, currency, reason, status }, now);
  });
}

async function alertMembers(
  tx: Db,
  { secrets }: OutsideServices,
  { organizer_id: organizerId, order_number: orderNumber }: PaymentRow,
  dispute: Pick<DisputeAlert, 'amount' | 'currency' | 'reason' | 'status'>,
  now: string,
): Promise<void> {
  for (const to of await listEmailsOfMembers(tx, organizerId, 'orders:write')) {
    const payload: DisputeAlert = { to, organizerId, orderNumber, ...dispute };
    await queueMailWithPayload(tx, secrets, { kind: 'disputed' }, payload, now);
  }
}
