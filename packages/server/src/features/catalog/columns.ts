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

export function eventColumns(input: EventInput): Columns<'events'> {
  const venue = input.venue === null ? noVenue : (input.venue ?? {});
  return withoutAbsent({
    name: input.name,
    slug: input.slug,
    description: input.description,
    status: input.status,
    starts_at: utc(input.startsAt),
    ends_at: utc(input.endsAt),
    timezone: input.timezone,
    venue_name: venue.name,
    venue_address: venue.address,
    venue_city: venue.city,
    venue_country: venue.country,
    poster_url: input.posterUrl,
    currency: input.currency,
  });
}

export function ticketTypeColumns(input: TicketTypeInput): Columns<'ticket_types'> {
  return withoutAbsent({
    name: input.name,
    description: input.description,
    category: input.category,
    price: input.price,
    quantity: input.quantity,
    min_per_order: input.minPerOrder,
    max_per_order: input.maxPerOrder,
    sales_start_at: utc(input.salesStartAt),
    sales_end_at: utc(input.salesEndAt),
    status: input.status,
    position: input.position,
  });
}

export function addonColumns(input: AddonInput): Columns<'addons'> {
  return withoutAbsent({
    name: input.name,
    type: input.type,
    price: input.price,
    units_per_purchase: input.unitsPerPurchase,
    quantity: input.quantity,
    status: input.status,
    position: input.position,
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
