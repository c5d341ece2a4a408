import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#messages/languages';
import { emailForm } from '#shared/email-form';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import { requestedLanguage } from '../../platform/http/language.ts';
import { organizerScope } from '../../platform/scope.ts';
import type { Cart } from '../inventory/http.ts';
import { type CartEvent, findCartEvent, findEventToOrder, StockUnavailable } from '../inventory/index.ts';
import {
  type Attendee,
  attendeeName,
  firstLinkVersion,
  HoldLimitExceeded,
  type NewOrder,
  placeOrder,
} from '../orders/index.ts';
import { assertDeliverableEmail, requireBuyerEmail } from '../otp/index.ts';
import { QuestionDeleted } from '../questions/index.ts';
import { holderNameErrors, holderNameOf } from '../tickets/index.ts';
import { requireTurn, waitingRoomTokenOf } from '../waiting-room/index.ts';
import { checkPersons } from './check-persons.ts';
import { countersOf, tooManyHoldsError } from './hold-limits.ts';
import { assertHolderNames } from './holder-names.ts';
import { offeredMethodNames, warnIfUnpayable } from './payment-methods.ts';
import { idsOf, linesView, type PricedCart, priceCart, shortagesView, soldOutError } from './price-cart.ts';
import { reservationTokenOf } from './reservation-token.ts';
import type { Quote, Reservation, ReserveResponse } from './schema.ts';
import type { CheckoutServices } from './services.ts';

/** How long a reservation holds its stock. */
export const holdMs = 10 * 60 * 1_000;
/** Maximum number of attempts if the offers of the event change during a reservation. */
export const maxAttempts = 5;

/**
 * Prices a cart with the current offers. No stock is reserved.
 *
 * @param language the language of the names in the quote; null for the default language
 * @throws ApiError `published_event_not_found` if the event is not published
 * @throws the errors of `priceCart`
 */
export async function quoteCart(services: CheckoutServices, cart: Cart, language: Language | null): Promise<Quote> {
  const { db, clock, selling } = services;
  const event = requireEvent(await findCartEvent(db, cart.eventId, idsOf(cart), language), cart);
  assertPublished(event);
  const { lines, fees, shortages } = priceCart(event, cart, clock.of(event.organizerId).now());
  return {
    eventId: event.id,
    currency: event.currency,
    lines: linesView(event, lines),
    feeBreakdown: fees,
    shortages: shortagesView(shortages),
    paymentMethods: offeredMethodNames(services, event, fees.total),
    requiresVerifiedEmail: selling.requiresVerifiedEmail,
  };
}

/**
 * Reserves all lines of a cart or none, and responds with the pending order. Its prices are the prices at the time of the commit:
 * if an offer changes before, the reservation is attempted again.
 *
 * @throws ApiError `not_enough_left` if a line exceeds the stock. It has a field error for each of these lines.
 * @throws ApiError `order_holds_too_much`, `network_holds_too_much`, `ipv6_network_holds_too_much`, `email_holds_too_much` or
 *   `unverified_email_holds_too_much` if a limit of open holds is exceeded
 * @throws ApiError `invalid_fields` or `too_many_holders` if a field or an answer is invalid
 * @throws ApiError `invalid_buyer_token` or `expired_buyer_token` if the `buyerToken` is not valid
 * @throws ApiError `offers_changing` if the offers of the event change during each attempt
 * @throws ApiError `waiting_room` if the waiting room of the event has not admitted the buyer
 * @throws the errors of `quoteCart`
 */
export async function handleReserve(
  request: FastifyRequest<{ Body: Reservation }>,
  reply: FastifyReply,
  services: CheckoutServices,
): Promise<void> {
  const { db, clock } = services;
  const { body } = request;
  const attendees = toAttendees(body);
  assertDeliverableEmail('buyer.email', body.buyer.email);
  assertBuyerToken(services, body);
  const { buyer, buyerToken } = body;
  const language = requestedLanguage(request);
  const reserver = { ipAddress: request.ip, email: buyer.email, isVerified: buyerToken !== undefined };
  // A repeated request gets the first response, even if the offers have changed. So a cart that can be a repetition is priced in
  // the transaction, and other carts are priced before it.
  const canBeRepetition = request.headers['idempotency-key'] !== undefined;
  // A repeated request can have a newer token for the same e-mail address.
  const requestIdentity = { owner: emailForm(buyer.email), body: { ...body, buyerToken: undefined } };
  for (let attempt = 1; ; attempt += 1) {
    const event = requireEvent(await findEventToOrder(db, body.eventId, idsOf(body), language), body);
    if (event.status === 'draft') throw notPublishedError(event.id);
    const time = organizerScope(event.organizerId, clock, null);
    const nowMs = time.clock.now();
    const prepare = () => ({
      ...priceAvailable(event, body, nowMs),
      answers: checkPersons(event, body, { requireAll: true, now: timestamp(nowMs), language }),
    });
    const preparedBefore = canBeRepetition ? null : prepare();
    const counters = countersOf(services, event, reserver);
    try {
      const work = async (tx: Db) => {
        if (event.admitPerMinute !== null) await assertAdmitted(tx, services, request, event, nowMs);
        const { answers, ...priced } = preparedBefore ?? prepare();
        warnIfUnpayable(services, event, priced.fees.total);
        const other = { buyer: body.buyer, attendees, answers, counters, language };
        return placeReservation(tx, services, event, priced, other, nowMs);
      };
      return await withIdempotency(request, reply, db, time, work, requestIdentity);
    } catch (error) {
      // `idempotency_conflict` would reveal that an archived event exists.
      if (event.status !== 'published' && error instanceof ApiError && error.code === 'idempotency_conflict') {
        throw notPublishedError(event.id);
      }
      if (error instanceof HoldLimitExceeded) throw tooManyHoldsError(error, reserver);
      if (!(error instanceof StockUnavailable || error instanceof QuestionDeleted)) throw error;
      if (attempt === maxAttempts) throw new ApiError('offers_changing', {}, { cause: error });
    }
  }
}

