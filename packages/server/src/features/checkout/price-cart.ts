import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { maxAmount } from '../../platform/money.ts';
import type { Cart } from '../inventory/http.ts';
import { type CartEvent, type CartOffer, maxTicketsPerOrder } from '../inventory/index.ts';
import { type FeeBreakdown, type NewOrderLine, priceOrder } from '../orders/index.ts';
import type { Quote } from './schema.ts';

/** A line of the request. `path` is its path in the body. */
interface RequestedLine {
  readonly path: string;
  readonly idField: 'ticketTypeId' | 'addonId';
  readonly kindName: string;
  readonly id: string;
  readonly quantity: number;
  /** Minor units; undefined for the price of the offer. */
  readonly unitPrice: number | undefined;
}

/** A line that exceeds the stock. `available` is below the maximum quantity of one order, so it does not reveal a large stock. */
interface Shortage {
  readonly path: string;
  readonly offer: CartOffer;
  readonly requested: number;
  readonly available: number;
}

/** A cart with its prices. */
export interface PricedCart {
  readonly lines: readonly NewOrderLine[];
  readonly fees: FeeBreakdown;
  readonly shortages: readonly Shortage[];
}

/** The ids in a cart. */
export function idsOf(cart: Cart): { ticketTypeIds: string[]; addonIds: string[] } {
  return {
    ticketTypeIds: (cart.items ?? []).map(({ ticketTypeId }) => ticketTypeId),
    addonIds: (cart.addons ?? []).map(({ addonId }) => addonId),
  };
}

/** How a cart is sold. */
export interface SaleTerms {
  /** Whether offers are also sold before and after their sales period. */
  readonly outsideSalesPeriod: boolean;
  /** Whether the buyer gets everything for free: the discount is the subtotal. */
  readonly isComplimentary: boolean;
}

/** A price that the organizer states is what the buyer pays. */
const finalPrices = { taxMode: 'included', paidBy: 'organizer' } as const;

const termsOfBuyers: SaleTerms = { outsideSalesPeriod: false, isComplimentary: false };

/**
 * Prices a cart with the offers of an event at a given time. Quotes, reservations and orders by hand use it.
 *
 * @throws ApiError `invalid_cart` if a line is invalid. It has a field error for each invalid line.
 * @throws ApiError `not_on_sale` if an offer is not on sale at that time
 * @throws ApiError `order_too_expensive` if the prices or the total exceed the maximum amount
 * @throws ApiError `total_changed` if the total is not the `expectedTotal` of the cart
 */
export function priceCart(event: CartEvent, cart: Cart, nowMs: number, terms: SaleTerms = termsOfBuyers): PricedCart {
  const requested = requestedLines(cart);
  const fieldErrors = lineFieldErrors(event, requested);
  if (fieldErrors.length > 0) throw new ApiError('invalid_cart', {}, { fields: fieldErrors });
  const requestedOffers = requested.flatMap((line) => {
    const offer = event.offers.get(line.id);
    return offer === undefined ? [] : [{ ...line, offer }];
  });
  assertOnSale(requestedOffers, terms, timestamp(nowMs));
  const lines = requestedOffers.map(({ offer, quantity, unitPrice = offer.price }) => ({
    kind: offer.kind,
    id: offer.id,
    quantity,
    version: offer.version,
    name: offer.name,
    unitPrice,
    unitsPerPurchase: offer.unitsPerPurchase,
  }));
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const isPriceStated = requested.some(({ unitPrice }) => unitPrice !== undefined);
  const policy = isPriceStated ? { ...event.feePolicy, ...finalPrices } : event.feePolicy;
  const fees = priceOrder(lines, policy, terms.isComplimentary ? subtotal : 0);
  if (Math.max(subtotal, fees.total) > maxAmount)
    throw new ApiError('order_too_expensive', { amountMax: maxAmount, currency: event.currency });
  const { expectedTotal = fees.total } = cart;
  if (expectedTotal !== fees.total)
    throw new ApiError('total_changed', { expectedTotal, total: fees.total, currency: event.currency });
  const shortages = requestedOffers.flatMap(({ path, offer, quantity }) =>
    offer.unitsLeft === null || offer.unitsLeft >= quantity
      ? []
      : [{ path, offer, requested: quantity, available: Math.max(0, offer.unitsLeft) }],
  );
  return { lines, fees, shortages };
}

