import { languageOfTag } from '#messages/languages';
import { emailForm } from '#shared/email-form';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { readHolds } from '../../platform/queue/holds.ts';
import { organizerScope } from '../../platform/scope.ts';
import { inSpan } from '../../platform/telemetry/spans.ts';
import { isArchived } from '../catalog/index.ts';
import { queueMail } from '../mail/index.ts';
import { cancelOrder, extendHold, HoldLimitExceeded, lockOrder, markPaid, type OrderRow } from '../orders/index.ts';
import { isSuspended, readPaymentSetup } from '../organizers/index.ts';
import { requireBuyerEmail } from '../otp/index.ts';
import {
  createPayment,
  findOpenPayment,
  markPaymentFailed,
  type PaymentMethod,
  type PaymentProvider,
  PaymentRejected,
  type PaymentRow,
  type PaymentToStart,
  type StartedPayment,
  storeRedirect,
} from '../payments/index.ts';
import { receivePaymentOf } from '../received-money/index.ts';
import { manualLimits, tooManyManualHoldsError } from './hold-limits.ts';
import { instructionsFor } from './payment-instructions.ts';
import { offeredProviders } from './payment-methods.ts';
import { findOrderOfToken, orderPagePath, reservationNotFound } from './reservation-token.ts';
import type { PayRequest, PayResponse } from './schema.ts';
import type { CheckoutServices } from './services.ts';

/**
 * Pays a reservation. If it is free or the method needs no further step, it is paid immediately. Otherwise the buyer continues
 * at the provider or pays the organizer. If the order is already paid, the status in the response is `paid`: buyers repeat a
 * request if its response was lost.
 *
 * @throws ApiError `reservation_not_found` if the reservation token does not match the order
 * @throws ApiError `invalid_buyer_token` or `expired_buyer_token` if the buyer token is not valid
 * @throws ApiError `token_of_other_email` if the buyer token belongs to another e-mail address
 * @throws ApiError `invalid_fields` if the method is not offered, or the organizer has not allowed the website of the `returnUrl`
 * @throws ApiError `no_payment_method` if no method is offered
 * @throws ApiError `order_not_payable` if the order is no longer pending
 * @throws ApiError `sale_closed` if the event is archived or the organizer is suspended
 * @throws ApiError `manual_orders_hold_too_much` if too many orders of the same IP address wait for a manual payment
 * @throws ApiError `payment_rejected` if the provider rejects the payment
 * @throws ApiError `payment_provider_unavailable` if the provider cannot be reached. Nothing was paid.
 */
export async function payReservation(services: CheckoutServices, request: PayRequest): Promise<PayResponse> {
  const order = await findReservedOrder(services, request);
  requireVerifiedBuyer(services, order, request.buyerToken);
  if (isPaid(order)) return payResponseOf(order, { status: 'paid' });
  try {
    return await payUnpaidOrder(services, order, request);
  } catch (error) {
    // Another request of the same buyer may have paid the order in the meantime.
    const isInvalidState = error instanceof ApiError && error.code === 'invalid_state';
    const currentOrder = isInvalidState ? await findReservedOrder(services, request) : order;
    if (isPaid(currentOrder)) return payResponseOf(currentOrder, { status: 'paid' });
    throw error;
  }
}

function isPaid({ status }: OrderRow): boolean {
  return status === 'paid' || status === 'partially_refunded';
}