/**
 * @throws ApiError `published_event_not_found` if the event is not published
 * @throws ApiError `not_enough_left` if a line exceeds the stock
 * @throws the errors of `priceCart` and of `assertHolderNames`
 */
function priceAvailable(event: CartEvent, cart: Reservation, nowMs: number): PricedCart {
  assertPublished(event);
  const priced = priceCart(event, cart, nowMs);
  if (priced.shortages.length > 0) throw soldOutError(priced.shortages);
  assertHolderNames(event, cart);
  return priced;
}

/** @throws ApiError `waiting_room` if the waiting room of the event has not admitted the buyer */
function assertAdmitted(
  tx: Db,
  { secrets }: CheckoutServices,
  { headers }: FastifyRequest,
  { organizerId, id: eventId }: CartEvent,
  nowMs: number,
): Promise<void> {
  const token = waitingRoomTokenOf(headers.cookie, eventId);
  return requireTurn(tx, secrets, { organizerId, eventId, token, nowMs, holdUntilMs: nowMs + holdMs });
}

async function placeReservation(
  tx: Db,
  services: CheckoutServices,
  event: CartEvent,
  { lines, fees }: PricedCart,
  { buyer, ...other }: Pick<NewOrder, 'attendees' | 'answers' | 'counters' | 'language'> & Pick<Reservation, 'buyer'>,
  nowMs: number,
): Promise<WriteResponse> {
  const order: NewOrder = {
    eventId: event.id,
    currency: event.currency,
    lines,
    fees,
    buyer: { email: buyer.email, name: buyer.name ?? null, phone: buyer.phone ?? null },
    attendees: other.attendees,
    answers: other.answers,
    counters: other.counters,
    language: other.language,
    expiresAt: timestamp(nowMs + holdMs),
  };
  const { orderNumber } = await placeOrder(tx, event.organizerId, order, timestamp(nowMs));
  const response: ReserveResponse = {
    orderNumber,
    reservationToken: reservationTokenOf(services.secrets, {
      organizerId: event.organizerId,
      orderNumber,
      version: firstLinkVersion,
    }),
    status: 'pending',
    eventId: event.id,
    currency: event.currency,
    expiresAt: order.expiresAt,
    lines: linesView(event, lines),
    feeBreakdown: fees,
    paymentMethods: offeredMethodNames(services, event, fees.total),
  };
  const location = `${services.baseUrl}/api/public/v1/orders/${orderNumber}`;
  return { status: 201, body: JSON.stringify(response), location };
}

function requireEvent<E extends CartEvent>(event: E | null, { eventId }: Cart): E {
  if (event === null) throw notPublishedError(eventId);
  return event;
}

function assertPublished({ id, status }: CartEvent): void {
  if (status !== 'published') throw notPublishedError(id);
}

function notPublishedError(eventId: string): ApiError {
  return new ApiError('published_event_not_found', { eventId });
}

/**
 * @throws ApiError `invalid_fields` if the token is required and missing, or belongs to another e-mail address
 * @throws ApiError `invalid_buyer_token` if the token is malformed, `expired_buyer_token` if it has expired
 */
function assertBuyerToken({ secrets, clock, selling }: CheckoutServices, { buyer, buyerToken }: Reservation): void {
  const path = 'buyerToken';
  if (buyerToken === undefined) {
    if (!selling.requiresVerifiedEmail) return;
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'buyer_not_verified', {})] });
  }
  if (requireBuyerEmail(secrets, buyerToken, clock.now()) === emailForm(buyer.email)) return;
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'token_of_other_email', {})] });
}

/** Maximum size in UTF-8 of all ticket holder names together. It limits the size of a reservation in the database. */
const maxHolderNameBytes = 32 * 1024;

/** Maximum number of reported errors. */
const maxFieldErrors = 20;

/** @throws ApiError `invalid_fields` if a name is not valid, or the names of the holders are too long */
export function toAttendees({ attendees = [] }: Pick<Reservation, 'attendees'>): Attendee[] {
  const nameErrors = attendees.flatMap((attendee, index) => holderNameErrors(attendee, `attendees.${index}.`));
  if (nameErrors.length > 0) {
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: nameErrors.slice(0, maxFieldErrors) });
  }
  const names = attendees.map(holderNameOf);
  const bytes = names.reduce((sum, { holderName }) => sum + Buffer.byteLength(holderName ?? ''), 0);
  if (bytes > maxHolderNameBytes) {
    const error = fieldError('attendees', 'holder_names_too_long', { bytes, bytesMax: maxHolderNameBytes });
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: [error] });
  }
  return attendees.map(({ ticketTypeId }, index) => ({
    ticketTypeId,
    ...attendeeName(names[index]!),
    category: null,
  }));
}