function requestedLines(cart: Cart): RequestedLine[] {
  const tickets = (cart.items ?? []).map(({ ticketTypeId, quantity, unitPrice }, index) => ({
    path: `items.${index}`,
    idField: 'ticketTypeId' as const,
    kindName: 'ticket type',
    id: ticketTypeId,
    quantity,
    unitPrice,
  }));
  const addons = (cart.addons ?? []).map(({ addonId, quantity, unitPrice }, index) => ({
    path: `addons.${index}`,
    idField: 'addonId' as const,
    kindName: 'add-on',
    id: addonId,
    quantity,
    unitPrice,
  }));
  return [...tickets, ...addons];
}

function lineFieldErrors(event: CartEvent, requested: readonly RequestedLine[]): FieldError[] {
  if (requested.length === 0) return [fieldError('items', 'empty_cart', {})];
  const ticketCount = requested.reduce(
    (sum, { idField, quantity }) => sum + (idField === 'ticketTypeId' ? quantity : 0),
    0,
  );
  if (ticketCount > maxTicketsPerOrder) {
    return [fieldError('items', 'too_many_tickets', { quantity: ticketCount, quantityMax: maxTicketsPerOrder })];
  }
  const seenIds = new Set<string>();
  return requested.flatMap(({ path, idField, kindName, id, quantity }) => {
    const offer = event.offers.get(id);
    if (offer === undefined) return [fieldError(`${path}.${idField}`, 'unknown_offer', { kind: kindName, id })];
    const { minPerOrder, maxPerOrder, shownName: name } = offer;
    if (seenIds.has(id)) return [fieldError(`${path}.${idField}`, 'repeated_line', { name })];
    seenIds.add(id);
    if (quantity < minPerOrder) {
      return [fieldError(`${path}.quantity`, 'below_order_minimum', { name, quantityMin: minPerOrder })];
    }
    if (quantity > maxPerOrder) {
      return [fieldError(`${path}.quantity`, 'above_order_maximum', { name, quantityMax: maxPerOrder })];
    }
    return [];
  });
}

/** @throws ApiError `not_on_sale` if a line is not on sale. It has a field error for each of these lines. */
function assertOnSale(lines: readonly (RequestedLine & { offer: CartOffer })[], terms: SaleTerms, now: string): void {
  const fields = lines.flatMap(({ path, idField, offer }) => {
    const error = saleError(`${path}.${idField}`, offer, terms, now);
    return error === null ? [] : [error];
  });
  if (fields.length > 0) throw new ApiError('not_on_sale', {}, { fields });
}

function saleError(
  path: string,
  { shownName: name, status, salesStartAt, salesEndAt }: CartOffer,
  { outsideSalesPeriod }: SaleTerms,
  now: string,
): FieldError | null {
  if (status === 'archived') return fieldError(path, 'no_longer_sold', { name });
  if (outsideSalesPeriod) return null;
  if (salesStartAt !== null && salesStartAt > now) return fieldError(path, 'sale_not_started', { name, salesStartAt });
  if (salesEndAt <= now) return fieldError(path, 'sale_ended', { name, salesEndAt });
  return null;
}

/** The error for lines that exceed the stock. */
export function soldOutError(shortages: readonly Shortage[]): ApiError {
  const fields = shortages.map(({ path, offer: { shownName: name }, requested, available }) =>
    available === 0
      ? fieldError(`${path}.quantity`, 'sold_out', { name })
      : fieldError(`${path}.quantity`, 'not_enough_left', { name, available, requested }),
  );
  return new ApiError('not_enough_left', {}, { fields });
}

/** The lines of a cart as buyers see them. */
export function linesView({ offers }: CartEvent, lines: readonly NewOrderLine[]): Quote['lines'] {
  return lines.map(({ kind, id, name, quantity, unitPrice }) => ({
    kind,
    ...offerIds(kind, id),
    name: offers.get(id)?.shownName ?? name,
    quantity,
    unitPrice,
    total: unitPrice * quantity,
  }));
}

export function shortagesView(shortages: readonly Shortage[]): Quote['shortages'] {
  return shortages.map(({ offer, requested, available }) => ({
    kind: offer.kind,
    ...offerIds(offer.kind, offer.id),
    name: offer.shownName,
    requested,
    available,
  }));
}

function offerIds(kind: CartOffer['kind'], id: string) {
  return { ticketTypeId: kind === 'ticket' ? id : null, addonId: kind === 'addon' ? id : null };
}
