import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#messages/languages';
import { type Db, dialectOf, type JsonBody, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList, type ListQuery, type ListSpec } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import { externalJson } from '../../platform/external-fields.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { byLanguage, textIn, translationsJson } from '../../platform/translations.ts';
import { effectiveMaxPerOrder, findOrganizerOfEvent } from '../inventory/index.ts';
import { publicOrganizerFields } from '../organizers/index.ts';
import { askedQuestions } from '../questions/index.ts';
import type { organizerEvent } from './schema.ts';

/** An event as the API returns it to its organizer. */
export type EventView = Static<ReturnType<typeof organizerEvent>>;

type EventFilter = 'status' | 'externalId' | 'slug';

/** Readers of events. `organizer`: events in every state, with stock numbers. `everyone`: published events, without stock numbers that the organizer does not show. */
export type Audience = 'organizer' | 'everyone';

/** Reads events for an audience, as JSON that the database builds. */
export interface EventReader {
  /** The JSON of a page of events. With `updatedSince`, it has no fields that change with sales, because these are no changes of an event. */
  list(db: Db, organizerId: string, query: ListQuery<EventFilter>, cursorKey: KeyObject): Promise<JsonBody>;
  /** The JSON of an event; null if the organizer has no event with this id that the audience can read. */
  get(db: Db, organizerId: string, eventId: string): Promise<string | null>;
  /** The same JSON with the version of the event. */
  getVersioned(db: Db, organizerId: string, eventId: string): Promise<Versioned | null>;
}

/**
 * Creates the statements that read events for an audience.
 *
 * @param include.addons whether events contain their add-ons
 * @param include.language the language of the texts for everyone, by default that of each event; organizers read all languages
 */
export function eventReader(
  audience: Audience,
  { addons, language = null }: { addons: boolean; language?: Language | null },
): EventReader {
  const isPublished = audience === 'everyone' ? sql<boolean>`t.status = 'published'` : undefined;
  const fieldsWith = (include: EventParts) => (db: Db, organizerId: RawBuilder<unknown>) =>
    eventFields(db, organizerId, audience, include);
  const fields = fieldsWith({ addons, sales: true, language });
  const listSpec: ListSpec<EventFilter> = {
    table: 'events',
    fields,
    newestFirst: [
      ['created_at', 'createdAt'],
      ['id', 'id'],
    ],
    oldestChangeFirst: [
      ['updated_at', 'updatedAt'],
      ['id', 'id'],
    ],
    ...(isPublished ? { always: isPublished } : {}),
    filters: {
      status: (value) => sql`t.status = ${value}`,
      externalId: (value) => sql`t.external_id = ${value}`,
      slug: (value) => sql`t.slug = ${value}`,
    },
    plans: [
      { name: 'the event with this externalId', when: ['externalId'], residual: ['status', 'slug'], sorts: true },
      { name: 'the event with this slug', when: ['slug'], residual: ['status'], sorts: true },
    ],
  };
  const list = defineList(`events ${audience}`, listSpec);
  const listChanges = defineList(`events ${audience}`, {
    ...listSpec,
    fields: fieldsWith({ addons, sales: false, language }),
  });
  const find = statement<{ organizerId: string; eventId: string }, Versioned>((db, param) => {
    const query = db
      .selectFrom('events as t')
      .select([
        't.id',
        't.version',
        sql<string>`cast(${dialectOf(db).object(fields(db, param('organizerId')))} as text)`.as('json'),
      ])
      .where('t.organizer_id', '=', param('organizerId'))
      .where('t.id', '=', param('eventId'));
    return isPublished ? query.where(isPublished) : query;
  });
  return {
    list: (db, organizerId, query, cursorKey) =>
      (query.updatedSince === undefined ? list : listChanges)(db, organizerId, query, cursorKey),
    get: async (db, organizerId, eventId) => (await find(db, { organizerId, eventId }))[0]?.json ?? null,
    getVersioned: async (db, organizerId, eventId) => (await find(db, { organizerId, eventId }))[0] ?? null,
  };
}

