import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { queueMail } from '../mail/index.ts';
import { lockOrder, markPaid, type OrderRow } from '../orders/index.ts';
import {
  findPayment,
  isSettled,
  lockPayment,
  markReceived,
  markRefused,
  type PaymentRow,
  queueRefund,
  type ReceivedMoney,
} from '../payments/index.ts';
import { postEntries, readSettlement, settlementEvents } from '../settlements/index.ts';
import { emit } from '../webhooks/index.ts';

export interface ReceivingServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly log?: Logger;
}

/**
 * What became of it: it paid the order, it goes back, it was known already, or there is no such payment here.
 */
export type Received = 'applied' | 'returned' | 'known' | 'unknown';

/**
 * The money of a payment has come. It pays its order; where that has expired, it takes the stock again if there is any. It
 * goes back in full where it cannot: the stock is gone, the order was given up or is paid already, or it is another amount or
 * currency than was asked for. Told of it twice, in whatever order, nothing happens twice.
 */
export async function receivePayment(
  services: ReceivingServices,
  organizerId: string,
  paymentId: string,
  money: ReceivedMoney,
): Promise<Received> {
  const { db } = services;
  const payment = await findPayment(db, organizerId, paymentId);
  if (payment === null) return 'unknown';
  if (isSettled(payment)) return 'known';
  if (money.amount !== payment.amount || money.currency !== payment.currency) {
    return settle(services, payment, (tx, _, locked, now) => refuse(tx, services, locked, money, now));
  }
  try {
    return await settle(services, payment, (tx, found, locked, now) => apply(tx, services, found, locked, money, now));
  } catch (error) {
    // Rolled back as a whole: the money goes back instead.
    if (!(error instanceof ApiError) || !['sold_out', 'invalid_state'].includes(error.code)) throw error;
    return settle(services, payment, (tx, found, locked, now) => giveBack(tx, found.order, locked, money, now));
  }
}

type LockedOrder = Awaited<ReturnType<typeof lockOrder>>;
type Work = (tx: Db, found: LockedOrder, payment: PaymentRow, now: string) => Promise<Received>;

/** Does what is to be done with a payment whose money has come, once: the order is locked, then the payment. */
function settle({ db, clock }: ReceivingServices, { organizer_id, order_number, id }: PaymentRow, work: Work) {
  return db.transaction().execute(async (tx) => {
    const found = await lockOrder(tx, organizer_id, order_number);
    const payment = await lockPayment(tx, organizer_id, id);
    if (isSettled(payment)) return 'known' as const;
    return work(tx, found, payment, timestamp(clock.now()));
  });
}

async function apply(
  tx: Db,
  { clock }: ReceivingServices,
  found: LockedOrder,
  payment: PaymentRow,
  { chargeReference }: ReceivedMoney,
  now: string,
): Promise<Received> {
  await markReceived(tx, payment, chargeReference, now);
  await markPaid(tx, found, found.order.status === 'expired' ? 'pay_late' : 'pay', clock.now());
  return 'applied';
}

/** It came and goes back: the ledger has both, so that whoever compares it with the provider finds them. */
async function giveBack(
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  money: ReceivedMoney,
  now: string,
): Promise<Received> {
  const { organizer_id: organizerId } = payment;
  await markReceived(tx, payment, money.chargeReference, now);
  const entry = { eventId: order.event_id, currency: money.currency, reference: payment.id, at: now };
  await postEntries(
    tx,
    organizerId,
    [
      { kind: 'sale', gross: money.amount, ...entry },
      { kind: 'refund', refunds: money.amount, ...entry },
    ],
    now,
  );
  const settlement = await readSettlement(tx, organizerId, order.event_id);
  await emit(tx, organizerId, settlementEvents(settlement, { isMoved: false }), now);
  return sendBack(tx, payment, money, now);
}

/** Other money than was asked for: it is not booked, and goes back. */
async function refuse(
  tx: Db,
  services: ReceivingServices,
  payment: PaymentRow,
  money: ReceivedMoney,
  now: string,
): Promise<Received> {
  await markRefused(tx, payment, money.chargeReference, now);
  const asked = `${payment.amount} ${payment.currency}`;
  const came = `${money.amount} ${money.currency}`;
  services.log?.error({ paymentId: payment.id, asked, came }, 'a payment came with another amount and goes back');
  return sendBack(tx, payment, money, now);
}

async function sendBack(
  tx: Db,
  payment: PaymentRow,
  { amount, currency }: ReceivedMoney,
  now: string,
): Promise<Received> {
  await queueRefund(tx, payment, { amount, currency }, now);
  const { organizer_id: organizerId, order_number: orderNumber } = payment;
  await queueMail(tx, { kind: 'payment_returned', organizerId, orderNumber, money: { amount, currency } }, now);
  return 'returned';
}
