import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type WriteAnswer, withIdempotency } from '../../platform/http/idempotency.ts';
import { type CartEvent, findCartEvent, StockUnavailable } from '../inventory/index.ts';
import { type Attendee, type Holders, HoldLimitExceeded, type NewOrder, placeOrder } from '../orders/index.ts';
import { addressKey, requireBuyer, requireReachable } from '../otp/index.ts';
import { holdersOf, tooManyHolds } from './holders.ts';
import { offeredNames, warnIfUnpayable } from './payment-methods.ts';
import { idsOf, linesView, type PricedCart, priceCart, shortagesView, soldOut } from './price-cart.ts';
import { reservationTokenOf } from './reservation-token.ts';
import type { Cart, Quote, Reservation, Reserved } from './schema.ts';
import type { CheckoutServices } from './services.ts';

/** How long a reservation holds its stock. */
const holdMs = 10 * 60 * 1_000;
/** How often a reservation is made anew because what it was priced by has just changed. */
const attemptsMax = 5;

/**
 * What a cart would cost now; holds nothing.
 *
 * @throws ApiError `not_found` where the event is not published, `invalid_request`, `invalid_state`
 */
export async function quoteCart(services: CheckoutServices, cart: Cart): Promise<Quote> {
  const { db, clock, selling } = services;
  const event = await readCartEvent(db, cart);
  requirePublished(event);
  const { lines, fees, shortages } = priceCart(event, cart, clock.now());
  return {
    eventId: event.id,
    currency: event.currency,
    lines: linesView(lines),
    feeBreakdown: fees,
    shortages: shortagesView(shortages),
    paymentMethods: offeredNames(services, event, fees.total),
    requiresVerifiedEmail: selling.requiresVerifiedEmail,
  };
}

/**
 * Holds what a cart asks for, all of it or nothing, and answers with the pending order. The prices are those that the
 * offers have at the commit: where one changes meanwhile, all is done anew.
 *
 * @throws ApiError `sold_out` naming the short lines, `too_many_holds` where a limit of open holds is exceeded,
 *   `invalid_key` for a `buyerToken` that is not valid, and what `quoteCart` throws; then nothing is held
 */
export async function answerReservation(
  request: FastifyRequest<{ Body: Reservation }>,
  reply: FastifyReply,
  services: CheckoutServices,
): Promise<void> {
  const { db, clock } = services;
  const { body } = request;
  const attendees = checkedAttendees(body);
  requireReachable('buyer.email', body.buyer.email);
  checkBuyerToken(services, body);
  const { buyer, buyerToken } = body;
  const reserver = { networkAddress: request.ip, email: buyer.email, isVerified: buyerToken !== undefined };
  // A repeated request gets its first answer, whatever is on sale now. All others are checked before the transaction.
  const mayBeRepeated = request.headers['idempotency-key'] !== undefined;
  // A repeated request may have a newer token of the same e-mail address.
  const repeatable = { owner: addressKey(buyer.email), body: { ...body, buyerToken: undefined } };
  for (let attempt = 1; ; attempt += 1) {
    const event = await readCartEvent(db, body);
    if (event.status === 'draft') throw notPublished(event.id);
    const nowMs = clock.now();
    const cart = mayBeRepeated ? null : priceAvailable(event, body, nowMs);
    const holders = holdersOf(services, event, reserver);
    try {
      const work = (tx: Db) => {
        const priced = cart ?? priceAvailable(event, body, nowMs);
        warnIfUnpayable(services, event, priced.fees.total);
        return hold(tx, services, event, priced, { ...body, attendees, holders }, nowMs);
      };
      await withIdempotency(request, reply, services, event.organizerId, work, repeatable);
      return;
    } catch (error) {
      // A conflict of keys would reveal that an archived event exists.
      if (event.status !== 'published' && error instanceof ApiError && error.code === 'idempotency_conflict')
        throw notPublished(event.id);
      if (error instanceof HoldLimitExceeded) throw tooManyHolds(error, holders, reserver);
      if (!(error instanceof StockUnavailable)) throw error;
      if (attempt === attemptsMax) throw new ApiError('offers_changing', {}, { cause: error });
    }
  }
}

