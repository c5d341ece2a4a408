import type { AddonSpec, EventSpec, SalesWindow, TicketSpec } from './programme/types.ts';
import { dayMs, hourMs, localTime, salesCurve, startOfDay } from './time.ts';

/** When an offer can be bought, in milliseconds since the epoch. */
interface SaleTimes {
  readonly fromMs: number;
  readonly untilMs: number;
  /** When the last unit is sold; the end of sales if the offer does not sell out. */
  readonly soldOutMs: number;
  readonly isSoldOut: boolean;
}

export interface TicketOffer extends SaleTimes {
  readonly kind: 'ticket';
  readonly externalId: string;
  readonly spec: TicketSpec;
}

interface AddonOffer extends SaleTimes {
  readonly kind: 'addon';
  readonly externalId: string;
  readonly spec: AddonSpec;
}

export type Offer = TicketOffer | AddonOffer;

/** An event with its dates, in milliseconds since the epoch. */
export interface PlannedEvent {
  readonly spec: EventSpec;
  readonly externalId: string;
  readonly name: string;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly launchMs: number;
  /** All orders were placed before this time. */
  readonly untilMs: number;
  readonly todayMs: number;
  readonly isOpen: boolean;
  readonly orders: number;
  /** The number of orders that its quantities are planned for. */
  readonly plannedOrders: number;
  /** The index of its first order among all orders of the demo. */
  readonly firstOrder: number;
  readonly tickets: readonly TicketOffer[];
  readonly addons: readonly AddonOffer[];
  /** The time at which this share (0 to 1) of its orders was placed. */
  readonly timeAtShare: (share: number) => number;
}

/**
 * Computes the dates of an event relative to the day on which the demo is created.
 *
 * @param nowMs milliseconds since the epoch; only its UTC day counts
 */
export function planEvent(spec: EventSpec, orders: number, firstOrder: number, nowMs: number): PlannedEvent {
  const todayMs = startOfDay(nowMs);
  const thisYear = onWeekday(todayMs + spec.startsInDays * dayMs, spec.weekday);
  const firstDay = thisYear + spec.edition * 52 * 7 * dayMs;
  // Two editions that are 52 weeks apart can be in the same calendar year, so the year in the name is counted instead.
  const year = new Date(thisYear).getUTCFullYear() + spec.edition;
  const externalId = `${spec.slug}-${year}`;
  const startsMs = localTime(spec.timezone, firstDay, spec.startHour);
  const launchMs = localTime(spec.timezone, firstDay - spec.salesDays * dayMs, 10);
  const untilMs = Math.max(launchMs, Math.min(startsMs, todayMs));

  const timeAtProgress = (progress: number) => {
    if (progress === 0) return launchMs;
    if (progress === 1) return startsMs;
    return localTime(spec.timezone, startOfDay(launchMs + progress * (startsMs - launchMs)), 0);
  };
  const saleTimes = ({ soldOutAt }: TicketSpec | AddonSpec, [from, until]: SalesWindow): SaleTimes => {
    const soldOutMs = timeAtProgress(soldOutAt ?? until);
    return {
      fromMs: timeAtProgress(from),
      untilMs: timeAtProgress(until),
      soldOutMs,
      isSoldOut: soldOutAt !== undefined && soldOutMs <= untilMs,
    };
  };
  return {
    spec,
    externalId,
    name: `${spec.name} ${year}`,
    startsMs,
    endsMs: startsMs + spec.durationHours * hourMs,
    launchMs,
    untilMs,
    todayMs,
    isOpen: spec.status === 'published' && startsMs > todayMs,
    orders: spec.status === 'draft' ? 0 : orders,
    plannedOrders: Math.ceil(orders * spec.headroom),
    firstOrder,
    tickets: spec.tickets.map((ticket) => ({
      kind: 'ticket',
      externalId: `${externalId}-${ticket.key}`,
      spec: ticket,
      ...saleTimes(ticket, ticket.onSale ?? [0, 1]),
    })),
    addons: spec.addons.map((addon) => ({
      kind: 'addon',
      externalId: `${externalId}-${addon.key}`,
      spec: addon,
      ...saleTimes(addon, [0, 1]),
    })),
    timeAtShare: salesCurve({ launchMs, startsMs, untilMs, timezone: spec.timezone }),
  };
}

/** The same event as if it had been on sale until its start, with this number of orders. */
export function withCompleteSales(event: PlannedEvent, orders: number): PlannedEvent {
  const { startsMs, launchMs, spec } = event;
  const timeAtShare = salesCurve({ launchMs, startsMs, untilMs: startsMs, timezone: spec.timezone });
  return { ...event, untilMs: startsMs, isOpen: false, orders, timeAtShare };
}

/** The first day with this weekday that is not before `day`. 1 January 1970 was a Thursday. */
function onWeekday(day: number, weekday: number | undefined): number {
  if (weekday === undefined) return day;
  const dayOfWeek = (day / dayMs + 4) % 7;
  return day + ((weekday - dayOfWeek + 7) % 7) * dayMs;
}
