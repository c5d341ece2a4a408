import type { EventOnSale, PublicTicketType } from './api.ts';
import type { Formats } from './formats.ts';
import type { NotOnSaleReason, Sale } from './ticket-types.ts';

type WithTime = (args: { time: string }) => string;

/** The texts of a language about the sale of offers. */
interface SaleTexts {
  readonly formats: Formats;
  readonly offers: {
    readonly saleClosed: Readonly<Record<'sold_out' | 'ended' | 'no_tickets', string>> & {
      readonly not_started: WithTime;
    };
    readonly onSaleFrom: WithTime;
    readonly starts: WithTime;
    readonly atLeast: (args: { quantity: number }) => string;
    readonly placesLeft: (args: { quantity: number }) => string;
  };
}

/** The reason why no ticket of an event can be bought. */
export function saleClosedText({ offers, formats }: SaleTexts, reason: NotOnSaleReason, timeZone: string): string {
  if (reason.state !== 'not_started') return offers.saleClosed[reason.state];
  return offers.saleClosed.not_started({ time: formats.dateTime(reason.salesStartAt, timeZone) });
}

/** A note for buyers who choose a ticket type: its start and what limits its sale; empty if there is none. */
export function offerNote(
  { offers, formats }: SaleTexts,
  sale: Sale,
  { startsAt, minPerOrder, quantityLeft }: Pick<PublicTicketType, 'startsAt' | 'minPerOrder' | 'quantityLeft'>,
  event: Pick<EventOnSale, 'startsAt' | 'timezone'>,
): string {
  const zone = event.timezone;
  const notes: string[] = [];
  if (startsAt) {
    const isOnDayOfEvent = formats.day(startsAt, zone) === formats.day(event.startsAt, zone);
    notes.push(offers.starts({ time: formats[isOnDayOfEvent ? 'time' : 'dateTime'](startsAt, zone) }));
  }
  if (sale.state === 'not_started') notes.push(offers.onSaleFrom({ time: formats.dateTime(sale.salesStartAt, zone) }));
  if (sale.state === 'on_sale') {
    if (minPerOrder > 1) notes.push(offers.atLeast({ quantity: minPerOrder }));
    if (quantityLeft) notes.push(offers.placesLeft({ quantity: quantityLeft }));
  }
  return notes.join(' · ');
}