async function payUnpaidOrder(services: CheckoutServices, order: OrderRow, request: PayRequest): Promise<PayResponse> {
  const returnUrls = await returnUrlsOf(services, order, request);
  if (order.total === 0) {
    await payFreeOrder(services, order);
    return payResponseOf(order, { status: 'paid' });
  }
  const provider = await chooseProvider(services, order, request);
  await assertNotHeld(services, provider);
  const { payment, alreadyStarted } = await openPayment(services, order, provider);
  if (alreadyStarted) return payResponseOf(order, { status: 'pending', redirectUrl: payment.redirect_url });
  const startedPayment = await startPayment(services, order, { payment, returnUrls }, provider);
  const now = timestamp(services.clock.of(order.organizer_id).now());
  switch (startedPayment.state) {
    case 'paid': {
      const money = { amount: payment.amount, currency: payment.currency, chargeReference: null };
      const outcome = await receivePaymentOf(services, payment, money);
      // The order can no longer be paid, for example because another request has paid it.
      if (outcome !== 'applied') throw notPayableError(await findReservedOrder(services, request));
      return payResponseOf(order, { status: 'paid' });
    }
    case 'awaits_buyer':
      // The order was cancelled, or paid in another way, while the provider started the payment.
      if (!(await storeRedirect(services.db, payment, startedPayment, now))) {
        throw notPayableError(await findReservedOrder(services, request));
      }
      return payResponseOf(order, { status: 'pending', redirectUrl: startedPayment.redirectUrl });
    case 'awaits_organizer':
      return pendingResponse(services, order, await holdForOrganizer(services, order, payment, startedPayment.holdMs));
  }
}

/**
 * Cancels a reservation and releases its stock.
 *
 * @throws ApiError `reservation_not_found` if the token does not match the order
 * @throws ApiError `order_state_forbids_action` if the order is no longer pending
 */
export async function cancelReservation(
  services: CheckoutServices,
  request: ReservationRequest,
): Promise<{ orderNumber: string; status: 'cancelled' }> {
  const { organizer_id: organizerId, order_number } = await findReservedOrder(services, request);
  const { db, clock } = services;
  const { orderNumber } = await cancelOrder(db, organizerScope(organizerId, clock, null), order_number);
  return { orderNumber, status: 'cancelled' };
}

type ReturnUrls = PaymentToStart['returnUrls'];
type ReservationRequest = Pick<PayRequest, 'orderNumber' | 'reservationToken'>;

/** @throws ApiError `reservation_not_found` if the reservation token does not match the order */
async function findReservedOrder(services: CheckoutServices, request: ReservationRequest): Promise<OrderRow> {
  const order = await findOrderOfToken(services, request.reservationToken, request.orderNumber);
  if (order === null) throw reservationNotFound(request.orderNumber);
  return order;
}

function requireVerifiedBuyer({ secrets, clock }: CheckoutServices, order: OrderRow, buyerToken: string): void {
  if (requireBuyerEmail(secrets, buyerToken, clock.now()) !== emailForm(order.buyer_email)) {
    throw new ApiError('token_of_other_email', {});
  }
}

/**
 * @throws ApiError `invalid_fields` if the method is not offered for the order
 * @throws ApiError `no_payment_method` if no method is offered for the order
 */
async function chooseProvider(
  services: CheckoutServices,
  order: OrderRow,
  { method: requestedName }: PayRequest,
): Promise<PaymentProvider> {
  const organizer = await readPaymentSetup(services.db, order.organizer_id);
  const providers = offeredProviders(services, organizer, order.total);
  const provider = providers.find(({ method }) => method.name === requestedName);
  if (provider !== undefined) return provider;
  const offeredNames = providers.map(({ method }) => method.name);
  if (offeredNames.length === 0) {
    const fields = [fieldError('method', 'no_payment_method', {})];
    throw new ApiError('no_payment_method', {}, { fields });
  }
  const fields = [fieldError('method', 'method_not_offered', { allowed: offeredNames })];
  throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}

function notPayableError({ order_number, status }: OrderRow): ApiError {
  // A pending order that cannot be paid has expired, even if the expiry job has not changed its status yet.
  return new ApiError('order_not_payable', {
    orderNumber: order_number,
    status: status === 'pending' ? 'expired' : status,
  });
}

