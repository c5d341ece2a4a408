import { ApiError } from '../../errors/index.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Receiver } from '../../platform/database/tables.ts';
import type { Logger } from '../../platform/log.ts';
import { queueMail } from '../mail/index.ts';
import { postEntries, readSettlement, receiverOf, settlementEvents } from '../settlements/index.ts';
import { emit } from '../webhooks/index.ts';
import { finalizePayment, findPayment, isFinal, lockPayment, type PaymentRow } from './payments.ts';
import type { ReceivedMoney } from './provider.ts';
import { queueRefund } from './refunds.ts';

/** The order of a payment, locked until the transaction ends. */
export interface PayableOrder {
  readonly eventId: string;
  /**
   * Marks the order as paid. If the order has expired, its stock is reserved again first.
   *
   * @param payment.method the name of the payment method
   * @throws ApiError `order_state_forbids_action` or `order_buyer_removed` if the order can no longer be paid. The caller must
   *   roll back.
   * @throws ApiError `expired_order_sold_out` if the stock of the order is no longer available. The caller must roll back.
   */
  markPaid(payment: { method: string; receivedBy: Receiver }, nowMs: number): Promise<unknown>;
  /** The paid amount that is not refunded, minor units; 0 if nothing was paid. */
  readonly refundable: number;
  /**
   * Records a refund that was not requested here. If it is the rest of the order, all its tickets and add-ons become void; otherwise
   * none, because the refund does not say whose.
   *
   * @param refund.amount minor units, at most `refundable`
   * @param refund.reference the provider's id of the refund, for the ledger
   * @returns whether the order has items left, so that the organizer must say which become void
   */
  recordRefund(refund: { amount: number; reference: string }, now: string): Promise<'items_left' | 'nothing_left'>;
}

/** Locks an order. Deployments pass this function of `orders`, because `orders` imports this feature. */
export type LockPayableOrder = (tx: Db, organizerId: string, orderNumber: string) => Promise<PayableOrder>;

export interface ReceivingServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly lockOrder: LockPayableOrder;
}

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
  services: ReceivingServices,
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
  services: ReceivingServices,
  payment: PaymentRow,
  money: ReceivedMoney,
): Promise<Exclude<ReceiveResult, 'unknown'>> {
  if (money.amount !== payment.amount || money.currency !== payment.currency) {
    return receiveOnce(services, payment, (tx, _order, lockedPayment, now) =>
      refundWrongAmount(tx, services, lockedPayment, money, now),
    );
  }
  try {
    return await receiveOnce(services, payment, (tx, order, lockedPayment, now) =>
      applyPayment(tx, services, order, lockedPayment, money, now),
    );
  } catch (error) {
    // The transaction was rolled back. A second transaction refunds the money.
    if (!(error instanceof ApiError) || !['sold_out', 'invalid_state'].includes(error.code)) throw error;
    return receiveOnce(services, payment, (tx, order, lockedPayment, now) =>
      refundUnusedPayment(tx, order, lockedPayment, money, now),
    );
  }
}

type ReceivingStep = (
  tx: Db,
  order: PayableOrder,
  payment: PaymentRow,
  now: string,
) => Promise<Exclude<ReceiveResult, 'unknown'>>;

/** Locks the order and then the payment, and runs a step in this transaction, unless the money was received before. */
function receiveOnce(
  { db, clock, lockOrder }: ReceivingServices,
  { organizer_id, order_number, id }: PaymentRow,
  step: ReceivingStep,
): ReturnType<ReceivingStep> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, organizer_id, order_number);
    const payment = await lockPayment(tx, organizer_id, id);
    if (isFinal(payment)) return 'duplicate';
    return step(tx, order, payment, timestamp(clock.of(organizer_id).now()));
  });
}

async function applyPayment(
  tx: Db,
  { clock }: ReceivingServices,
  order: PayableOrder,
  payment: PaymentRow,
  money: ReceivedMoney,
  now: string,
): ReturnType<ReceivingStep> {
  await finalizePayment(tx, payment, 'paid', money, now);
  const { method } = payment;
  await order.markPaid({ method, receivedBy: receiverOf(payment) }, clock.of(payment.organizer_id).now());
  return 'applied';
}

/** Refunds money for an order that cannot be paid. The ledger records a sale and a refund, as the provider does. */
async function refundUnusedPayment(
  tx: Db,
  { eventId }: PayableOrder,
  payment: PaymentRow,
  money: ReceivedMoney,
  now: string,
): ReturnType<ReceivingStep> {
  const { organizer_id: organizerId } = payment;
  await finalizePayment(tx, payment, 'paid', money, now);
  const receivedBy = receiverOf(payment);
  const entry = { eventId, currency: money.currency, reference: payment.id, receivedBy, at: now };
  await postEntries(
    tx,
    organizerId,
    [
      { kind: 'sale', gross: money.amount, ...entry },
      { kind: 'refund', refunds: money.amount, ...entry },
    ],
    now,
  );
  const settlement = await readSettlement(tx, organizerId, eventId);
  await emit(tx, organizerId, settlementEvents(settlement, { balanceOrStatusChanged: false }), now);
  return queueFullRefund(tx, payment, money, now);
}

/** Refunds money whose amount or currency differs from the payment's. It is not recorded in the ledger. */
async function refundWrongAmount(
  tx: Db,
  { log }: ReceivingServices,
  payment: PaymentRow,
  money: ReceivedMoney,
  now: string,
): ReturnType<ReceivingStep> {
  await finalizePayment(tx, payment, 'refused', money, now);
  const expected = `${payment.amount} ${payment.currency}`;
  const received = `${money.amount} ${money.currency}`;
  log.error({ paymentId: payment.id, expected, received }, 'Payment with a wrong amount received and refunded');
  return queueFullRefund(tx, payment, money, now);
}

async function queueFullRefund(
  tx: Db,
  payment: PaymentRow,
  { amount, currency }: ReceivedMoney,
  now: string,
): ReturnType<ReceivingStep> {
  await queueRefund(tx, payment, { amount, currency }, now);
  const { organizer_id: organizerId, order_number: orderNumber } = payment;
  await queueMail(tx, { kind: 'payment_returned', organizerId, orderNumber, money: { amount, currency } }, now);
  return 'refunded';
}
