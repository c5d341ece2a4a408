import { parseTimestamp } from '../../platform/clock.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Static, TSchema } from '../../platform/http/schema.ts';
import type { addonFields, eventFields, position, ticketTypeFields, venueFields } from './fields.ts';

/** Fields that were validated, each of them optional and nullable. */
type Given<F extends Record<string, TSchema>> = { readonly [K in keyof F]?: Static<F[K]> | null };

export type EventInput = Given<typeof eventFields> & { readonly venue?: Given<typeof venueFields> | null };
export type TicketTypeInput = Given<typeof ticketTypeFields> & { readonly position?: Static<typeof position> | null };
export type AddonInput = Given<typeof addonFields> & { readonly position?: Static<typeof position> | null };

/** Columns to be written: those whose fields were given. */
export type Columns<T extends keyof Tables> = { [K in keyof Tables[T]]?: Tables[T][K] | null };

const noVenue: Given<typeof venueFields> = { name: null, address: null, city: null, country: null };

export function eventColumns(given: EventInput): Columns<'events'> {
  const venue = given.venue === null ? noVenue : (given.venue ?? {});
  return withoutAbsent({
    name: given.name,
    slug: given.slug,
    description: given.description,
    status: given.status,
    starts_at: utc(given.startsAt),
    ends_at: utc(given.endsAt),
    timezone: given.timezone,
    venue_name: venue.name,
    venue_address: venue.address,
    venue_city: venue.city,
    venue_country: venue.country,
    poster_url: given.posterUrl,
    currency: given.currency,
  });
}

export function ticketTypeColumns(given: TicketTypeInput): Columns<'ticket_types'> {
  return withoutAbsent({
    name: given.name,
    description: given.description,
    category: given.category,
    price: given.price,
    quantity: given.quantity,
    min_per_order: given.minPerOrder,
    max_per_order: given.maxPerOrder,
    sales_start_at: utc(given.salesStartAt),
    sales_end_at: utc(given.salesEndAt),
    status: given.status,
    position: given.position,
  });
}

export function addonColumns(given: AddonInput): Columns<'addons'> {
  return withoutAbsent({
    name: given.name,
    type: given.type,
    price: given.price,
    units_per_purchase: given.unitsPerPurchase,
    quantity: given.quantity,
    status: given.status,
    position: given.position,
  });
}

/** The columns whose new values differ from those of the row. */
export function changesTo<R extends object, C extends Partial<Record<keyof R, unknown>>>(row: R, columns: C): C {
  const changed = Object.entries(columns).filter(([name, value]) => row[name as keyof R] !== value);
  return Object.fromEntries(changed) as C;
}

function utc(text: string | null | undefined): string | null | undefined {
  return text ? parseTimestamp(text) : text;
}

function withoutAbsent<C extends object>(columns: C): { [K in keyof C]?: Exclude<C[K], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;
}