interface EventParts {
  readonly addons: boolean;
  /** The fields that change with sales, without a change of `updatedAt`. */
  readonly sales: boolean;
  /** The language of the texts; null for the default language. */
  readonly language: Language | null;
}

/** The JSON fields of an event for an audience. Its row has the alias `t`. */
function eventFields(db: Db, organizerId: RawBuilder<unknown>, audience: Audience, include: EventParts): JsonFields {
  const { object, array } = dialectOf(db);
  const stock = stockFields(db, audience, include);
  const ofOwn = (alias: string): JsonFields =>
    include.addons && audience === 'organizer'
      ? { translations: translationsJson(db, alias), ...externalJson(db, alias) }
      : {};
  const ofHolders = include.addons ? holderFields(db, audience) : {};
  const offersOf = (table: 'ticket_types' | 'addons', value: JsonFields) =>
    array(
      object(value),
      sql`from ${sql.table(table)} as c where c.organizer_id = ${organizerId} and c.event_id = t.id${
        audience === 'everyone' ? sql` and c.status = 'active'` : sql``
      }`,
      sql`c.position, c.id`,
    );
  return {
    id: sql`t.id`,
    name: textIn(db, 't', 'name', include.language),
    slug: sql`t.slug`,
    ...(include.addons
      ? {
          publicSlug: publicSlugField(organizerId),
          defaultLanguage: sql`t.default_language`,
          nameFields: sql`coalesce(t.name_fields, 'full')`,
        }
      : {}),
    description: textIn(db, 't', 'description', include.language),
    status: sql`t.status`,
    startsAt: sql`t.starts_at`,
    endsAt: sql`t.ends_at`,
    timezone: sql`t.timezone`,
    venue: sql`case when coalesce(t.venue_name, t.venue_address, t.venue_city, t.venue_country) is null then null else ${object(
      {
        name: sql`t.venue_name`,
        address: sql`t.venue_address`,
        city: sql`t.venue_city`,
        country: sql`t.venue_country`,
      },
    )} end`,
    posterUrl: sql`t.poster_url`,
    currency: sql`t.currency`,
    ticketTypes: offersOf('ticket_types', {
      ...ticketTypeFields(db, audience, stock, include),
      ...(include.addons ? shownFields(db, audience, include) : {}),
      ...ofHolders,
      ...(include.addons && audience === 'organizer' ? { bibs: bibsField(db) } : {}),
      ...ofOwn('c'),
    }),
    ...(include.addons ? { addons: offersOf('addons', { ...addonFields(db, stock, include), ...ofOwn('c') }) } : {}),
    ...(include.addons && audience === 'organizer'
      ? { waitingRoom: waitingRoomField(db), answersUntil: sql`t.answers_until`, ...ofOwn('t') }
      : {}),
    ...(include.addons && audience === 'everyone' ? { questions: askedQuestions(db, organizerId, sql`t.id`) } : {}),
    createdAt: sql`t.created_at`,
    updatedAt: sql`t.updated_at`,
  };
}

