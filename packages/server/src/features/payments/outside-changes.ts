import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { listEmailsOfMembers } from '../accounts/index.ts';
import { queueMail, queueMailWithPayload } from '../mail/index.ts';
import { changeHeld } from '../settlements/index.ts';
import { findPayment, findPaymentByCharge, isFinal, lockPayment, type PaymentRow } from './payments.ts';
import { type DisputeChange, type OutsideRefund, type PaymentProvider, PaymentRejected } from './provider.ts';
import { type PayableOrder, type ReceivingServices, receivePayment } from './receive-payment.ts';
import { unrefundedAmount } from './refunds.ts';

export interface OutsideServices extends ReceivingServices {
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
  services: ReceivingServices,
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

/** Locks the order and then the payment, and runs a step in this transaction. */
function withLocks(
  { db, clock, lockOrder }: ReceivingServices,
  { organizer_id, order_number, id }: PaymentRow,
  step: (tx: Db, locked: { order: PayableOrder; payment: PaymentRow }, now: string) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, organizer_id, order_number);
    const payment = await lockPayment(tx, organizer_id, id);
    await step(tx, { order, payment }, timestamp(clock.of(organizer_id).now()));
  });
}

/**
 * Records a refund that was made at the provider, once. If it refunds the rest of the order, its tickets become void. Otherwise the
 * organizer is asked which of them do. A refund of money that is already recorded as refunded completes that refund.
 */
export function recordOutsideRefund(
  services: ReceivingServices,
  chargedPayment: PaymentRow,
  refund: OutsideRefund,
): Promise<void> {
  return withLocks(services, chargedPayment, async (tx, { order, payment }, now) => {
    const { organizer_id: organizerId, order_number: orderNumber, id: paymentId, currency } = payment;
    if (await isRecorded(tx, payment, refund.reference)) return;
    const isSameCurrency = refund.currency === currency;
    const amount = isSameCurrency ? Math.min(refund.amount, await unrefundedAmount(tx, payment), order.refundable) : 0;
    if (amount === 0) {
      if (isSameCurrency && (await completeRefund(tx, payment, refund, now))) return;
      services.log.error({ paymentId, refund }, 'Refund at the payment provider cannot be recorded');
      return;
    }
    await bookRefund(tx, order, payment, { amount, reference: refund.reference, origin: 'provider' }, now);
    const note = amount === order.refundable ? null : '';
    await queueMail(tx, { kind: 'refunded', organizerId, orderNumber, money: { amount, currency }, note }, now);
  });
}

async function isRecorded(tx: Db, { organizer_id }: PaymentRow, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('reference', '=', reference)
    .where('origin', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a requested refund, which the provider has rejected or not made yet, was made there by hand. */
async function completeRefund(
  tx: Db,
  { organizer_id, id }: PaymentRow,
  { reference, amount }: OutsideRefund,
  now: string,
): Promise<boolean> {
  const retriedIds = tx
    .selectFrom('payment_refunds as retry')
    .select('retry.retry_of')
    .where('retry.organizer_id', '=', organizer_id)
    .where('retry.payment_id', '=', id)
    .where('retry.retry_of', 'is not', null);
  const requested = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('payment_id', '=', id)
    .where('amount', '=', amount)
    .where('status', 'in', ['failed', 'pending'])
    .where('id', 'not in', retriedIds)
    .orderBy('created_at')
    .executeTakeFirst();
  if (requested === undefined) return false;
  await tx
    .updateTable('payment_refunds')
    .set({ status: 'succeeded', origin: 'provider', reference, error: null, next_attempt_at: null, updated_at: now })
    .where('organizer_id', '=', organizer_id)
    .where('id', '=', requested.id)
    .execute();
  return true;
}

async function bookRefund(
  tx: Db,
  order: PayableOrder,
  { organizer_id, id: payment_id, currency }: PaymentRow,
  { amount, reference, origin }: { amount: number; reference: string; origin: 'provider' | 'dispute' },
  now: string,
): Promise<void> {
  const left = await order.recordRefund({ amount, reference }, now);
  await tx
    .insertInto('payment_refunds')
    .values({
      organizer_id,
      id: newId('rfd', Date.parse(now)),
      payment_id,
      retry_of: null,
      amount,
      currency,
      status: 'succeeded',
      reference,
      origin,
      asks_tickets: left === 'items_left' ? 1 : 0,
      error: null,
      attempt_count: 0,
      next_attempt_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
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
  return withLocks(services, chargedPayment, async (tx, { order, payment }, now) => {
    const { organizer_id: organizerId, currency } = payment;
    const { reference, reason, status } = dispute;
    const previous = await findDispute(tx, organizerId, reference);
    if (previous !== undefined && (previous.status !== 'open' || status === 'open')) return;
    const left = Math.min(await unrefundedAmount(tx, payment), order.refundable);
    const amount = previous?.amount ?? Math.min(dispute.amount, left);
    await storeDispute(tx, payment, { ...dispute, amount }, now);
    const held = (status === 'open' ? amount : 0) - (previous?.amount ?? 0);
    if (held !== 0) await changeHeld(tx, organizerId, order.eventId, held, now);
    const lost = status === 'lost' ? Math.min(amount, left) : 0;
    if (lost > 0) await bookRefund(tx, order, payment, { amount: lost, reference, origin: 'dispute' }, now);
    services.log.warn({ organizerId, paymentId: payment.id, status }, 'Dispute of a payment');
    await alertMembers(tx, services, payment, { amount, currency, reason, status }, now);
  });
}

function findDispute(tx: Db, organizerId: string, reference: string) {
  return tx
    .selectFrom('payment_disputes')
    .select(['status', 'amount'])
    .where('organizer_id', '=', organizerId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

async function storeDispute(
  tx: Db,
  { organizer_id, id: payment_id, order_number, currency }: PaymentRow,
  { reference, amount, reason, status }: DisputeChange,
  now: string,
): Promise<void> {
  const change = { status, updated_at: now };
  const key = { organizer_id, reference };
  await tx
    .insertInto('payment_disputes')
    .values({ ...key, payment_id, order_number, amount, currency, reason, created_at: now, ...change })
    .onConflict((conflict) => conflict.columns(['organizer_id', 'reference']).doUpdateSet(change))
    .execute();
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
