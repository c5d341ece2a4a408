import { timestamp } from '../../platform/clock.ts';
import type { OrderStatus } from '../orders/index.ts';
import type { OrderLine } from '../transfer/index.ts';
import type { Cart, CartItem } from './carts.ts';
import { type Buyer, Crowd } from './crowd.ts';
import { scannedTicketsMax } from './demo-scans.ts';
import type { PlannedEvent, TicketOffer } from './plan-event.ts';
import { hashText, nthOrderNumber, Random } from './random.ts';
import { dayMs, hourMs, minuteMs } from './time.ts';

type LineItem = OrderLine['items'][number];
type Attendee = NonNullable<OrderLine['attendees']>[number];

/** Discounts in percent. Common discounts are in the list twice. */
const discounts = [5, 10, 10, 15, 15, 20, 25] as const;
const discountShare = 0.09;
/** The share of orders that are paid by bank transfer, which takes some days. */
const transferShare = 0.07;
const maxTransferDays = 7;
const maxCheckoutMinutes = 10;
/** The share of ticket holders who attend. */
const attendanceShare = 0.93;

/** Milliseconds since the epoch. */
interface Times {
  readonly updated: number;
  readonly paid: number | null;
  readonly expires: number | null;
}

/**
 * Adds buyers, ticket holders, and the use of tickets and add-ons to the orders of an event.
 *
 * @returns a function that creates the import line of a cart; call it for each cart, in the order in which the carts were created
 */
export function orderLines(event: PlannedEvent, seed: number): (cart: Cart) => OrderLine {
  const random = new Random(seed, `people of ${event.externalId}`);
  const crowd = new Crowd(random, event.spec.locals, event.orders);
  const numberKey = hashText(`order numbers of ${seed}`);
  let ticketsToScan = event.spec.hasScans === true ? scannedTicketsMax : 0;

  return (cart) => {
    const { status, placedMs, index } = cart;
    const orderNumber = nthOrderNumber(numberKey, event.firstOrder + index);
    const times = timesOf(event, random, cart);
    const buyer = crowd.buyer();
    const line: OrderLine = {
      type: 'order',
      externalId: `${event.externalId}-${index + 1}`,
      eventId: event.externalId,
      orderNumber,
      status,
      currency: event.spec.currency,
      buyer: { email: buyer.email, name: buyer.name, phone: buyer.phone },
      items: cart.items.map((item, position) => itemOf(event, random, item, `${orderNumber}-${position + 1}`, times)),
      attendees: hasAttendees(status) ? attendeesOf(event, random, crowd, buyer, cart, times) : [],
      createdAt: timestamp(placedMs),
      updatedAt: timestamp(times.updated),
      paidAt: times.paid === null ? null : timestamp(times.paid),
      expiresAt: times.expires === null ? null : timestamp(times.expires),
    };
    if (random.chance(discountShare)) line.discount = discountOf(cart, random.pick(discounts));
    for (const attendee of line.attendees ?? []) {
      if (attendee.status !== 'used' || ticketsToScan === 0) continue;
      ticketsToScan -= 1;
      delete attendee.status;
      delete attendee.usedAt;
      attendee.updatedAt = line.paidAt ?? null;
    }
    return line;
  };
}

function timesOf(event: PlannedEvent, random: Random, { status, placedMs }: Cart): Times {
  const latest = event.untilMs;
  const byTransfer = random.chance(transferShare);
  const hold = byTransfer ? maxTransferDays * dayMs : maxCheckoutMinutes * minuteMs;
  const payment = byTransfer ? random.between(0.4, 4) * dayMs : random.between(0.3, 7) * minuteMs;
  switch (status) {
    case 'pending':
      return { updated: placedMs, paid: null, expires: event.todayMs + Math.round(random.between(2, 6) * dayMs) };
    case 'expired': {
      const expires = Math.min(placedMs + hold, latest);
      return { updated: expires, paid: null, expires };
    }
    case 'cancelled': {
      const expires = Math.min(placedMs + hold, latest);
      return { updated: Math.round(random.between(placedMs, expires)), paid: null, expires };
    }
    case 'paid':
    case 'partially_refunded':
    case 'refunded': {
      const paid = Math.min(placedMs + Math.round(payment), latest);
      return { updated: status === 'paid' ? paid : Math.round(random.between(paid, latest)), paid, expires: null };
    }
  }
}

