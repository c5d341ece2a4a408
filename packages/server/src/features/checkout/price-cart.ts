import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { maxAmount } from '../../platform/money.ts';
import type { Cart } from '../inventory/http.ts';
import { type CartEvent, type CartOffer, maxLines, maxOrderLines, maxTicketsPerOrder } from '../inventory/index.ts';
import { type FeeBreakdown, type NewOrderLine, priceOrder } from '../orders/index.ts';
import type { Quote } from './schema.ts';

/** A line of the request. `path` is its path in the body. */
interface RequestedLine {
  readonly path: string;
  readonly idField: 'ticketTypeId' | 'addonId';
  readonly kindName: string;
  readonly id: string;
  readonly quantity: number;
  /** The index in `attendees` of the holder whom an add-on is for; null for a line of the order. */
  readonly attendee: number | null;
  /** Minor units; undefined for the price of the offer. */
  readonly unitPrice: number | undefined;
}

/** An offer whose lines exceed the stock; `path` is that of the first line that does. `available` is below the maximum quantity of one order, so it does not reveal a large stock. */
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
    addonIds: [...new Set([...(cart.addons ?? []), ...holderAddonsOf(cart)].map(({ addonId }) => addonId))],
  };
}

/** The add-ons of the ticket holders in a cart. */
function holderAddonsOf({ attendees = [] }: Cart) {
  return attendees.flatMap(({ addons = [] }) => addons);
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
 * @throws ApiError `too_many_holders` if a ticket type has more holders than tickets
 * @throws ApiError `not_on_sale` if an offer is not on sale at that time
 * @throws ApiError `order_too_expensive` if the prices or the total exceed the maximum amount
 * @throws ApiError `total_changed` if the total is not the `expectedTotal` of the cart
 */
export function priceCart(event: CartEvent, cart: Cart, nowMs: number, terms: SaleTerms = termsOfBuyers): PricedCart {
  assertHoldersHaveTickets(cart);
  const requested = requestedLines(cart);
  const fieldErrors = [...lineFieldErrors(event, requested), ...lineCountErrors(cart)];
  if (fieldErrors.length > 0) throw new ApiError('invalid_cart', {}, { fields: fieldErrors.slice(0, maxLineErrors) });
  const requestedOffers = requested.flatMap((line) => {
    const offer = event.offers.get(line.id);
    return offer === undefined ? [] : [{ ...line, offer }];
  });
  assertOnSale(requestedOffers, terms, timestamp(nowMs));
  const lines = requestedOffers.map(({ offer, quantity, attendee, unitPrice = offer.price }) => ({
    kind: offer.kind,
    id: offer.id,
    quantity,
    version: offer.version,
    name: offer.name,
    unitPrice,
    unitsPerPurchase: offer.unitsPerPurchase,
    person: attendee === null ? null : attendee + 1,
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
  return { lines, fees, shortages: shortagesOf(requestedOffers) };
}

/** The offers of which too few units are left for all their lines. */
function shortagesOf(lines: readonly (RequestedLine & { offer: CartOffer })[]): Shortage[] {
  return [...Map.groupBy(lines, ({ id }) => id).values()].flatMap((ofOffer) => {
    const { offer } = ofOffer[0]!;
    const available = Math.max(0, offer.unitsLeft ?? Number.POSITIVE_INFINITY);
    let requested = 0;
    let path: string | null = null;
    for (const line of ofOffer) {
      requested += line.quantity;
      if (requested > available) path ??= line.path;
    }
    return path === null ? [] : [{ path, offer, requested, available }];
  });
}

function requestedLines(cart: Cart): RequestedLine[] {
  const tickets = (cart.items ?? []).map(({ ticketTypeId, quantity, unitPrice }, index) => ({
    path: `items.${index}`,
    idField: 'ticketTypeId' as const,
    kindName: 'ticket type',
    id: ticketTypeId,
    quantity,
    attendee: null,
    unitPrice,
  }));
  const addonLines = (addons: Cart['addons'] = [], path: string, attendee: number | null) =>
    addons.map(({ addonId, quantity, unitPrice }, index) => ({
      path: `${path}addons.${index}`,
      idField: 'addonId' as const,
      kindName: 'add-on',
      id: addonId,
      quantity,
      attendee,
      unitPrice,
    }));
  const ofHolders = (cart.attendees ?? []).flatMap(({ addons }, index) =>
    addonLines(addons, `attendees.${index}.`, index),
  );
  return [...tickets, ...addonLines(cart.addons, '', null), ...ofHolders];
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
  return requested.flatMap(({ path, idField, kindName, id, quantity, attendee }) => {
    const offer = event.offers.get(id);
    if (offer === undefined) return [fieldError(`${path}.${idField}`, 'unknown_offer', { kind: kindName, id })];
    const { minPerOrder, maxPerOrder, isOfHolder = false, shownName: name } = offer;
    if (isOfHolder !== (attendee !== null)) {
      return [fieldError(`${path}.${idField}`, isOfHolder ? 'addon_of_holder' : 'addon_of_order', { name })];
    }
    const line = `${id} ${attendee}`;
    if (seenIds.has(line)) return [fieldError(`${path}.${idField}`, 'repeated_line', { name })];
    seenIds.add(line);
    if (quantity < minPerOrder) {
      return [fieldError(`${path}.quantity`, 'below_order_minimum', { name, quantityMin: minPerOrder })];
    }
    if (quantity > maxPerOrder) {
      const code = isOfHolder ? 'above_holder_maximum' : 'above_order_maximum';
      return [fieldError(`${path}.quantity`, code, { name, quantityMax: maxPerOrder })];
    }
    return [];
  });
}

/** The error of the attendee whose add-ons are too many lines for one order. */
function lineCountErrors({ attendees = [] }: Cart): FieldError[] {
  let linesLeft = maxOrderLines - 2 * maxLines;
  for (const [index, { addons = [] }] of attendees.entries()) {
    if (addons.length > linesLeft) {
      return [fieldError(`attendees.${index}.addons`, 'too_many_items', { itemsMax: linesLeft })];
    }
    linesLeft -= addons.length;
  }
  return [];
}

/** Maximum number of reported errors of ticket holders, and of lines. */
const maxHolderErrors = 20;
const maxLineErrors = 2 * maxLines;

/** @throws ApiError `too_many_holders` if a ticket type has more holders than tickets */
function assertHoldersHaveTickets({ items = [], attendees = [] }: Cart): void {
  const remainingTickets = new Map(items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
  const fields: FieldError[] = [];
  attendees.forEach(({ ticketTypeId }, index) => {
    const remaining = remainingTickets.get(ticketTypeId) ?? 0;
    remainingTickets.set(ticketTypeId, remaining - 1);
    if (remaining > 0 || fields.length === maxHolderErrors) return;
    fields.push(fieldError(`attendees.${index}.ticketTypeId`, 'too_many_holders', { ticketTypeId }));
  });
  if (fields.length > 0) throw new ApiError('too_many_holders', {}, { fields });
}

/** @throws ApiError `not_on_sale` if a line is not on sale. It has a field error for each of these lines. */
function assertOnSale(lines: readonly (RequestedLine & { offer: CartOffer })[], terms: SaleTerms, now: string): void {
  const fields = lines.flatMap(({ path, idField, offer }) => {
    const error = saleError(`${path}.${idField}`, offer, terms, now);
    return error === null ? [] : [error];
  });
  if (fields.length > 0) throw new ApiError('not_on_sale', {}, { fields: fields.slice(0, maxLineErrors) });
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
  return lines.map(({ kind, id, name, quantity, unitPrice, person }) => ({
    kind,
    ...offerIds(kind, id),
    name: offers.get(id)?.shownName ?? name,
    quantity,
    unitPrice,
    total: unitPrice * quantity,
    attendee: person === null ? null : person - 1,
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
