import { timestamp } from '../../platform/clock.ts';
import type { FeePolicy, NewOrganizer } from '../organizers/index.ts';
import type { AddonLine, EventLine, ImportLine, TicketTypeLine } from '../transfer/index.ts';
import { type Cart, carts } from './carts.ts';
import { orderLines } from './order-lines.ts';
import { type Offer, type PlannedEvent, planEvent, withCompleteSales } from './plan-event.ts';
import { conferenceOrganizer } from './programme/conference.ts';
import { festivalOrganizer } from './programme/festival.ts';
import { runningClub } from './programme/marathon.ts';
import type { EventSpec, OrganizerSpec } from './programme/types.ts';
import { dayMs } from './time.ts';

const programme = [runningClub, festivalOrganizer, conferenceOrganizer];

/** The maximum number of one ticket type in an order. */
const perOrderMax = 6;

/** Maximum number of sample orders for the estimate of the planned units. */
const maxSampleOrders = 4_000;

export interface DemoOptions {
  /** The number of orders of all organizers together. */
  readonly orders: number;
  /** On the same day, the same seed and number of orders result in the same lines. */
  readonly seed: number;
  /** Milliseconds since the epoch; only its UTC day counts. */
  readonly nowMs: number;
}

export interface DemoOrganizer extends NewOrganizer {
  readonly feePolicy: FeePolicy;
  readonly profile: OrganizerSpec['profile'];
  /** Its events, their offers and their orders. The lines are generated while they are read, to save memory. */
  readonly lines: Iterable<ImportLine>;
  /** The events whose tickets were scanned at gates. */
  readonly scannedEvents: readonly PlannedEvent[];
}

/**
 * Organizers for a demonstration: a running club, a festival and a conference. Together they have past events, events on sale and
 * events in preparation, in several currencies and time zones, and orders in every state.
 */
export function demoOrganizers(options: DemoOptions): DemoOrganizer[] {
  const counts = distributeOrders(options.orders);
  let firstOrder = 0;
  return programme.map(({ events, ...organizer }) => {
    const planned = events.map((spec) => {
      const event = planEvent(spec, counts.get(spec) ?? 0, firstOrder, options.nowMs);
      firstOrder += event.orders;
      return event;
    });
    const lines = {
      *[Symbol.iterator]() {
        for (const event of planned) yield* linesOf(event, options.seed);
      },
    };
    return { ...organizer, lines, scannedEvents: planned.filter(({ spec }) => spec.hasScans === true) };
  });
}

/** Distributes the orders over the events that are not drafts. A draft gets its expected number of orders, in addition. */
function distributeOrders(orders: number): Map<EventSpec, number> {
  const counts = new Map<EventSpec, number>();
  const events = programme.flatMap((organizer) => organizer.events);
  const total = events.reduce((sum, { status, share }) => sum + (status === 'draft' ? 0 : share), 0);
  let share = 0;
  let assigned = 0;
  for (const event of events) {
    if (event.status === 'draft') {
      counts.set(event, Math.round((orders * event.share) / total));
      continue;
    }
    share += event.share;
    const until = Math.round((orders * share) / total);
    counts.set(event, until - assigned);
    assigned = until;
  }
  return counts;
}

function* linesOf(event: PlannedEvent, seed: number): Generator<ImportLine> {
  yield eventLine(event);
  // The quantities depend on the orders, so the orders are generated twice: here without their buyers.
  const unitCounts = countUnits(carts(event, seed));
  const planned = countPlanned(event, seed);
  for (const [position, offer] of [...event.tickets, ...event.addons].entries()) {
    const quantity = capacityOf(offer, unitCounts.get(offer) ?? 0, planned.get(offer) ?? 0);
    yield offerLine(event, offer, position, quantity);
  }
  const lineOf = orderLines(event, seed);
  for (const cart of carts(event, seed)) yield lineOf(cart);
}

/** The number of units of each offer that these orders have bought or reserved. */
function countUnits(orders: Iterable<Cart>): Map<Offer, number> {
  const counts = new Map<Offer, number>();
  for (const { status, items } of orders) {
    if (status === 'cancelled' || status === 'expired') continue;
    for (const { offer, quantity, refunded } of items)
      counts.set(offer, (counts.get(offer) ?? 0) + quantity - refunded);
  }
  return counts;
}

/** The expected number of sold units of each offer at the start of the event. It is estimated from a sample of orders. */
function countPlanned(event: PlannedEvent, seed: number): Map<Offer, number> {
  const orders = event.plannedOrders;
  const sampled = Math.min(orders, maxSampleOrders);
  const sample = countUnits(carts(withCompleteSales(event, sampled), seed));
  return new Map([...sample].map(([offer, count]) => [offer, Math.ceil((count * orders) / sampled)]));
}

/** The quantity of an offer: the bought units if it is sold out, otherwise a round number above the planned units. */
function capacityOf(offer: Offer, units: number, planned: number): number | null {
  if (offer.spec.unlimited) return null;
  if (offer.isSoldOut) return Math.max(1, units);
  const minimum = Math.max(planned, Math.ceil(units * 1.05) + 2);
  const step = Math.max(5, 5 * 10 ** (String(minimum).length - 2));
  return Math.ceil(minimum / step) * step;
}

function eventLine(event: PlannedEvent): EventLine {
  const { spec } = event;
  const createdMs = Math.min(event.launchMs, event.todayMs) - 21 * dayMs;
  const updatedMs = {
    draft: event.todayMs - 2 * dayMs,
    published: Math.min(event.launchMs, event.todayMs),
    archived: Math.min(event.endsMs + 14 * dayMs, event.todayMs),
  };
  return {
    type: 'event',
    externalId: event.externalId,
    name: event.name,
    slug: event.externalId,
    description: spec.description,
    status: spec.status,
    startsAt: timestamp(event.startsMs),
    endsAt: timestamp(event.endsMs),
    timezone: spec.timezone,
    venue: spec.venue,
    currency: spec.currency,
    createdAt: timestamp(createdMs),
    updatedAt: timestamp(updatedMs[spec.status]),
  };
}

function offerLine(
  event: PlannedEvent,
  offer: Offer,
  position: number,
  quantity: number | null,
): TicketTypeLine | AddonLine {
  const common = {
    externalId: offer.externalId,
    eventId: event.externalId,
    name: offer.spec.name,
    price: offer.spec.price,
    currency: event.spec.currency,
    quantity,
    position,
  };
  if (offer.kind === 'addon') {
    const { type: addonType, unitsPerPurchase } = offer.spec;
    return { type: 'addon', ...common, addonType, unitsPerPurchase };
  }
  return {
    type: 'ticketType',
    ...common,
    description: offer.spec.description ?? null,
    category: offer.spec.category ?? null,
    maxPerOrder: perOrderMax,
    salesStartAt: timestamp(offer.fromMs),
    salesEndAt: timestamp(offer.untilMs),
  };
}
