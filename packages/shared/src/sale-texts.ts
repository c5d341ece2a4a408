import type { EventOnSale, PublicTicketType } from './api.ts';
import type { Formats } from './formats.ts';
import { ageDayOf } from './questions/age-rule.ts';
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
    readonly onSaleUntil: WithTime;
    readonly ages: {
      readonly from: (args: { minimum: number }) => string;
      readonly to: (args: { maximum: number }) => string;
      readonly between: (args: { minimum: number; maximum: number }) => string;
    };
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

/** A note for buyers who choose a ticket type: its start, the ages of its holders and what limits its sale; empty if there is none. */
export function offerNote(
  texts: SaleTexts,
  sale: Sale,
  type: Pick<PublicTicketType, 'startsAt' | 'ageRule' | 'salesEndAt' | 'minPerOrder' | 'quantityLeft'>,
  event: Pick<EventOnSale, 'startsAt' | 'endsAt' | 'timezone'>,
): string {
  const { offers, formats } = texts;
  const { startsAt, ageRule, salesEndAt, minPerOrder, quantityLeft } = type;
  const zone = event.timezone;
  const notes: string[] = [];
  if (startsAt) {
    const isOnDayOfEvent = formats.day(startsAt, zone) === formats.day(event.startsAt, zone);
    notes.push(offers.starts({ time: formats[isOnDayOfEvent ? 'time' : 'dateTime'](startsAt, zone) }));
  }
  const ages = agesText(texts, ageRule, event);
  if (ages !== null) notes.push(ages);
  if (sale.state === 'not_started') notes.push(offers.onSaleFrom({ time: formats.dateTime(sale.salesStartAt, zone) }));
  if (sale.state === 'on_sale') {
    // Without its own end, a sale ends with the event.
    if (salesEndAt !== null && Date.parse(salesEndAt) !== Date.parse(event.endsAt ?? event.startsAt))
      notes.push(offers.onSaleUntil({ time: formats.dateTime(salesEndAt, zone) }));
    if (minPerOrder > 1) notes.push(offers.atLeast({ quantity: minPerOrder }));
    if (quantityLeft) notes.push(offers.placesLeft({ quantity: quantityLeft }));
  }
  return notes.join(' · ');
}

/** How old the holder of a ticket can be, with the day on which the age counts if it is not the day of the event; null if there is no limit. */
function agesText(
  { offers: { ages }, formats }: SaleTexts,
  rule: PublicTicketType['ageRule'],
  event: Pick<EventOnSale, 'startsAt' | 'timezone'>,
): string | null {
  const { minimum = null, maximum = null } = rule ?? {};
  const text =
    minimum === null
      ? maximum === null
        ? null
        : ages.to({ maximum })
      : maximum === null
        ? ages.from({ minimum })
        : ages.between({ minimum, maximum });
  const { onDate } = ageDayOf(rule, event);
  if (text === null || onDate === ageDayOf(null, event).onDate) return text;
  return `${text} (${formats.day(`${onDate}T12:00:00Z`, 'UTC')})`;
}
