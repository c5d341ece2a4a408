import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import type { OrganizerTime, RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import type { Cart } from '../inventory/http.ts';
import { type CartEvent, findCartEvent, StockUnavailable } from '../inventory/index.ts';
import { type Attendee, type FeeBreakdown, lockOrder, markPaid, noCounters, placeOrder } from '../orders/index.ts';
import { assertDeliverableEmail } from '../otp/index.ts';
import { idsOf, linesView, type PricedCart, priceCart, shortagesView, soldOutError } from './price-cart.ts';
import { holdMs, maxAttempts, toAttendees } from './reserve.ts';
import type { NewOrderByHand, Quote } from './schema.ts';

type SaleByHand = NewOrderByHand['sale'];

/** The price of a cart that a member sells by hand. */
interface QuoteByHand extends Pick<Quote, 'currency' | 'lines' | 'shortages'> {
  readonly feeBreakdown: FeeBreakdown;
}

/**
 * Prices a cart for an order by hand. No stock is reserved.
 *
 * @throws ApiError `not_found` if the organizer has no published event with this id, `invalid_request`, `invalid_state`, also
 *   if the organizer is suspended
 */
export async function quoteByHand(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  { sale, ...cart }: Cart & { sale: SaleByHand },
): Promise<QuoteByHand> {
  const event = await readEvent(db, organizerId, cart);
  const { lines, fees, shortages } = priceByHand(event, cart, sale, clock.now());
  return {
    currency: event.currency,
    lines: linesView(lines),
    feeBreakdown: fees,
    shortages: shortagesView(shortages),
  };
}

/**
 * Creates a paid order by hand, with the prices, the stock and the webhook events of any order. The offers can be outside of their
 * sales period. The tickets are mailed to the buyer if there is an e-mail address. A request with an `Idempotency-Key` can be repeated.
 *
 * @throws ApiError `sold_out` with the error of each line that exceeds the stock, and the errors of `quoteByHand`; then nothing is
 *   created
 */
export async function handleSaleByHand(
  request: FastifyRequest<{ Body: NewOrderByHand }>,
  reply: FastifyReply,
  db: Db,
  scope: RequestScope,
): Promise<void> {
  const { body } = request;
  const attendees = toAttendees(body);
  if (body.buyer.email) assertDeliverableEmail('buyer.email', body.buyer.email);
  for (let attempt = 1; ; attempt += 1) {
    const event = await readEvent(db, scope.organizerId, body);
    const work = (tx: Db) => sell(tx, scope, event, { ...body, attendees });
    try {
      return await withIdempotency(request, reply, db, scope, work, { owner: scope.origin.actor });
    } catch (error) {
      if (!(error instanceof StockUnavailable)) throw error;
      if (attempt === maxAttempts) throw new ApiError('offers_changing', {}, { cause: error });
    }
  }
}

async function sell(
  tx: Db,
  scope: RequestScope,
  event: CartEvent,
  { buyer, sale, attendees, ...cart }: Omit<NewOrderByHand, 'attendees'> & { attendees: readonly Attendee[] },
): Promise<WriteResponse> {
  const { organizerId } = scope;
  const nowMs = scope.clock.now();
  const { lines, fees, shortages } = priceByHand(event, cart, sale, nowMs);
  if (shortages.length > 0) throw soldOutError(shortages);
  const order = {
    eventId: event.id,
    currency: event.currency,
    lines,
    fees,
    buyer: { email: buyer.email ?? '', name: buyer.name ?? null, phone: buyer.phone ?? null },
    attendees,
    counters: noCounters,
    language: null,
    expiresAt: timestamp(nowMs + holdMs),
  };
  const now = timestamp(nowMs);
  const { orderNumber } = await placeOrder(tx, organizerId, order, now);
  const locked = await lockOrder(tx, organizerId, orderNumber);
  const { status } = await markPaid(tx, locked, { action: 'pay', method: sale, receivedBy: 'organizer' }, nowMs);
  const details = { sale, total: fees.total, discount: fees.discount, currency: event.currency };
  await recordAudit(tx, scope, { action: 'order.create', subject: orderNumber, details, at: now });
  return { status: 201, body: JSON.stringify({ orderNumber, status }) };
}

function priceByHand(event: CartEvent, cart: Cart, sale: SaleByHand, nowMs: number): PricedCart {
  return priceCart(event, cart, nowMs, { outsideSalesPeriod: true, isComplimentary: sale === 'complimentary' });
}

async function readEvent(db: Db, organizerId: string, cart: Cart): Promise<CartEvent> {
  const event = await findCartEvent(db, cart.eventId, idsOf(cart));
  if (event === null || event.organizerId !== organizerId) {
    throw new ApiError('event_not_found', { eventId: cart.eventId });
  }
  if (event.status === 'suspended') throw new ApiError('organizer_suspended', {});
  if (event.status !== 'published') throw new ApiError('published_event_not_found', { eventId: cart.eventId });
  return event;
}
