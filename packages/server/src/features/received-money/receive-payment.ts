import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { queueMail } from '../mail/index.ts';
import { type LockedOrder, lockOrder, markPaid, refundEvent } from '../orders/index.ts';
import {
  finalizePayment,
  findPayment,
  isFinal,
  lockPayment,
  type PaymentRow,
  type PaymentServices,
  paymentReceivedEvent,
  queueRefund,
  type ReceivedMoney,
} from '../payments/index.ts';
import { postEntries, readSettlement, receiverOf, settlementEvents } from '../settlements/index.ts';
import { emit } from '../webhooks/index.ts';

export type ReceiveResult =
  /** The order is paid. */
  | 'applied'
  /** The order was not paid: a refund of the money is queued. */
  | 'refunded'
  /** The money of this payment was received before. */
  | 'duplicate'
  /** There is no payment with this id. */
  | 'unknown';

/**
 * Records the money that was received for a payment, and marks the order as paid. An expired order is paid if its stock is
 * still available. The money is refunded in full if the stock is no longer available, if the order was cancelled or already
 * paid, or if the amount or the currency is wrong. A second call for the same payment has no effect.
 */
export async function receivePayment(
  services: PaymentServices,
  organizerId: string,
  paymentId: string,
  money: ReceivedMoney,
): Promise<ReceiveResult> {
  const payment = await findPayment(services.db, organizerId, paymentId);
  if (payment === null) return 'unknown';
  if (isFinal(payment)) return 'duplicate';
  return receivePaymentOf(services, payment, money);
}

/** Like `receivePayment`, for a payment that the caller has read. Its status may have changed in the meantime. */
export async function receivePaymentOf(
  services: PaymentServices,
  payment: PaymentRow,
  money: ReceivedMoney,
): Promise<Exclude<ReceiveResult, 'unknown'>> {
  if (money.amount !== payment.amount || money.currency !== payment.currency) {
    return receiveOnce(services, payment, money, refundWrongAmount);
  }
  try {
    return await receiveOnce(services, payment, money, applyPayment);
  } catch (error) {
    // The transaction was rolled back. A second transaction refunds the money.
    if (!(error instanceof ApiError) || !['sold_out', 'invalid_state'].includes(error.code)) throw error;
    return receiveOnce(services, payment, money, refundUnusedPayment);
  }
}

/** A locked order, its locked payment, and the time. */
interface Locked {
  readonly lockedOrder: LockedOrder;
  readonly payment: PaymentRow;
  readonly nowMs: number;
  /** `nowMs` in RFC 3339. */
  readonly now: string;
}

type ReceivingStep = (
  tx: Db,
  locked: Locked,
  money: ReceivedMoney,
  services: PaymentServices,
) => Promise<Exclude<ReceiveResult, 'unknown'>>;

/** Locks the order and then the payment, and runs a step in this transaction. */
export function withLocks<T>(
  { db, clock }: PaymentServices,
  { organizer_id, order_number, id }: PaymentRow,
  step: (tx: Db, locked: Locked) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const lockedOrder = await lockOrder(tx, organizer_id, order_number);
    const payment = await lockPayment(tx, organizer_id, id);
    const nowMs = clock.of(organizer_id).now();
    return step(tx, { lockedOrder, payment, nowMs, now: timestamp(nowMs) });
  });
}

/** Runs a step with the locked order and payment, unless the money was received before. */
function receiveOnce(services: PaymentServices, payment: PaymentRow, money: ReceivedMoney, step: ReceivingStep) {
  return withLocks(services, payment, async (tx, locked) =>
    isFinal(locked.payment) ? 'duplicate' : step(tx, locked, money, services),
  );
}

const applyPayment: ReceivingStep = async (tx, { lockedOrder, payment, now, nowMs }, money) => {
  await finalizePayment(tx, payment, 'paid', money, now);
  const action = lockedOrder.order.status === 'expired' ? 'pay_late' : 'pay';
  const { id: paymentId, method } = payment;
  await markPaid(tx, lockedOrder, { action, method, receivedBy: receiverOf(payment), paymentId }, nowMs);
  return 'applied';
};

/** Refunds money for an order that cannot be paid. The ledger records a sale and a refund, as the provider does. */
const refundUnusedPayment: ReceivingStep = async (tx, { lockedOrder, payment, now }, money) => {
  const { organizer_id: organizerId } = payment;
  const { event_id: eventId } = lockedOrder.order;
  await finalizePayment(tx, payment, 'paid', money, now);
  const receivedBy = receiverOf(payment);
  const entry = { eventId, currency: money.currency, reference: payment.id, receivedBy, at: now };
  const sale = { kind: 'sale', gross: money.amount, ...entry } as const;
  const refund = { kind: 'refund', refunds: money.amount, ...entry } as const;
  const [, refundId = ''] = await postEntries(tx, organizerId, [sale, refund], now);
  const result = await queueFullRefund(tx, payment, { ...money, refundId }, now);
  const settlement = await readSettlement(tx, organizerId, eventId);
  const events = [
    ...settlementEvents(settlement, { balanceOrStatusChanged: false }),
    await paymentReceivedEvent(tx, organizerId, payment.id, eventId),
    await refundEvent(tx, organizerId, 'refund.created', refundId),
  ];
  await emit(tx, organizerId, events, now);
  return result;
};

/** Refunds money whose amount or currency differs from the payment's. It is not recorded in the ledger. */
const refundWrongAmount: ReceivingStep = async (tx, { payment, now }, money, { log }) => {
  await finalizePayment(tx, payment, 'refused', money, now);
  const expected = `${payment.amount} ${payment.currency}`;
  const received = `${money.amount} ${money.currency}`;
  log.error({ paymentId: payment.id, expected, received }, 'Payment with a wrong amount received and refunded');
  return queueFullRefund(tx, payment, { ...money, refundId: null }, now);
};

async function queueFullRefund(
  tx: Db,
  payment: PaymentRow,
  { amount, currency, refundId }: ReceivedMoney & { refundId: string | null },
  now: string,
): Promise<'refunded'> {
  await queueRefund(tx, payment, { amount, currency, refundId }, now);
  const { organizer_id: organizerId, order_number: orderNumber } = payment;
  await queueMail(tx, { kind: 'payment_returned', organizerId, orderNumber, money: { amount, currency } }, now);
  return 'refunded';
}