/** Cancelled and expired orders have no attendees. */
function hasAttendees(status: OrderStatus): boolean {
  return status !== 'cancelled' && status !== 'expired';
}

function discountOf({ items }: Cart, percent: number): number {
  const subtotal = items.reduce((sum, { offer, quantity }) => sum + offer.spec.price * quantity, 0);
  return Math.floor((subtotal * percent) / 100);
}

function itemOf(event: PlannedEvent, random: Random, item: CartItem, ref: string, times: Times): LineItem {
  const { offer, quantity, refunded } = item;
  if (offer.kind === 'ticket') return { kind: 'ticket', ticketTypeId: offer.externalId, quantity };
  const line: LineItem = { kind: 'addon', addonId: offer.externalId, quantity };
  if (refunded > 0) line.refundedQuantity = refunded;
  else if (times.paid !== null && event.startsMs < event.todayMs) {
    line.consumptions = consumptionsOf(event, random, {
      units: quantity * offer.spec.unitsPerPurchase,
      isVoucher: offer.spec.unitsPerPurchase > 1,
      ref: `${offer.spec.handedOutAt}-${ref}`,
    });
  }
  return line;
}

/** The consumptions of an add-on during the event. Vouchers are consumed a few units at a time, other add-ons completely. */
function consumptionsOf(
  event: PlannedEvent,
  random: Random,
  addon: { units: number; isVoucher: boolean; ref: string },
): NonNullable<LineItem['consumptions']> {
  const isOver = event.endsMs <= event.todayMs;
  const consumedShare = addon.isVoucher
    ? random.between(isOver ? 0.5 : 0, isOver ? 1.3 : 0.8)
    : random.next() + attendanceShare;
  let left = Math.floor(addon.units * Math.min(1, consumedShare));
  let atMs = event.startsMs;
  const endMs = Math.min(event.endsMs, event.todayMs);
  const consumptions = [];
  while (left > 0) {
    const units = addon.isVoucher ? Math.min(left, 1 + random.below(4)) : left;
    atMs += (endMs - atMs) * random.between(0.05, 0.4);
    consumptions.push({
      ref: `${addon.ref}-${consumptions.length + 1}`,
      units,
      createdAt: timestamp(Math.floor(atMs)),
    });
    left -= units;
  }
  return consumptions;
}

function attendeesOf(
  event: PlannedEvent,
  random: Random,
  crowd: Crowd,
  buyer: Buyer,
  { items }: Cart,
  times: Times,
): Attendee[] {
  const attendees: Attendee[] = [];
  for (const { offer, quantity, refunded } of items) {
    if (offer.kind !== 'ticket') continue;
    for (let index = 0; index < quantity; index += 1) {
      const attendee: Attendee = {
        ticketTypeId: offer.externalId,
        holderName: offer.spec.sameHolder
          ? (attendees[index]?.holderName ?? null)
          : holderOf(random, crowd, buyer, attendees.length === 0),
        category: offer.spec.category ?? null,
      };
      if (times.paid !== null) setTicketStatus(event, random, attendee, offer, times.paid, index < refunded);
      attendees.push(attendee);
    }
  }
  return attendees;
}

/** Most buyers attend the event. Some tickets have no holder yet. */
function holderOf(random: Random, crowd: Crowd, buyer: Buyer, isFirst: boolean): string | null {
  if (isFirst && random.chance(0.88)) return buyer.name;
  return random.chance(0.08) ? null : crowd.companion(buyer);
}

function setTicketStatus(
  event: PlannedEvent,
  random: Random,
  attendee: Attendee,
  { spec }: TicketOffer,
  paidMs: number,
  isRefunded: boolean,
): void {
  if (isRefunded) {
    attendee.status = 'void';
    return;
  }
  const opening = event.startsMs + (spec.day ?? 0) * dayMs - 0.75 * hourMs;
  const lateness = random.next() ** 2 * 4 * hourMs;
  const usedMs = Math.floor(Math.max(opening + lateness, paidMs + 10 * minuteMs));
  if (usedMs < event.todayMs && random.chance(attendanceShare)) {
    attendee.status = 'used';
    attendee.usedAt = timestamp(usedMs);
    attendee.updatedAt = attendee.usedAt;
  } else {
    attendee.updatedAt = timestamp(paidMs);
  }
}
