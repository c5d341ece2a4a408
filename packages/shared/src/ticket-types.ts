/** Whether ticket types can be bought at a given time, and their groups on a page. The server and the browser both use this module. */
import type { EventOnSale, PublicTicketType } from './api.ts';

/** Whether a ticket type can be bought; if not, the reason. */
export type Sale =
  | { readonly state: 'on_sale' }
  | { readonly state: 'sold_out' | 'ended' }
  | { readonly state: 'not_started'; readonly salesStartAt: string };

/** The reason why no ticket of an event can be bought. */
export type NotOnSaleReason = Exclude<Sale, { state: 'on_sale' }> | { readonly state: 'no_tickets' };

/** The sale of a ticket type at a time in milliseconds since the epoch. If no earlier end is set, the sale ends with the event. */
export function saleOf(
  type: Pick<PublicTicketType, 'salesStartAt' | 'salesEndAt' | 'soldOut'>,
  event: Pick<EventOnSale, 'startsAt' | 'endsAt'>,
  nowMs: number,
): Sale {
  const { salesStartAt } = type;
  const salesEndAt = type.salesEndAt ?? event.endsAt ?? event.startsAt;
  if (Date.parse(salesEndAt) <= nowMs) return { state: 'ended' };
  if (salesStartAt !== null && Date.parse(salesStartAt) > nowMs) return { state: 'not_started', salesStartAt };
  return type.soldOut ? { state: 'sold_out' } : { state: 'on_sale' };
}

/** The reason why no ticket of an event can be bought at a time; null if at least one ticket can be bought. */
export function reasonNotOnSale(event: EventOnSale, nowMs: number): NotOnSaleReason | null {
  const sales = event.ticketTypes.map((type) => saleOf(type, event, nowMs));
  const hasSale = (state: Sale['state']) => sales.some((sale) => sale.state === state);
  if (hasSale('on_sale')) return null;
  const starts = sales.flatMap((sale) => (sale.state === 'not_started' ? [sale.salesStartAt] : []));
  const [earliestStart] = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  if (earliestStart !== undefined) return { state: 'not_started', salesStartAt: earliestStart };
  if (hasSale('sold_out')) return { state: 'sold_out' };
  return { state: hasSale('ended') ? 'ended' : 'no_tickets' };
}

/** Ticket types under one heading. */
export interface TicketTypeGroup {
  readonly heading: string | null;
  readonly types: readonly PublicTicketType[];
}

/**
 * The ticket types by category. The categories keep the order in which they first occur. If all types have the same category, or if
 * no two have the same category, there is one group without a heading.
 *
 * @param otherHeading the heading of the types without a category
 */
export function ticketTypeGroups(types: readonly PublicTicketType[], otherHeading: string): TicketTypeGroup[] {
  const groups = [...Map.groupBy(types, ({ category }) => category)];
  if (groups.length === 1 || groups.every(([category, { length }]) => category === null || length === 1)) {
    return [{ heading: null, types }];
  }
  return groups.map(([category, groupTypes]) => ({ heading: category ?? otherHeading, types: groupTypes }));
}
