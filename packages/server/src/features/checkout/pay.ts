import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { ApiError, invalidRequest, invalidState, notFound, unavailable } from '../../platform/errors.ts';
import { isArchived } from '../catalog/index.ts';
import { queueMail } from '../mail/index.ts';
import { cancelOrder, extendHold, findOrder, lockOrder, markPaid, type OrderRow } from '../orders/index.ts';
import { organizerTakesTransfers } from '../organizers/index.ts';
import { addressKey, requireBuyer } from '../otp/index.ts';
import {
  findOpenPayment,
  keepRedirect,
  markFailed,
  openPayment,
  type PaymentProvider,
  PaymentRefused,
  type PaymentRow,
} from '../payments/index.ts';
import { instructionsFor } from './payment-instructions.ts';
import { offeredMethods } from './payment-methods.ts';
import { receivePayment } from './receive-payment.ts';
import { readReservationToken } from './reservation-token.ts';
import type { Payment, PaymentAnswer } from './schema.ts';
import type { CheckoutServices } from './services.ts';

/** Where a buyer goes on at a provider is good for less than a day: Stripe ends a session after one. */
const redirectMsMax = 23 * 60 * 60 * 1_000;

/**
 * Pays a reservation: at once where it costs nothing or the method moves no money elsewhere; else the buyer goes on at the
 * provider, or pays the organizer. For an order that is paid already the answer is `paid`: a request whose answer was lost
 * can be repeated.
 *
 * @throws ApiError `not_found` where the token is not the order's, `invalid_key` where the buyer's is of no use,
 *   `invalid_request` for a method that is not offered, `invalid_state` where another address was verified or the order is
 *   not pending any more, `unavailable` where the provider cannot be asked: nothing was paid then
 */
export async function payReservation(services: CheckoutServices, request: Payment): Promise<PaymentAnswer> {
  const order = await findReserved(services, request);
  requireVerified(services, order, request.buyerToken);
  if (isPaid(order)) return answerOf(order, { status: 'paid' });
  try {
    return await payUnpaid(services, order, request);
  } catch (error) {
    // Another request of the same buyer may have paid it meanwhile.
    const isRefused = error instanceof ApiError && error.code === 'invalid_state';
    const current = isRefused ? await findReserved(services, request) : order;
    if (isPaid(current)) return answerOf(current, { status: 'paid' });
    throw error;
  }
}

function isPaid({ status }: OrderRow): boolean {
  return status === 'paid' || status === 'partially_refunded';
}

async function payUnpaid(services: CheckoutServices, order: OrderRow, request: Payment): Promise<PaymentAnswer> {
  if (order.total === 0) {
    await payPending(services, order);
    return answerOf(order, { status: 'paid' });
  }
  const provider = await chooseProvider(services, order, request);
  const { payment, alreadyStarted } = await beginPayment(services, order, provider);
  if (alreadyStarted) return answerOf(order, { status: 'pending', redirectUrl: payment.redirect_url });
  const started = await startPayment(services, order, payment, provider);
  const now = timestamp(services.clock.now());
  switch (started.state) {
    case 'paid': {
      const money = { amount: payment.amount, currency: payment.currency, chargeReference: null };
      const received = await receivePayment(services, order.organizer_id, payment.id, money);
      // What it is by now tells why: somebody else may have paid it meanwhile.
      if (received !== 'applied') throw noLongerPending(await findReserved(services, request));
      return answerOf(order, { status: 'paid' });
    }
    case 'awaits_buyer':
      // Given up, or paid in another way, while the provider was asked.
      if (!(await keepRedirect(services.db, payment, started, now))) {
        throw noLongerPending(await findReserved(services, request));
      }
      return answerOf(order, { status: 'pending', redirectUrl: started.redirectUrl });
    case 'awaits_organizer':
      return answerAwaiting(services, order, await awaitOrganizer(services, order, payment));
  }
}

/**
 * Gives a reservation up: its stock can be bought again.
 *
 * @throws ApiError `not_found` where the token is not the order's, `invalid_state` where it is not pending any more
 */
export async function cancelReservation(
  { db, clock, secrets }: CheckoutServices,
  request: { orderNumber: string; reservationToken: string },
): Promise<{ orderNumber: string; status: 'cancelled' }> {
  const reserved = readReservationToken(secrets, request.reservationToken, request.orderNumber);
  if (reserved === null) throw noSuchReservation(request.orderNumber);
  const { orderNumber } = await cancelOrder(db, reserved.organizerId, reserved.orderNumber, clock, null);
  return { orderNumber, status: 'cancelled' };
}

async function findReserved({ db, secrets }: CheckoutServices, request: Payment): Promise<OrderRow> {
  const reserved = readReservationToken(secrets, request.reservationToken, request.orderNumber);
  const order = reserved && (await findOrder(db, reserved.organizerId, reserved.orderNumber));
  if (order === null) throw noSuchReservation(request.orderNumber);
  return order;
}

function noSuchReservation(orderNumber: string): ApiError {
  return notFound(`No order "${orderNumber.slice(0, 40)}" goes with this reservationToken.`);
}

function requireVerified({ secrets, clock }: CheckoutServices, order: OrderRow, buyerToken: string): void {
  if (requireBuyer(secrets, buyerToken, clock.now()) !== addressKey(order.buyer_email)) {
    throw invalidState('The buyerToken is of another e-mail address than the order. Verify that of the order.');
  }
}

