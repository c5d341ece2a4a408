import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { externalFieldErrors } from '../../platform/external-fields.ts';
import { type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import { parseTime } from '../../platform/http/parameters.ts';
import type { OrganizerTime, RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { currencyFieldErrors } from '../catalog/index.ts';
import type { Cart } from '../inventory/http.ts';
import {
  type CartEvent,
  type EventToOrder,
  findCartEvent,
  findEventToOrder,
  StockUnavailable,
} from '../inventory/index.ts';
import { type FeeBreakdown, lockOrder, markPaid, noCounters, type OrderView, placeOrder } from '../orders/index.ts';
import { assertDeliverableEmail } from '../otp/index.ts';
import { QuestionDeleted } from '../questions/index.ts';
import { checkPersons } from './check-persons.ts';
import { idsOf, linesView, type PricedCart, priceCart, shortagesView, soldOutError } from './price-cart.ts';
import { holdMs, maxAttempts, toAttendees } from './reserve.ts';
import type { NewOrderByHand, NewOrderByProgram, Quote } from './schema.ts';

type SaleByHand = NewOrderByHand['sale'];

/** The longest hold of a pending order that a program creates. */
const holdMsMax = 30 * 24 * 60 * 60 * 1_000;

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
  const event = requireEvent(await findCartEvent(db, cart.eventId, idsOf(cart)), organizerId, cart);
  const { lines, fees, shortages } = priceByHand(event, cart, sale, clock.now());
  return {
    currency: event.currency,
    lines: linesView(event, lines),
    feeBreakdown: fees,
    shortages: shortagesView(shortages),
  };
}

/** An order that an organizer sells itself. `sale` says how the organizer got the money; null for an order that stays pending. */
type Sale = Omit<NewOrderByProgram, 'status'> & { readonly sale: SaleByHand | null };

/**
 * Creates a paid order by hand, as `handleSale` does.
 *
 * @throws the errors of `handleSale`
 */
export function handleSaleByHand(
  request: FastifyRequest<{ Body: NewOrderByHand }>,
  reply: FastifyReply,
  db: Db,
  scope: RequestScope,
): Promise<void> {
  const respond = ({ orderNumber, status }: OrderView) => ({ body: JSON.stringify({ orderNumber, status }) });
  return handleSale(request, reply, db, scope, { sale: request.body, respond, owner: scope.origin.actor });
}

/**
 * Creates the order of a program of the organizer, paid or pending, as `handleSale` does. The response is the order.
 *
 * @param ordersUrl the URL of the list of orders
 * @throws the errors of `handleSale`
 */
export function handleNewOrder(
  request: FastifyRequest<{ Body: NewOrderByProgram }>,
  reply: FastifyReply,
  db: Db,
  scope: RequestScope,
  ordersUrl: string,
): Promise<void> {
  const { status, ...order } = request.body;
  const sale: Sale = { ...order, sale: status === 'paid' ? 'box_office' : null };
  const respond = (view: OrderView) => ({ body: JSON.stringify(view), location: `${ordersUrl}/${view.orderNumber}` });
  return handleSale(request, reply, db, scope, { sale, respond });
}

/**
 * Creates an order with the stock and the webhook events of any order. The offers can be outside of their sales period. The tickets of
 * a paid order are mailed to the buyer if there is an e-mail address. A request with an `Idempotency-Key` can be repeated.
 *
 * @throws ApiError `sold_out` with the error of each line that exceeds the stock, `order_exists` if an order has the `externalId`,
 *   `invalid_fields`, `not_found`, `invalid_state`, and the errors of `priceCart`; then nothing is created
 */
async function handleSale(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Db,
  scope: RequestScope,
  options: {
    readonly sale: Sale;
    readonly respond: (order: OrderView) => Omit<WriteResponse, 'status'>;
    readonly owner?: string;
  },
): Promise<void> {
  const { sale, respond, ...owner } = options;
  if (sale.buyer.email) assertDeliverableEmail('buyer.email', sale.buyer.email);
  for (let attempt = 1; ; attempt += 1) {
    const event = requireEvent(await findEventToOrder(db, sale.eventId, idsOf(sale)), scope.organizerId, sale);
    const work = async (tx: Db) => ({ status: 201, ...respond(await sell(tx, scope, event, sale)) }) as const;
    try {
      return await withIdempotency(request, reply, db, scope, work, owner);
    } catch (error) {
      // Another transaction has just changed an offer, deleted a question, or placed an order with the same `externalId`.
      const isRace =
        error instanceof StockUnavailable ||
        error instanceof QuestionDeleted ||
        (error instanceof ApiError && error.reason === 'external_id_taken');
      if (!isRace) throw error;
      if (attempt === maxAttempts) throw new ApiError('offers_changing', {}, { cause: error });
    }
  }
}

async function sell(tx: Db, scope: RequestScope, event: EventToOrder, order: Sale): Promise<OrderView> {
  const { organizerId, clock } = scope;
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const { sale, buyer, externalId, metadata } = order;
  const expiresAt = order.expiresAt && parseTime('expiresAt', order.expiresAt, 'body');
  const fields = saleErrors(event, order, { expiresAt, nowMs });
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
  const { lines, fees, shortages } = priceByHand(event, order, sale, nowMs);
  if (shortages.length > 0) throw soldOutError(shortages);
  const newOrder = {
    eventId: event.id,
    currency: event.currency,
    lines,
    fees,
    buyer: { email: buyer.email ?? '', name: buyer.name ?? null, phone: buyer.phone ?? null },
    attendees: toAttendees(order),
    answers: checkPersons(event, order, { requireAll: false, now, language: null }),
    counters: noCounters,
    language: null,
    expiresAt: expiresAt ?? timestamp(nowMs + holdMs),
    externalId,
    metadata,
  };
  const pending = await placeOrder(tx, organizerId, newOrder, now);
  const { orderNumber } = pending;
  const sold =
    sale === null
      ? pending
      : await markPaid(
          tx,
          await lockOrder(tx, organizerId, orderNumber),
          { action: 'pay', method: sale, receivedBy: 'organizer', paymentId: null },
          nowMs,
        );
  const amounts = { total: fees.total, discount: fees.discount, currency: event.currency };
  const details = sale === null ? amounts : { sale, ...amounts };
  await recordAudit(tx, scope, { action: 'order.create', subject: orderNumber, details, at: now });
  return sold;
}

/** The errors of fields that a schema cannot express. */
function saleErrors(
  { currency }: CartEvent,
  order: Sale,
  { expiresAt, nowMs }: { expiresAt: string | undefined; nowMs: number },
): FieldError[] {
  const { items = [], addons = [], attendees = [], sale } = order;
  const errors = [...externalFieldErrors(order), ...currencyFieldErrors(order, currency)];
  const lines = [...items, ...addons, ...attendees.flatMap((attendee) => attendee.addons ?? [])];
  const statesPrice = lines.some(({ unitPrice }) => unitPrice !== undefined);
  if (statesPrice && order.currency === undefined) errors.push(fieldError('currency', 'required', {}));
  if (expiresAt === undefined) return errors;
  const [first, last] = [timestamp(nowMs), timestamp(nowMs + holdMsMax)];
  if (sale !== null) errors.push(fieldError('expiresAt', 'only_pending', {}));
  else if (expiresAt < first) errors.push(fieldError('expiresAt', 'before_other', { other: 'now', time: first }));
  else if (expiresAt > last)
    errors.push(fieldError('expiresAt', 'after_other', { other: 'the longest hold', time: last }));
  return errors;
}

/** @throws ApiError `organizer_suspended`, `published_event_not_found`, and the errors of `priceCart` */
function priceByHand(event: CartEvent, cart: Cart, sale: SaleByHand | null, nowMs: number): PricedCart {
  if (event.status === 'suspended') throw new ApiError('organizer_suspended', {});
  if (event.status !== 'published') throw new ApiError('published_event_not_found', { eventId: event.id });
  return priceCart(event, cart, nowMs, { outsideSalesPeriod: true, isComplimentary: sale === 'complimentary' });
}

function requireEvent<E extends CartEvent>(event: E | null, organizerId: string, { eventId }: Cart): E {
  if (event === null || event.organizerId !== organizerId) throw new ApiError('event_not_found', { eventId });
  return event;
}
