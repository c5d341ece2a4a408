import type { OrderStatus } from '../orders/index.ts';
import type { Offer, PlannedEvent, TicketOffer } from './plan-event.ts';
import { elementAt, Random } from './random.ts';

export interface CartItem {
  readonly offer: Offer;
  quantity: number;
  /** The refunded part of `quantity`. */
  refunded: number;
}

/** An order without its buyer: its items, time and status. */
export interface Cart {
  /** The index of the order in its event, from 0. */
  readonly index: number;
  readonly status: OrderStatus;
  readonly placedMs: number;
  readonly items: readonly CartItem[];
}

/** The statuses of 40 orders that are not pending. They are shuffled and used one by one, so that even few orders have each status. */
const statuses: readonly OrderStatus[] = [
  ...new Array<OrderStatus>(33).fill('paid'),
  'expired',
  'expired',
  'expired',
  'cancelled',
  'cancelled',
  'refunded',
  'partially_refunded',
];

/** The share of pending orders of an event on sale. Every second order among its last orders is pending. */
const pendingShare = 0.02;

/** The share of orders for several people that have tickets of different types. */
const mixedShare = 0.3;

/** The items of an order: at least one. */
type FilledCart = [CartItem, ...CartItem[]];

/** An order without its items. */
interface EmptyCart {
  readonly status: OrderStatus;
  readonly placedMs: number;
  readonly isFirst: boolean;
}

/**
 * The orders of an event, sorted by time, without their buyers. The first order is paid and contains all offers that sell out, so
 * these offers sell out with any number of orders.
 */
export function* carts(event: PlannedEvent, seed: number): Generator<Cart> {
  const random = new Random(seed, `carts of ${event.externalId}`);
  const nextStatus = statusSequence(random);
  const pendingCount = event.isOpen && event.orders >= 3 ? Math.ceil(event.orders * pendingShare) : 0;
  for (let index = 0; index < event.orders; index += 1) {
    const fromLast = event.orders - 1 - index;
    const isFirst = index === 0;
    const isPending = fromLast < 2 * pendingCount && fromLast % 2 === 0;
    const status = isFirst ? 'paid' : isPending ? 'pending' : nextStatus();
    const share = isFirst ? 0 : (index + random.next()) / event.orders;
    // If an event has few orders, the last one can be old. A pending order must be recent.
    const placedMs = event.timeAtShare(isPending ? Math.max(share, random.between(0.97, 1)) : share);
    const items = fillCart(event, random, { status, placedMs, isFirst });
    yield { index, status, placedMs, items };
  }
}

function statusSequence(random: Random): () => OrderStatus {
  const shuffled = [...statuses];
  let next = shuffled.length;
  return () => {
    if (next === shuffled.length) {
      random.shuffle(shuffled);
      next = 0;
    }
    next += 1;
    return elementAt(shuffled, next - 1);
  };
}

function fillCart(event: PlannedEvent, random: Random, cart: EmptyCart): FilledCart {
  const soldOutTicket = event.tickets.find(({ spec, isSoldOut }) => isSoldOut && spec.weight > 0);
  const main = cart.isFirst && soldOutTicket ? soldOutTicket : pickTicket(event, random, cart);
  const people = partySize(event, random);
  const items: FilledCart = [cartItem(main, people)];
  if (!main.spec.alone) {
    if (people > 1 && random.chance(mixedShare))
      replacePart(items, pickTicket(event, random, cart), 1 + random.below(people - 1));
    for (const offer of event.tickets) addExtra(items, random, cart, offer, offer.spec.extraShare ?? 0);
    for (const offer of event.addons) addExtra(items, random, cart, offer, offer.spec.share);
  }
  if (cart.status === 'refunded') for (const item of items) item.refunded = item.quantity;
  if (cart.status === 'partially_refunded') refundPart(random, items);
  return items;
}

function cartItem(offer: Offer, quantity: number): CartItem {
  return { offer, quantity, refunded: 0 };
}

function isOnSale({ fromMs, soldOutMs, isSoldOut }: Offer, { status, placedMs }: EmptyCart): boolean {
  // In a pending order, the units of a sold-out offer would be reserved but not sold.
  return placedMs >= fromMs && placedMs < soldOutMs && !(isSoldOut && status === 'pending');
}

/** The weight of a ticket type in the random choice for an order. Free tickets are only in paid orders. */
function weightOf(offer: TicketOffer, cart: EmptyCart): number {
  if (!isOnSale(offer, cart) || (offer.spec.price === 0 && cart.status !== 'paid')) return 0;
  return offer.spec.weight;
}

function pickTicket(event: PlannedEvent, random: Random, cart: EmptyCart): TicketOffer {
  let total = 0;
  for (const offer of event.tickets) total += weightOf(offer, cart);
  let remainingWeight = random.next() * total;
  for (const offer of event.tickets) {
    const weight = weightOf(offer, cart);
    if (remainingWeight < weight) return offer;
    remainingWeight -= weight;
  }
  throw new Error(`No ticket of ${event.name} is on sale at ${new Date(cart.placedMs).toISOString()}.`);
}

function partySize({ spec }: PlannedEvent, random: Random): number {
  let remainingPercent = random.below(100);
  for (const [index, percent] of spec.partySizes.entries()) {
    remainingPercent -= percent;
    if (remainingPercent < 0) return index + 1;
  }
  return 1;
}

/** Replaces a part of the main tickets with tickets of another type. */
function replacePart(items: FilledCart, other: TicketOffer, quantity: number): void {
  const [main] = items;
  if (other === main.offer || other.spec.alone) return;
  main.quantity -= quantity;
  items.push(cartItem(other, quantity));
}

function addExtra(items: FilledCart, random: Random, cart: EmptyCart, offer: Offer, share: number): void {
  const isBought = share > 0 && isOnSale(offer, cart) && (random.chance(share) || (cart.isFirst && offer.isSoldOut));
  if (isBought) items.push(cartItem(offer, 1 + random.below(Math.min(items[0].quantity, 3))));
}

/** Refunds a part of one item, but never the whole order. */
function refundPart(random: Random, items: FilledCart): void {
  const [first] = items;
  if (items.length === 1 && first.quantity === 1) first.quantity = 2;
  const item = random.pick(items);
  item.refunded = 1 + random.below(items.length === 1 ? item.quantity - 1 : item.quantity);
}
