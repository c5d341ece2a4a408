import type { FeePolicy, NewOrganizer, OrganizerSetting } from '../../organizers/index.ts';
import type { Culture } from '../names.ts';

/** A part of the sales period of an event: 0 is the launch of sales, 1 is the start of the event. */
export type SalesWindow = readonly [from: number, until: number];

interface OfferSpec {
  readonly key: string;
  readonly name: string;
  /** Minor units of the event's currency. */
  readonly price: number;
  /** The point of the sales period at which the last unit is sold. Without it, the offer does not sell out. */
  readonly soldOutAt?: number;
  readonly unlimited?: true;
}

export interface TicketSpec extends OfferSpec {
  readonly description?: string;
  readonly category?: string;
  /** How often buyers choose it, relative to the other tickets; 0 if it is only bought in addition to another ticket. */
  readonly weight: number;
  /** The share of orders that contain it in addition to another ticket. */
  readonly extraShare?: number;
  /** Its holder also holds another ticket of the order. */
  readonly sameHolder?: true;
  /** An order with it contains nothing else. */
  readonly alone?: true;
  readonly onSale?: SalesWindow;
  /** The day of the event on which the ticket is valid: 0 is the first day. */
  readonly day?: number;
}

export interface AddonSpec extends OfferSpec {
  readonly type: string;
  /** The share of orders that buy it. */
  readonly share: number;
  readonly unitsPerPurchase: number;
  /** The place at which its units are consumed: the refs of the consumptions begin with this. */
  readonly handedOutAt: 'bar' | 'gate' | 'desk';
}

export interface EventSpec {
  /** The name without the year, which is appended to the name and the slug. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly status: 'draft' | 'published' | 'archived';
  /** Days from today to the edition of this year. */
  readonly startsInDays: number;
  /** -1: one year before the edition of this year; 1: one year after it. */
  readonly edition: -1 | 0 | 1;
  /** The event starts on this day of the week (0 is Sunday), on or after the day of `startsInDays`. */
  readonly weekday?: number;
  /** The local hour at which the event starts. */
  readonly startHour: number;
  readonly durationHours: number;
  readonly timezone: string;
  readonly currency: string;
  readonly venue: { readonly name: string; readonly address: string; readonly city: string; readonly country: string };
  /** Days from the launch of sales to the start of the event. */
  readonly salesDays: number;
  /** Its share of all orders; for a draft, the expected share. */
  readonly share: number;
  /** The number of orders that quantities are planned for, divided by the number of its orders. It does not apply to sold-out offers. */
  readonly headroom: number;
  /** The percentage of orders for 1, 2… people. */
  readonly partySizes: readonly number[];
  /** The cultures of most buyers. A culture that is repeated is more frequent. */
  readonly locals: readonly Culture[];
  /** Whether its first tickets were scanned at gates. It must have begun. */
  readonly hasScans?: boolean;
  readonly tickets: readonly TicketSpec[];
  readonly addons: readonly AddonSpec[];
}

export interface OrganizerSpec extends NewOrganizer {
  readonly feePolicy: FeePolicy;
  /** The settings that buyers see. There is no logo, because its URL would have to exist. */
  readonly profile: Readonly<Partial<Record<OrganizerSetting, string>>>;
  readonly events: readonly EventSpec[];
}
