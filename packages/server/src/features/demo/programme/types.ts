import type { FeePolicy, NewOrganizer, OrganizerSetting } from '../../organizers/index.ts';
import type { Culture } from '../names.ts';

/** A part of the time in which an event sells: 0 is the launch, 1 is when the doors open. */
export type SalesWindow = readonly [from: number, until: number];

interface OfferSpec {
  readonly key: string;
  readonly name: string;
  /** Minor units of the event's currency. */
  readonly price: number;
  /** When the last one is sold; what has none never sells out. */
  readonly soldOutAt?: number;
  readonly unlimited?: true;
}

export interface TicketSpec extends OfferSpec {
  readonly description?: string;
  readonly category?: string;
  /** How often buyers choose it among what is on sale; 0 where it is only bought beside another ticket. */
  readonly weight: number;
  /** The share of orders that buy it beside another ticket. */
  readonly beside?: number;
  /** It is for somebody who has another ticket of the order. */
  readonly sameHolder?: true;
  /** Nothing is bought beside it. */
  readonly alone?: true;
  readonly onSale?: SalesWindow;
  /** Days from the first day of the event to the one on which it admits. */
  readonly day?: number;
}

export interface AddonSpec extends OfferSpec {
  readonly type: string;
  /** The share of orders that buy it. */
  readonly share: number;
  readonly unitsPerPurchase: number;
  /** Who takes its units: what the refs of consumptions begin with. */
  readonly takenBy: 'bar' | 'gate' | 'desk';
}

export interface EventSpec {
  /** Of its name comes its slug; the year follows both. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly status: 'draft' | 'published' | 'archived';
  /** Days from today to the edition of this year. */
  readonly startsInDays: number;
  /** -1 for the edition a year before, 1 for the one after. */
  readonly edition: -1 | 0 | 1;
  /** It starts on this day of the week (0 is Sunday), at or after the day above. */
  readonly weekday?: number;
  /** Local time of the first day. */
  readonly startHour: number;
  readonly durationHours: number;
  readonly timezone: string;
  readonly currency: string;
  readonly venue: { readonly name: string; readonly address: string; readonly city: string; readonly country: string };
  /** From the launch of sales to the start of the event. */
  readonly salesDays: number;
  /** Its part of all orders; of a draft, what it is planned for. */
  readonly share: number;
  /** How many orders it is made for, in relation to those that have come in; what sells out is made for fewer. */
  readonly headroom: number;
  /** How often an order is for 1, 2… people. */
  readonly partySizes: readonly number[];
  /** Where most of the buyers come from. */
  readonly locals: readonly Culture[];
  readonly tickets: readonly TicketSpec[];
  readonly addons: readonly AddonSpec[];
}

export interface OrganizerSpec extends NewOrganizer {
  readonly feePolicy: FeePolicy;
  /** Its settings that buyers see. There is no logo: its URL would have to exist. */
  readonly profile: Readonly<Partial<Record<OrganizerSetting, string>>>;
  readonly events: readonly EventSpec[];
}
