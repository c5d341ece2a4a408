import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { EventDefaults } from '../organizers/index.ts';
import { openSettlement } from '../settlements/index.ts';
import { positionMax } from './bounds.ts';
import {
  type AddonInput,
  addonColumns,
  type EventInput,
  eventColumns,
  type TicketTypeInput,
  ticketTypeColumns,
} from './columns.ts';
import { uniqueSlug } from './slug.ts';

/** The origin of a new row. */
export interface Origin {
  /** Its id in another system; null for none. */
  readonly externalId: string | null;
  /** RFC 3339. */
  readonly now: string;
}

/** An event, as far as its new offers need it. */
export interface EventRef {
  readonly id: string;
  readonly currency: string;
}

/** Reads an event and locks it until the transaction ends: its currency cannot change. */
export async function lockEventForShare(tx: Db, organizerId: string, eventId: string): Promise<EventRef> {
  const { rows } = await sql<EventRef>`select id, currency from events
    where organizer_id = ${organizerId} and id = ${eventId} ${dialectOf(tx).forKeyShare}`.execute(tx);
  const [event] = rows;
  if (event === undefined) throw new Error(`The organizer ${organizerId} has no event ${eventId}.`);
  return event;
}

/**
 * Inserts a validated event and opens its settlement.
 *
 * @param times given for an event that was created in another system
 * @returns null if another event has its slug; then nothing was written
 */
export async function insertEvent(
  tx: Db,
  organizer: { id: string } & EventDefaults,
  given: EventInput & { readonly name: string; readonly startsAt: string },
  { externalId, now }: Origin,
  times: { createdAt: string; updatedAt: string } = { createdAt: now, updatedAt: now },
): Promise<EventRef | null> {
  const columns = eventColumns(given);
  const event = { id: newId('evt', Date.parse(now)), currency: columns.currency ?? organizer.currency };
  for (;;) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('events')
      .values({
        organizer_id: organizer.id,
        id: event.id,
        external_id: externalId,
        name: given.name,
        slug: columns.slug ?? (await uniqueSlug(tx, organizer.id, given.name)),
        description: columns.description ?? null,
        status: columns.status ?? 'draft',
        starts_at: columns.starts_at!,
        ends_at: columns.ends_at ?? null,
        timezone: columns.timezone ?? organizer.timezone,
        venue_name: columns.venue_name ?? null,
        venue_address: columns.venue_address ?? null,
        venue_city: columns.venue_city ?? null,
        venue_country: columns.venue_country ?? null,
        poster_url: columns.poster_url ?? null,
        currency: event.currency,
        next_bib: 1,
        version: 1,
        created_at: times.createdAt,
        updated_at: times.updatedAt,
      })
      .onConflict((conflict) => conflict.columns(['organizer_id', 'slug']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) break;
    if (columns.slug) return null;
    // Another transaction took the slug that was derived from the name: derive the next one.
  }
  await openSettlement(tx, organizer.id, event, now);
  return event;
}

/** The version of a new ticket type or add-on: the lowest that an event can have. */
export const firstVersion = 1;

/**
 * Inserts a validated ticket type of an event that is locked.
 *
 * @returns its id
 */
export async function insertTicketType(
  tx: Db,
  organizerId: string,
  event: EventRef,
  given: TicketTypeInput & { readonly name: string; readonly price: number },
  { externalId, now }: Origin,
): Promise<string> {
  const columns = ticketTypeColumns(given);
  const id = newId('tty', Date.parse(now));
  await tx
    .insertInto('ticket_types')
    .values({
      organizer_id: organizerId,
      id,
      event_id: event.id,
      external_id: externalId,
      name: given.name,
      description: columns.description ?? null,
      category: columns.category ?? null,
      price: given.price,
      currency: event.currency,
      quantity: columns.quantity ?? null,
      sold: 0,
      reserved: 0,
      min_per_order: columns.min_per_order ?? 1,
      max_per_order: columns.max_per_order ?? null,
      sales_start_at: columns.sales_start_at ?? null,
      sales_end_at: columns.sales_end_at ?? null,
      status: columns.status ?? 'active',
      position: columns.position ?? (await nextPosition(tx, 'ticket_types', organizerId, event.id)),
      version: firstVersion,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/**
 * Inserts a validated add-on of an event that is locked.
 *
 * @returns its id
 */
export async function insertAddon(
  tx: Db,
  organizerId: string,
  event: EventRef,
  given: AddonInput & { readonly name: string; readonly price: number },
  { externalId, now }: Origin,
): Promise<string> {
  const columns = addonColumns(given);
  const id = newId('add', Date.parse(now));
  await tx
    .insertInto('addons')
    .values({
      organizer_id: organizerId,
      id,
      event_id: event.id,
      external_id: externalId,
      name: given.name,
      type: columns.type ?? 'other',
      price: given.price,
      currency: event.currency,
      units_per_purchase: columns.units_per_purchase ?? 1,
      quantity: columns.quantity ?? null,
      sold: 0,
      reserved: 0,
      status: columns.status ?? 'active',
      position: columns.position ?? (await nextPosition(tx, 'addons', organizerId, event.id)),
      version: firstVersion,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** The position after all others; the highest possible one if that is taken. */
async function nextPosition(
  tx: Db,
  table: 'ticket_types' | 'addons',
  organizerId: string,
  eventId: string,
): Promise<number> {
  const { last } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.max('position').as('last'))
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Math.min(last + 1, positionMax);
}