/** @throws ApiError `not_found` where the event is not published, `sold_out`, and what `priceCart` throws */
function priceAvailable(event: CartEvent, cart: Cart, nowMs: number): PricedCart {
  requirePublished(event);
  const priced = priceCart(event, cart, nowMs);
  if (priced.shortages.length > 0) throw soldOut(priced.shortages);
  return priced;
}

async function hold(
  tx: Db,
  services: CheckoutServices,
  event: CartEvent,
  { lines, fees }: PricedCart,
  { buyer, ...given }: { buyer: Reservation['buyer']; attendees: readonly Attendee[]; holders: Holders },
  nowMs: number,
): Promise<WriteAnswer> {
  const order: NewOrder = {
    eventId: event.id,
    currency: event.currency,
    lines,
    fees,
    buyer: { email: buyer.email, name: buyer.name ?? null, phone: buyer.phone ?? null },
    attendees: given.attendees,
    holders: given.holders,
    expiresAt: timestamp(nowMs + holdMs),
  };
  const { orderNumber } = await placeOrder(tx, event.organizerId, order, timestamp(nowMs));
  const answer: Reserved = {
    orderNumber,
    reservationToken: reservationTokenOf(services.secrets, event.organizerId, orderNumber),
    status: 'pending',
    eventId: event.id,
    currency: event.currency,
    expiresAt: order.expiresAt,
    lines: linesView(lines),
    feeBreakdown: fees,
    paymentMethods: offeredNames(services, event, fees.total),
  };
  const location = `${services.baseUrl}/api/public/v1/orders/${orderNumber}`;
  return { status: 201, body: JSON.stringify(answer), location };
}

async function readCartEvent(db: Db, cart: Cart): Promise<CartEvent> {
  const event = await findCartEvent(db, cart.eventId, idsOf(cart));
  if (event === null) throw notPublished(cart.eventId);
  return event;
}

function requirePublished({ id, status }: CartEvent): void {
  if (status !== 'published') throw notPublished(id);
}

function notPublished(eventId: string): ApiError {
  return new ApiError('published_event_not_found', { eventId });
}

/**
 * @throws ApiError `invalid_request` where the token is missing although it is required, or is of another address;
 *   `invalid_key` where it is mistyped or has expired
 */
function checkBuyerToken({ secrets, clock, selling }: CheckoutServices, { buyer, buyerToken }: Reservation): void {
  const path = 'buyerToken';
  if (buyerToken === undefined) {
    if (!selling.requiresVerifiedEmail) return;
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'buyer_not_verified', {})] });
  }
  if (requireBuyer(secrets, buyerToken, clock.now()) === addressKey(buyer.email)) return;
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'token_of_other_email', {})] });
}

/** At most this many faults are reported. */
const faultsMax = 20;
/** Size of all names of ticket holders in UTF-8, so that a reservation adds little to the database. */
const holderBytesMax = 32 * 1024;

/** @throws ApiError `invalid_request` where there are more holders than tickets of a type, or their names are too long */
function checkedAttendees({ items = [], attendees = [] }: Reservation): Attendee[] {
  const bytes = attendees.reduce((sum, { holderName }) => sum + Buffer.byteLength(holderName ?? ''), 0);
  if (bytes > holderBytesMax) {
    const fault = fieldError('attendees', 'holder_names_too_long', { bytes, bytesMax: holderBytesMax });
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fault] });
  }
  const free = new Map(items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
  const faults: FieldError[] = [];
  attendees.forEach(({ ticketTypeId }, index) => {
    const left = free.get(ticketTypeId) ?? 0;
    free.set(ticketTypeId, left - 1);
    if (left > 0 || faults.length === faultsMax) return;
    faults.push(fieldError(`attendees.${index}.ticketTypeId`, 'too_many_holders', { ticketTypeId }));
  });
  if (faults.length > 0) throw new ApiError('too_many_holders', {}, { fields: faults });
  return attendees.map(({ ticketTypeId, holderName = null }) => ({ ticketTypeId, holderName, category: null }));
}
