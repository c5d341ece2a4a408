import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#messages/languages';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { byLanguage, textIn } from '../../platform/translations.ts';

/** The slug of the page of the published event with the latest start among all organizers; null if no event is published. */
export async function findLastPublishedSlug(db: Db): Promise<string | null> {
  const event = await db
    .selectFrom('public_slugs as p')
    .innerJoin('events as e', (join) =>
      join.onRef('e.organizer_id', '=', 'p.organizer_id').onRef('e.id', '=', 'p.event_id'),
    )
    .select('p.slug')
    .where('p.is_current', '=', 1)
    .where('e.status', '=', 'published')
    .orderBy('e.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.slug ?? null;
}

/** @throws Error if the organizer has no such event */
export async function getEventRow(db: Db, organizerId: string, eventId: string): Promise<Tables['events']> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
}

interface EventKey {
  organizerId: string;
  eventId: string;
}

type EventStatus = Tables['events']['status'];

const findStatus = statement<EventKey, Pick<Tables['events'], 'status'>>((db, param) =>
  db
    .selectFrom('events')
    .select('status')
    .where('organizer_id', '=', param('organizerId'))
    .where('id', '=', param('eventId')),
);

/** The status of an event; null if the organizer has no such event. */
export async function findEventStatus(db: Db, organizerId: string, eventId: string): Promise<EventStatus | null> {
  const [event] = await findStatus(db, { organizerId, eventId });
  return event?.status ?? null;
}

/** Whether an event is archived. An archived event can be read, but its tickets and add-ons cannot be bought. */
export async function isArchived(db: Db, organizerId: string, eventId: string): Promise<boolean> {
  const [event] = await findStatus(db, { organizerId, eventId });
  return event?.status === 'archived';
}

/** The ticket types of an event, oldest first, with archived ones. */
export async function listTicketTypeNames(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('ticket_types')
    .select(['id', 'name'])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

interface TicketTypeStart {
  readonly id: string;
  readonly name: string;
  /** Null: with the event. */
  readonly startsAt: string | null;
}

const findTicketTypeStarts = byLanguage((language) =>
  statement<EventKey, TicketTypeStart>(
    (db, param) =>
      sql`select t.id, ${textIn(db, 't', 'name', language)} as name, t.starts_at as "startsAt" from ticket_types as t
      where t.organizer_id = ${param('organizerId')} and t.event_id = ${param('eventId')} order by t.id`,
  ),
);

/** The starts of the ticket types of an event, with archived ones, and their names in a language. */
export function readTicketTypeStarts(
  db: Db,
  organizerId: string,
  eventId: string,
  language: Language,
): Promise<TicketTypeStart[]> {
  return findTicketTypeStarts(language)(db, { organizerId, eventId });
}

/** The short texts of a ticket type or an add-on in the default language, and their translations. An add-on has no category. */
interface TranslatedOffer {
  readonly id: string;
  readonly name: string;
  readonly nameTranslation: string;
  readonly category: string | null;
  readonly categoryTranslation: string | null;
}

const findTranslatedOffers = byLanguage((language) =>
  statement<EventKey, TranslatedOffer>((db, param) => {
    const offersOf = (
      table: 'ticket_types' | 'addons',
      category: RawBuilder<unknown>,
      translation: RawBuilder<unknown>,
    ) =>
      sql`select t.id, t.name, ${textIn(db, 't', 'name', language)} as "nameTranslation", ${category} as category,
        ${translation} as "categoryTranslation" from ${sql.table(table)} as t
        where t.organizer_id = ${param('organizerId')} and t.event_id = ${param('eventId')} and t.translations is not null`;
    const ticketTypes = offersOf('ticket_types', sql`t.category`, textIn(db, 't', 'category', language));
    return sql<TranslatedOffer>`${ticketTypes} union all ${offersOf('addons', sql`null`, sql`null`)}`;
  }),
);

/** The names and categories in a language of the ticket types and add-ons of an event that have translations, by id. */
export async function readTranslatedOffers(
  db: Db,
  organizerId: string,
  eventId: string,
  language: Language,
): Promise<ReadonlyMap<string, TranslatedOffer>> {
  const offers = await findTranslatedOffers(language)(db, { organizerId, eventId });
  return new Map(offers.map((offer) => [offer.id, offer]));
}

/** Maps each add-on id of an event to its type. */
export async function readAddonTypes(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<ReadonlyMap<string, string>> {
  const addons = await db
    .selectFrom('addons')
    .select(['id', 'type'])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .execute();
  return new Map(addons.map(({ id, type }) => [id, type]));
}

/** The add-ons of an event, and whether each is sold for ticket holders. */
export function listAddonAssignments(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<{ id: string; assigned_to: Tables['addons']['assigned_to'] }[]> {
  return db
    .selectFrom('addons')
    .select(['id', 'assigned_to'])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .execute();
}

const findEvent = statement<{ organizerId: string }, { id: string }>((db, param) =>
  db.selectFrom('events').select('id').where('organizer_id', '=', param('organizerId')).limit(1),
);

/** Whether an organizer has an event, in any status. */
export async function hasEvent(db: Db, organizerId: string): Promise<boolean> {
  return (await findEvent(db, { organizerId })).length > 0;
}

/** Returns the given organizers that have a published event with an active ticket type that is not free. */
export async function findSellers(db: Db, organizerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (organizerIds.length === 0) return new Set();
  const { rows } = await sql<{ organizer_id: string }>`
    select distinct e.organizer_id from events as e
    join ticket_types as c on c.organizer_id = e.organizer_id and c.event_id = e.id
    where ${dialectOf(db).isOneOf(sql.ref('e.organizer_id'), organizerIds)}
      and e.status = 'published' and c.status = 'active' and c.price > 0`.execute(db);
  return new Set(rows.map((row) => row.organizer_id));
}