/** @throws ApiError `invalid_request` where the order cannot be paid by this method */
async function chooseProvider(
  { db, payments }: CheckoutServices,
  order: OrderRow,
  { method }: Payment,
): Promise<PaymentProvider> {
  const hasManual = payments.providers.some((one) => one.method === 'manual');
  const takesTransfers = hasManual && (await organizerTakesTransfers(db, order.organizer_id));
  const offered = offeredMethods(payments, { takesTransfers }, order.total);
  const provider = payments.providers.find((one) => one.method === method && offered.includes(one.method));
  if (provider !== undefined) return provider;
  if (offered.length === 0) {
    const message = 'cannot be chosen: the organizer has set no way to pay';
    throw invalidRequest(`"method" ${message}. Ask the organizer how to pay.`, [{ path: 'method', message }]);
  }
  const message = `must be ${offered.join(' or ')}`;
  throw invalidRequest(`"method" ${message}: that is how this order can be paid.`, [{ path: 'method', message }]);
}

function noLongerPending({ order_number, status }: OrderRow): ApiError {
  const why = status === 'pending' ? 'has expired' : `is ${status.replaceAll('_', ' ')}`;
  return invalidState(`The order ${order_number} ${why}; only a pending order can be paid.`);
}

/** The order, locked, as one that may be paid now. */
async function lockPending(tx: Db, { organizer_id, order_number }: OrderRow, now: string) {
  const found = await lockOrder(tx, organizer_id, order_number);
  const { status, expires_at } = found.order;
  // Its time may be over before anybody has noticed.
  if (status !== 'pending' || (expires_at !== null && expires_at <= now)) throw noLongerPending(found.order);
  if (await isArchived(tx, organizer_id, found.order.event_id)) {
    throw invalidState('The event is archived: it sells nothing any more, and nothing was paid.');
  }
  return found;
}

async function payPending({ db, clock }: CheckoutServices, order: OrderRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    await markPaid(tx, await lockPending(tx, order, timestamp(nowMs)), 'pay', nowMs);
  });
}

/** The payment of this order by this method: the one that is under way, or a new one. */
function beginPayment(
  { db, clock }: CheckoutServices,
  order: OrderRow,
  { method }: PaymentProvider,
): Promise<{ payment: PaymentRow; alreadyStarted: boolean }> {
  return db.transaction().execute(async (tx) => {
    const now = timestamp(clock.now());
    await lockPending(tx, order, now);
    const { organizer_id: organizerId, order_number: orderNumber, total: amount, currency } = order;
    const open = await findOpenPayment(tx, organizerId, orderNumber, method);
    const isFresh = open !== null && clock.now() < Date.parse(open.created_at) + redirectMsMax;
    if (isFresh && open.redirect_url !== null) return { payment: open, alreadyStarted: true };
    // What was begun at a provider that never answered is begun anew, under another id.
    if (open !== null && method !== 'stripe') return { payment: open, alreadyStarted: false };
    const payment = await openPayment(tx, organizerId, { orderNumber, method, amount, currency }, now);
    return { payment, alreadyStarted: false };
  });
}

async function startPayment(
  { db, clock, baseUrl }: CheckoutServices,
  order: OrderRow,
  payment: PaymentRow,
  provider: PaymentProvider,
) {
  const page = `${baseUrl}/e/${order.event_id}?order=${order.order_number}&payment`;
  try {
    return await provider.start({
      id: payment.id,
      organizerId: order.organizer_id,
      orderNumber: order.order_number,
      amount: payment.amount,
      currency: payment.currency,
      buyerEmail: order.buyer_email,
      description: `Order ${order.order_number}`,
      returnUrls: { paid: `${page}=paid`, cancelled: `${page}=cancelled` },
      expiresAtMs: Date.parse(order.expires_at ?? order.created_at),
    });
  } catch (error) {
    await markFailed(db, order.organizer_id, payment.id, timestamp(clock.now()));
    if (error instanceof PaymentRefused) {
      throw invalidState(`The payment could not be begun: ${error.message.replace(/\.?$/, '.')}`);
    }
    throw unavailable('The payment provider cannot be asked right now. Nothing was paid; try again shortly.', error);
  }
}

/**
 * The organizer will tell when the money is there: the order holds its stock until then, for a while that begins with the
 * payment, however often it is asked for. The buyer is told once.
 */
async function awaitOrganizer(
  { db, clock, payments }: CheckoutServices,
  order: OrderRow,
  payment: PaymentRow,
): Promise<string> {
  const expiresAt = timestamp(Date.parse(payment.created_at) + payments.manualHoldMs);
  return db.transaction().execute(async (tx) => {
    const now = timestamp(clock.now());
    const pending = await lockPending(tx, order, now);
    const { expires_at: held } = pending.order;
    if (held !== null && held >= expiresAt) return held;
    await extendHold(tx, pending, expiresAt, now);
    const { organizer_id: organizerId, order_number: orderNumber } = order;
    await queueMail(tx, { kind: 'awaiting_payment', organizerId, orderNumber }, now);
    return expiresAt;
  });
}

async function answerAwaiting(
  { db }: CheckoutServices,
  { organizer_id, order_number: orderNumber, total, currency }: OrderRow,
  expiresAt: string,
): Promise<PaymentAnswer> {
  const due = { orderNumber, total, currency, expiresAt };
  const paymentInstructions = await instructionsFor(db, organizer_id, due);
  return { orderNumber, status: 'pending', redirectUrl: null, expiresAt, paymentInstructions };
}

function answerOf(order: OrderRow, given: Partial<PaymentAnswer> & Pick<PaymentAnswer, 'status'>): PaymentAnswer {
  const expiresAt = given.status === 'pending' ? order.expires_at : null;
  return { orderNumber: order.order_number, redirectUrl: null, expiresAt, paymentInstructions: null, ...given };
}
