/** What an event offers, as its page shows it. The server and the browser both use this module. */

import type { EventOnSale, PublicTicketType } from './api.ts';
import { dateTime } from './dates-and-money.ts';

export type SaleState = 'on_sale' | 'sold_out' | 'not_yet' | 'over';

/** When the sale of a ticket type ends: with the event where nothing earlier is set. */
export function saleEnd(type: PublicTicketType, event: EventOnSale): string {
  return type.salesEndAt ?? event.endsAt ?? event.startsAt;
}

/** Whether a ticket type can be bought at a time, in milliseconds since the epoch, or why not. */
export function saleState(type: PublicTicketType, event: EventOnSale, nowMs: number): SaleState {
  if (Date.parse(saleEnd(type, event)) <= nowMs) return 'over';
  if (type.salesStartAt !== null && Date.parse(type.salesStartAt) > nowMs) return 'not_yet';
  return type.soldOut ? 'sold_out' : 'on_sale';
}

/** In the place where a quantity is chosen: why none can be. */
export const closedWords: Readonly<Record<SaleState, string>> = {
  on_sale: '',
  sold_out: 'Sold out',
  not_yet: 'Not on sale yet',
  over: 'Sales ended',
};

/** What a buyer should know of a ticket type before choosing it. */
export function offerRemark(type: PublicTicketType, event: EventOnSale, nowMs: number): string {
  switch (saleState(type, event, nowMs)) {
    case 'not_yet':
      return `On sale from ${dateTime(type.salesStartAt!, event.timezone)}`;
    case 'on_sale':
      return type.minPerOrder > 1 ? `At least ${type.minPerOrder} per order` : '';
    default:
      return '';
  }
}

/** Why nothing of an event can be bought at a time; null where something can. */
export function closedReason(event: EventOnSale, nowMs: number): string | null {
  const states = event.ticketTypes.map((type) => saleState(type, event, nowMs));
  if (states.includes('on_sale')) return null;
  const starts = event.ticketTypes.filter((_, place) => states[place] === 'not_yet').map((type) => type.salesStartAt!);
  const [first] = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  if (first !== undefined) return `Tickets go on sale on ${dateTime(first, event.timezone)}.`;
  if (states.includes('sold_out')) return 'This event is sold out. Returned tickets go back on sale here.';
  if (states.includes('over')) return 'Ticket sales for this event have ended.';
  return 'There are no tickets for this event yet.';
}

/** Ticket types under one heading. */
export interface OfferGroup {
  readonly heading: string | null;
  readonly types: readonly PublicTicketType[];
}

/**
 * The ticket types by category, in the order of their first appearance. Where every category has one type only, headings
 * would say nothing: then there is one group without any.
 */
export function offerGroups(types: readonly PublicTicketType[]): OfferGroup[] {
  const groups = [...Map.groupBy(types, ({ category }) => category)];
  if (groups.length === 1 || groups.every(([category, { length }]) => category === null || length === 1)) {
    return [{ heading: null, types }];
  }
  return groups.map(([category, grouped]) => ({ heading: category ?? 'Other tickets', types: grouped }));
}
