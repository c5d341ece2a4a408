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
    readonly atLeast: (args: { quantity: number }) => string;
  };
}

/** The reason why no ticket of an event can be bought. */
export function saleClosedText({ offers, formats }: SaleTexts, reason: NotOnSaleReason, timeZone: string): string {
  if (reason.state !== 'not_started') return offers.saleClosed[reason.state];
  return offers.saleClosed.not_started({ time: formats.dateTime(reason.salesStartAt, timeZone) });
}

/** A note for buyers who choose a ticket type; empty if there is none. */
export function offerNote({ offers, formats }: SaleTexts, sale: Sale, quantityMin: number, timeZone: string): string {
  if (sale.state === 'not_started') return offers.onSaleFrom({ time: formats.dateTime(sale.salesStartAt, timeZone) });
  return sale.state === 'on_sale' && quantityMin > 1 ? offers.atLeast({ quantity: quantityMin }) : '';
}