/** @throws ApiError `payment_provider_unavailable` if the buyer would pay at a provider, and requests to providers are held */
async function assertNotHeld({ db }: CheckoutServices, { method }: PaymentProvider): Promise<void> {
  if (method.flow.kind !== 'redirect' || !(await readHolds(db)).has('payments')) return;
  throw new ApiError('payment_provider_unavailable', {});
}

/**
 * Locks an order that can be paid now.
 *
 * @throws ApiError `order_not_payable` if the order is no longer pending
 * @throws ApiError `sale_closed` if the event is archived or the organizer is suspended
 */
async function lockPendingOrder(tx: Db, { organizer_id, order_number }: OrderRow, now: string) {
  const lockedOrder = await lockOrder(tx, organizer_id, order_number);
  const { status, expires_at } = lockedOrder.order;
  // After `expires_at`, the order stays pending until the expiry job has run.
  if (status !== 'pending' || (expires_at !== null && expires_at <= now)) throw notPayableError(lockedOrder.order);
  if ((await isArchived(tx, organizer_id, lockedOrder.order.event_id)) || (await isSuspended(tx, organizer_id))) {
    throw new ApiError('sale_closed', {});
  }
  return lockedOrder;
}

async function payFreeOrder({ db, clock }: CheckoutServices, order: OrderRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const nowMs = clock.of(order.organizer_id).now();
    const pending = await lockPendingOrder(tx, order, timestamp(nowMs));
    await markPaid(tx, pending, { action: 'pay', method: null, receivedBy: 'nobody', paymentId: null }, nowMs);
  });
}

/**
 * The open payment of an order by a method, or a new one.
 *
 * @returns `alreadyStarted`: true if the buyer can still continue at the `redirect_url` of the payment
 */
function openPayment(
  { db, clock }: CheckoutServices,
  order: OrderRow,
  { method }: PaymentProvider,
): Promise<{ payment: PaymentRow; alreadyStarted: boolean }> {
  return db.transaction().execute(async (tx) => {
    const nowMs = clock.of(order.organizer_id).now();
    await lockPendingOrder(tx, order, timestamp(nowMs));
    const { organizer_id: organizerId, order_number: orderNumber, total: amount, currency } = order;
    const existingPayment = await findOpenPayment(tx, organizerId, orderNumber, method);
    if (existingPayment !== null && method.flow.kind !== 'redirect')
      return { payment: existingPayment, alreadyStarted: false };
    if (
      existingPayment !== null &&
      existingPayment.redirect_url !== null &&
      !hasRedirectExpired(existingPayment, method, nowMs)
    ) {
      return { payment: existingPayment, alreadyStarted: true };
    }
    // If the provider never responded, a payment with another id is started.
    const payment = await createPayment(tx, organizerId, { orderNumber, method, amount, currency }, timestamp(nowMs));
    return { payment, alreadyStarted: false };
  });
}

function hasRedirectExpired({ created_at }: PaymentRow, { flow }: PaymentMethod, nowMs: number): boolean {
  return flow.kind !== 'redirect' || nowMs >= Date.parse(created_at) + flow.redirectMs;
}

/**
 * The pages to which a payment provider returns the buyer: those of a shop of the organizer, or the page of the event.
 *
 * @throws ApiError `invalid_fields` if the organizer has not allowed the website of the shop
 */
async function returnUrlsOf(
  { db, baseUrl }: CheckoutServices,
  order: OrderRow,
  { returnUrl }: PayRequest,
): Promise<ReturnUrls> {
  const pageUrl = `${baseUrl}${orderPagePath(order)}&payment`;
  if (returnUrl === undefined) return { paid: `${pageUrl}=paid`, cancelled: `${pageUrl}=cancelled` };
  const url = URL.parse(returnUrl);
  const { returnOrigins } = await readPaymentSetup(db, order.organizer_id);
  if (url === null || !returnOrigins.includes(url.origin)) {
    const fields = [fieldError('returnUrl', 'return_url_not_allowed', {})];
    throw new ApiError('invalid_fields', { part: 'body' }, { fields });
  }
  url.searchParams.set('orderNumber', order.order_number);
  const withResult = (payment: keyof ReturnUrls) => {
    url.searchParams.set('payment', payment);
    return url.href;
  };
  return { paid: withResult('paid'), cancelled: withResult('cancelled') };
}

