import type { OrderStatus } from '../orders/index.ts';
import type { Offer, PlannedEvent, TicketOffer } from './plan-event.ts';
import { Random } from './random.ts';

export interface CartItem {
  readonly offer: Offer;
  quantity: number;
  /** How many of them were paid back. */
  refunded: number;
}

/** What somebody ordered, when, and what became of it. */
export interface Cart {
  /** Its place among the event's orders, from 0. */
  readonly index: number;
  readonly status: OrderStatus;
  readonly placedMs: number;
  readonly items: readonly CartItem[];
}

/** What becomes of 40 orders, pending ones aside: dealt like cards, so that few orders have all of it already. */
const fates: readonly OrderStatus[] = [
  ...new Array<OrderStatus>(33).fill('paid'),
  'expired',
  'expired',
  'expired',
  'cancelled',
  'cancelled',
  'refunded',
  'partially_refunded',
];

/** Of the orders of an event on sale, this share is pending: every second one of the last. */
const pendingShare = 0.02;

/** An order for several people is often for different tickets. */
const mixedShare = 0.3;

/** An order before anything is in it. */
interface Visit {
  readonly status: OrderStatus;
  readonly placedMs: number;
  readonly isFirst: boolean;
}

/**
 * The orders of an event as they came in, without the people. The first order is paid and takes of everything that
 * sells out, so that it does at any size.
 */
export function* carts(event: PlannedEvent, seed: number): Generator<Cart> {
  const random = new Random(seed, `carts of ${event.externalId}`);
  const deal = dealer(random);
  const pending = event.isOpen && event.orders >= 3 ? Math.ceil(event.orders * pendingShare) : 0;
  for (let index = 0; index < event.orders; index += 1) {
    const fromLast = event.orders - 1 - index;
    const isFirst = index === 0;
    const isPending = fromLast < 2 * pending && fromLast % 2 === 0;
    const status = isFirst ? 'paid' : isPending ? 'pending' : deal();
    const share = isFirst ? 0 : (index + random.next()) / event.orders;
    // Of few orders the last is old already; one that is still waited for is not.
    const placedMs = event.momentOf(isPending ? Math.max(share, random.between(0.97, 1)) : share);
    const items = fillCart(event, random, { status, placedMs, isFirst });
    yield { index, status, placedMs, items };
  }
}

function dealer(random: Random): () => OrderStatus {
  const deck = [...fates];
  let next = deck.length;
  return () => {
    if (next === deck.length) {
      random.shuffle(deck);
      next = 0;
    }
    next += 1;
    return deck[next - 1]!;
  };
}

function fillCart(event: PlannedEvent, random: Random, visit: Visit): CartItem[] {
  const rarity = event.tickets.find(({ spec, isSoldOut }) => isSoldOut && spec.weight > 0);
  const main = visit.isFirst && rarity ? rarity : pickTicket(event, random, visit);
  const party = partySize(event, random);
  const items = [cartItem(main, party)];
  if (!main.spec.alone) {
    if (party > 1 && random.chance(mixedShare))
      mix(items, pickTicket(event, random, visit), 1 + random.below(party - 1));
    for (const offer of event.tickets) addBeside(items, random, visit, offer, offer.spec.beside ?? 0);
    for (const offer of event.addons) addBeside(items, random, visit, offer, offer.spec.share);
  }
  if (visit.status === 'refunded') for (const item of items) item.refunded = item.quantity;
  if (visit.status === 'partially_refunded') refundPart(random, items);
  return items;
}

function cartItem(offer: Offer, quantity: number): CartItem {
  return { offer, quantity, refunded: 0 };
}

function isOnSale({ fromMs, goneMs, isSoldOut }: Offer, { status, placedMs }: Visit): boolean {
  // What is sold out is sold: nobody still holds any of it.
  return placedMs >= fromMs && placedMs < goneMs && !(isSoldOut && status === 'pending');
}

/** How often this ticket is chosen by this order. What is free is neither waited for nor paid back. */
function weightOf(offer: TicketOffer, visit: Visit): number {
  if (!isOnSale(offer, visit) || (offer.spec.price === 0 && visit.status !== 'paid')) return 0;
  return offer.spec.weight;
}

function pickTicket(event: PlannedEvent, random: Random, visit: Visit): TicketOffer {
  let total = 0;
  for (const offer of event.tickets) total += weightOf(offer, visit);
  let rest = random.next() * total;
  for (const offer of event.tickets) {
    const weight = weightOf(offer, visit);
    if (rest < weight) return offer;
    rest -= weight;
  }
  throw new Error(`No ticket of ${event.name} is on sale at ${new Date(visit.placedMs).toISOString()}.`);
}

function partySize({ spec }: PlannedEvent, random: Random): number {
  let rest = random.below(100);
  for (let people = 1; people <= spec.partySizes.length; people += 1) {
    rest -= spec.partySizes[people - 1]!;
    if (rest < 0) return people;
  }
  return 1;
}

/** Some of the party want another ticket. */
function mix(items: CartItem[], other: TicketOffer, quantity: number): void {
  const main = items[0]!;
  if (other === main.offer || other.spec.alone) return;
  main.quantity -= quantity;
  items.push(cartItem(other, quantity));
}

function addBeside(items: CartItem[], random: Random, visit: Visit, offer: Offer, share: number): void {
  const isTaken = share > 0 && isOnSale(offer, visit) && (random.chance(share) || (visit.isFirst && offer.isSoldOut));
  if (isTaken) items.push(cartItem(offer, 1 + random.below(Math.min(items[0]!.quantity, 3))));
}

/** Pays back some of one item, and never all of the order. */
function refundPart(random: Random, items: CartItem[]): void {
  const first = items[0]!;
  if (items.length === 1 && first.quantity === 1) first.quantity = 2;
  const item = random.pick(items);
  item.refunded = 1 + random.below(items.length === 1 ? item.quantity - 1 : item.quantity);
}
