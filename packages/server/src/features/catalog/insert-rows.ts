import { sql } from 'kysely';
import { defaultLanguage } from '#messages/languages';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { writeExternalId } from '../../platform/external-fields.ts';
import { newId } from '../../platform/ids.ts';
import type { EventDefaults } from '../organizers/index.ts';
import { openSettlement } from '../settlements/index.ts';
import { reserveBibsOfRange } from './bibs.ts';
import { maxPosition } from './bounds.ts';
import {
  type AddonInput,
  addonColumns,
  type Columns,
  type EventInput,
  eventColumns,
  type TicketTypeInput,
  ticketTypeColumns,
} from './columns.ts';
import { claimPublicSlug } from './public-slugs.ts';
import { assertExternalIdFree } from './references.ts';
import { uniqueSlug } from './slug.ts';

/** The fields of an event that are needed to insert its offers. */
export interface EventRef {
  readonly id: string;
  readonly currency: string;
}

type OfferTable = 'ticket_types' | 'addons';

interface RequiredOfferFields {
  readonly name: string;
  readonly price: number;
}

/** Reads an event and locks it until the transaction ends, so that its currency cannot change. */
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
 * @param times the times of an event that was created in another system
 * @returns null if another event has its slug; then nothing was written
 * @throws ApiError `external_id_taken` if another event has its `externalId`
 */
export async function insertEvent(
  tx: Db,
  organizer: { id: string } & EventDefaults,
  fields: EventInput & { readonly name: string; readonly startsAt: string },
  now: string,
  times: { createdAt: string; updatedAt: string } = { createdAt: now, updatedAt: now },
): Promise<EventRef | null> {
  const columns = eventColumns(fields);
  const event = { id: newId('evt', Date.parse(now)), currency: columns.currency ?? organizer.currency };
  for (;;) {
    const slug = columns.slug ?? (await uniqueSlug(tx, organizer.id, fields.name));
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('events')
      .values({
        organizer_id: organizer.id,
        id: event.id,
        external_id: columns.external_id ?? null,
        metadata: columns.metadata ?? null,
        translations: columns.translations ?? null,
        name: fields.name,
        slug,
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
        answers_until: columns.answers_until ?? null,
        default_language: columns.default_language ?? defaultLanguage,
        name_fields: columns.name_fields ?? null,
        admit_per_minute: columns.admit_per_minute ?? null,
        next_bib: 1,
        version: 1,
        created_at: times.createdAt,
        updated_at: times.updatedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) {
      if (columns.status === 'published') await claimPublicSlug(tx, organizer.id, { id: event.id, slug });
      break;
    }
    if (columns.external_id) await assertExternalIdFree(tx, organizer.id, 'events', columns.external_id);
    if (columns.slug) return null;
    // Another transaction has inserted an event with the derived slug: derive the next slug.
  }
  await openSettlement(tx, organizer.id, event, now);
  return event;
}

/** The version of a new ticket type or add-on: the lowest version that an event can have. */
export const firstVersion = 1;

/**
 * Inserts a validated ticket type. The caller has locked the event.
 *
 * @returns its id
 */
export async function insertTicketType(
  tx: Db,
  organizerId: string,
  event: EventRef,
  fields: TicketTypeInput & RequiredOfferFields,
  now: string,
): Promise<string> {
  const columns = ticketTypeColumns(fields);
  const id = newId('tty', Date.parse(now));
  const insert = tx.insertInto('ticket_types').values({
    ...(await newOfferColumns(tx, 'ticket_types', organizerId, event, columns, fields, now)),
    id,
    description: columns.description ?? null,
    category: columns.category ?? null,
    min_per_order: columns.min_per_order ?? 1,
    max_per_order: columns.max_per_order ?? null,
    sales_start_at: columns.sales_start_at ?? null,
    sales_end_at: columns.sales_end_at ?? null,
    starts_at: columns.starts_at ?? null,
    shows_quantity_left: columns.shows_quantity_left ?? 0,
    holder_name: columns.holder_name ?? null,
    age_rule: columns.age_rule ?? null,
    category_rule: columns.category_rule ?? null,
    bib_from: columns.bib_from ?? null,
    bib_to: columns.bib_to ?? null,
    bib_next: null,
    without_bibs: columns.without_bibs ?? 0,
  });
  await writeExternalId(tx, columns.external_id, () => insert.execute());
  await reserveBibsOfRange(tx, organizerId, event.id, columns.bib_to);
  return id;
}

/**
 * Inserts a validated add-on. The caller has locked the event.
 *
 * @returns its id
 */
export async function insertAddon(
  tx: Db,
  organizerId: string,
  event: EventRef,
  fields: AddonInput & RequiredOfferFields,
  now: string,
): Promise<string> {
  const columns = addonColumns(fields);
  const id = newId('add', Date.parse(now));
  const insert = tx.insertInto('addons').values({
    ...(await newOfferColumns(tx, 'addons', organizerId, event, columns, fields, now)),
    id,
    type: fields.type ?? 'other',
    units_per_purchase: fields.unitsPerPurchase ?? 1,
    assigned_to: columns.assigned_to ?? null,
    max_per_holder: columns.max_per_holder ?? null,
  });
  await writeExternalId(tx, columns.external_id, () => insert.execute());
  return id;
}

/** The columns that new ticket types and new add-ons have in common. */
async function newOfferColumns(
  tx: Db,
  table: OfferTable,
  organizerId: string,
  event: EventRef,
  columns: Columns<'ticket_types'> | Columns<'addons'>,
  { name, price, quantity, status, position }: (TicketTypeInput | AddonInput) & RequiredOfferFields,
  now: string,
) {
  return {
    organizer_id: organizerId,
    event_id: event.id,
    external_id: columns.external_id ?? null,
    metadata: columns.metadata ?? null,
    translations: columns.translations ?? null,
    name,
    price,
    currency: event.currency,
    quantity: quantity ?? null,
    sold: 0,
    reserved: 0,
    status: status ?? 'active',
    position: position ?? (await nextPosition(tx, table, organizerId, event.id)),
    version: firstVersion,
    created_at: now,
    updated_at: now,
  };
}

/** The position after the last offer, at most the highest possible position. */
async function nextPosition(tx: Db, table: OfferTable, organizerId: string, eventId: string): Promise<number> {
  const { last } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.max('position').as('last'))
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Math.min(last + 1, maxPosition);
}