/** The slug of the page of an event; null in a sandbox, and before the event is published. */
function publicSlugField(organizerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select p.slug from public_slugs as p
    where p.organizer_id = ${organizerId} and p.event_id = t.id and p.is_current = 1)`;
}

function waitingRoomField(db: Db): RawBuilder<unknown> {
  const room = dialectOf(db).object({ admitPerMinute: sql`t.admit_per_minute` });
  return sql`case when t.admit_per_minute is null then null else ${room} end`;
}

function bibsField(db: Db): RawBuilder<unknown> {
  const bibs = dialectOf(db).object({ first: sql`c.bib_from`, last: sql`c.bib_to` });
  return sql`case when c.without_bibs = 1 then null else ${bibs} end`;
}

function ticketTypeFields(db: Db, audience: Audience, stock: JsonFields, { language }: EventParts): JsonFields {
  return {
    id: sql`c.id`,
    eventId: sql`c.event_id`,
    name: textIn(db, 'c', 'name', language),
    description: textIn(db, 'c', 'description', language),
    category: textIn(db, 'c', 'category', language),
    price: sql`c.price`,
    currency: sql`c.currency`,
    ...stock,
    minPerOrder: sql`c.min_per_order`,
    maxPerOrder: audience === 'organizer' ? sql`c.max_per_order` : effectiveMaxPerOrder,
    salesStartAt: sql`c.sales_start_at`,
    salesEndAt: sql`c.sales_end_at`,
    status: sql`c.status`,
    position: sql`c.position`,
  };
}

/** What buyers see of a ticket type beside its price. They see the number of tickets left only if the organizer shows it. */
function shownFields(db: Db, audience: Audience, { sales }: EventParts): JsonFields {
  const isShown = sql`c.shows_quantity_left = 1`;
  const quantityLeft = sql`case when not ${isShown} then null
    when c.sold + c.reserved >= c.quantity then 0 else c.quantity - c.sold - c.reserved end`;
  const ofBuyers = sales ? { quantityLeft } : {};
  return {
    startsAt: sql`c.starts_at`,
    ...(audience === 'organizer' ? { showsQuantityLeft: dialectOf(db).boolean(isShown) } : ofBuyers),
  };
}

/** What a ticket type says about its holders. Buyers need not know how categories are made. */
function holderFields(db: Db, audience: Audience): JsonFields {
  const { json } = dialectOf(db);
  return {
    holderName: sql`coalesce(c.holder_name, 'optional')`,
    ageRule: json(sql`c.age_rule`),
    ...(audience === 'organizer' ? { categoryRule: json(sql`c.category_rule`) } : {}),
  };
}

function addonFields(db: Db, stock: JsonFields, { language }: EventParts): JsonFields {
  return {
    id: sql`c.id`,
    eventId: sql`c.event_id`,
    name: textIn(db, 'c', 'name', language),
    type: sql`c.type`,
    price: sql`c.price`,
    currency: sql`c.currency`,
    unitsPerPurchase: sql`c.units_per_purchase`,
    assignedTo: sql`coalesce(c.assigned_to, 'order')`,
    maxPerHolder: sql`case when c.assigned_to = 'holder' then coalesce(c.max_per_holder, 1) end`,
    ...stock,
    status: sql`c.status`,
  };
}

function stockFields(db: Db, audience: Audience, { sales }: EventParts): JsonFields {
  if (audience === 'everyone') {
    return sales ? { soldOut: dialectOf(db).boolean(sql`coalesce(c.sold + c.reserved >= c.quantity, false)`) } : {};
  }
  const sold = { sold: sql`c.sold`, reserved: sql`c.reserved`, available: sql`c.quantity - c.sold - c.reserved` };
  return { quantity: sql`c.quantity`, ...(sales ? sold : {}) };
}

interface EventKey {
  readonly organizerId: string;
  readonly eventId: string;
}

interface EventForBuyers extends EventKey {
  readonly status: 'draft' | 'published';
}

const findForBuyers = byLanguage((language) =>
  statement<EventForBuyers, { json: string }>((db, param) => {
    const { object: json } = dialectOf(db);
    const event = eventFields(db, param('organizerId'), 'everyone', { addons: true, sales: true, language });
    return db
      .selectFrom('events as t')
      .innerJoin('organizers as o', 'o.id', 't.organizer_id')
      .select(sql<string>`cast(${json({ ...event, organizer: json(publicOrganizerFields('o')) })} as text)`.as('json'))
      .where('t.organizer_id', '=', param('organizerId'))
      .where('t.id', '=', param('eventId'))
      .where('t.status', '=', param('status'))
      .where(sql<boolean>`(t.status = 'draft' or o.suspended_at is null)`);
  }),
);

/**
 * The JSON of `eventOnSale`; null if the organizer has no published event with this id, or is suspended.
 *
 * @param language the language of its texts; null for the default language
 */
export async function findEventOnSale(
  db: Db,
  { organizerId, eventId }: EventKey,
  language: Language | null,
): Promise<string | null> {
  const [row] = await findForBuyers(language)(db, { organizerId, eventId, status: 'published' });
  return row?.json ?? null;
}

/** The JSON of a draft as buyers will see it, in the form of `eventOnSale`; null if the organizer has no draft with this id. */
export async function findDraft(
  db: Db,
  { organizerId, eventId }: EventKey,
  language: Language | null,
): Promise<string | null> {
  const [row] = await findForBuyers(language)(db, { organizerId, eventId, status: 'draft' });
  return row?.json ?? null;
}

/** A published event, found by a link to its page. */
export interface PublishedEvent {
  readonly id: string;
  readonly organizerId: string;
  /** 1 if the organizer is a sandbox. */
  readonly isSandbox: number;
  readonly defaultLanguage: Language;
  /** How many visitors its waiting room admits in a minute; null: it has none. */
  readonly admitPerMinute: number | null;
}

function publishedEvents(db: Db) {
  return db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .select([
      'e.id',
      'e.organizer_id as organizerId',
      'e.default_language as defaultLanguage',
      'e.admit_per_minute as admitPerMinute',
      sql<number>`case when o.sandbox_of is null then 0 else 1 end`.as('isSandbox'),
    ])
    .where('e.status', '=', 'published')
    .where('o.suspended_at', 'is', null);
}

const byId = statement<{ organizerId: string; id: string }, PublishedEvent>((db, param) =>
  publishedEvents(db).where('e.organizer_id', '=', param('organizerId')).where('e.id', '=', param('id')),
);

/** The published event with this id; null if there is none, or its organizer is suspended. */
export async function findPublishedById(db: Db, id: string): Promise<PublishedEvent | null> {
  const organizerId = await findOrganizerOfEvent(db, id);
  return organizerId === null ? null : findPublished(db, { organizerId, id });
}

async function findPublished(db: Db, key: { organizerId: string; id: string }): Promise<PublishedEvent | null> {
  const [event] = await byId(db, key);
  return event ?? null;
}

interface SlugOwner {
  readonly organizerId: string;
  readonly id: string;
  /** The slug that the page of the event has now; null for that of the request. */
  readonly movedTo: string | null;
}

const findBySlug = statement<{ slug: string }, SlugOwner>((db, param) =>
  db
    .selectFrom('public_slugs as p')
    .leftJoin('public_slugs as now', (join) =>
      join
        .onRef('now.organizer_id', '=', 'p.organizer_id')
        .onRef('now.event_id', '=', 'p.event_id')
        .on('now.is_current', '=', sql.lit(1))
        .onRef('now.slug', '<>', 'p.slug'),
    )
    .select(['p.organizer_id as organizerId', 'p.event_id as id', 'now.slug as movedTo'])
    .where('p.slug', '=', param('slug')),
);

/**
 * The published event whose page has or had this slug.
 *
 * @returns `isTaken`: whether any event has or had the slug, also one that is not published anymore; `movedTo`: the slug of the page, if
 *   it is another one now
 */
export async function findPublishedBySlug(
  db: Db,
  slug: string,
): Promise<{ isTaken: boolean; event: PublishedEvent | null; movedTo: string | null }> {
  const [owner] = await findBySlug(db, { slug });
  if (owner === undefined) return { isTaken: false, event: null, movedTo: null };
  const { movedTo, ...key } = owner;
  return { isTaken: true, event: await findPublished(db, key), movedTo };
}

const findSandboxEvent = statement<{ organizerId: string; id: string }, { id: string }>((db, param) =>
  db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .select('e.id')
    .where('e.organizer_id', '=', param('organizerId'))
    .where('e.id', '=', param('id'))
    .where('o.sandbox_of', 'is not', null),
);

/** Whether an event with this id, in any state, belongs to a sandbox. */
export async function isSandboxEvent(db: Db, id: string): Promise<boolean> {
  const organizerId = await findOrganizerOfEvent(db, id);
  return organizerId !== null && (await findSandboxEvent(db, { organizerId, id })).length > 0;
}