async function startPayment(
  { db, clock }: CheckoutServices,
  order: OrderRow,
  { payment, returnUrls }: { payment: PaymentRow; returnUrls: ReturnUrls },
  { method, client }: PaymentProvider,
): Promise<StartedPayment> {
  try {
    return await inSpan('start payment', { 'payment.id': payment.id, 'payment.method': method.name }, () =>
      client.start({
        id: payment.id,
        organizerId: order.organizer_id,
        orderNumber: order.order_number,
        amount: payment.amount,
        currency: payment.currency,
        buyerEmail: order.buyer_email,
        description: `Order ${order.order_number}`,
        returnUrls,
        expiresAtMs: Date.parse(order.expires_at ?? order.created_at),
      }),
    );
  } catch (error) {
    await markPaymentFailed(db, order.organizer_id, payment.id, timestamp(clock.of(order.organizer_id).now()));
    if (error instanceof PaymentRejected) {
      throw new ApiError('payment_rejected', { message: error.message });
    }
    throw new ApiError('payment_provider_unavailable', {}, { cause: error });
  }
}

/**
 * Extends the hold of an order whose payment the organizer confirms. The time is counted from the first request, and only the
 * first request sends an e-mail to the buyer.
 *
 * @returns when the order expires, RFC 3339
 * @throws ApiError `manual_orders_hold_too_much` if too many orders of the same IP address wait for a manual payment
 */
async function holdForOrganizer(
  services: CheckoutServices,
  order: OrderRow,
  payment: PaymentRow,
  holdMs: number,
): Promise<string> {
  const { db, clock } = services;
  const expiresAt = timestamp(Date.parse(payment.created_at) + holdMs);
  const held = db.transaction().execute(async (tx) => {
    const now = timestamp(clock.of(order.organizer_id).now());
    const lockedOrder = await lockPendingOrder(tx, order, now);
    const { expires_at: currentExpiry } = lockedOrder.order;
    if (currentExpiry !== null && currentExpiry >= expiresAt) return currentExpiry;
    const organizer = await readPaymentSetup(tx, order.organizer_id);
    await extendHold(tx, lockedOrder, expiresAt, now, manualLimits(services, organizer));
    const { organizer_id: organizerId, order_number: orderNumber } = order;
    await queueMail(tx, { kind: 'awaiting_payment', organizerId, orderNumber }, now);
    return expiresAt;
  });
  return held.catch(async (error: unknown) => {
    if (!(error instanceof HoldLimitExceeded)) throw error;
    await markPaymentFailed(db, order.organizer_id, payment.id, timestamp(clock.of(order.organizer_id).now()));
    throw tooManyManualHoldsError(error);
  });
}

async function pendingResponse(
  { db }: CheckoutServices,
  { organizer_id, order_number: orderNumber, total, currency, language }: OrderRow,
  expiresAt: string,
): Promise<PayResponse> {
  const unpaidOrder = { orderNumber, total, currency, expiresAt };
  const paymentInstructions = await instructionsFor(db, organizer_id, unpaidOrder, languageOfTag(language));
  return { orderNumber, status: 'pending', redirectUrl: null, expiresAt, paymentInstructions };
}

function payResponseOf(order: OrderRow, fields: Partial<PayResponse> & Pick<PayResponse, 'status'>): PayResponse {
  const expiresAt = fields.status === 'pending' ? order.expires_at : null;
  return { orderNumber: order.order_number, redirectUrl: null, expiresAt, paymentInstructions: null, ...fields };
}
