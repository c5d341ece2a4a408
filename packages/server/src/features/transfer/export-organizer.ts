import { type RawBuilder, sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, databaseForLongRead, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { posterIdOf } from '../catalog/index.ts';
import { reversalRefOf } from '../entitlements/index.ts';
import { type Attendee, buyerField } from '../orders/index.ts';
import {
  findQuestionReferences,
  listEventsWithQuestions,
  listQuestions,
  type PersonAnswers,
} from '../questions/index.ts';
import { bibOf, nameParts, partsOfName } from '../tickets/index.ts';

/** The maximum number of orders in the result of one query. */
const maxPageOrders = 500;

/**
 * Exports an organizer's events, uploaded posters, ticket types, add-ons and orders as lines of an import file, from one snapshot and with little
 * memory. The `externalId` of a line is the `externalId` of its row, or else the id of the row. After an import into another
 * database, an export from there has the same lines. Payouts and keys are not exported. The lines contain personal data, so an
 * audit entry is written before the first line.
 *
 * @param write writes lines, each with its line feed; the next page is read after its promise is resolved
 * @returns the number of lines
 */
export async function exportOrganizer(
  db: Db,
  scope: RequestScope,
  write: (lines: string) => Promise<void>,
): Promise<number> {
  const { organizerId } = scope;
  await recordAudit(db, scope, {
    action: 'data.export',
    subject: organizerId,
    details: {},
    at: timestamp(scope.clock.now()),
  });
  const source = await databaseForLongRead(db);
  return source
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      let count = 0;
      const writeAll = async (lines: readonly string[]) => {
        if (lines.length > 0) await write(`${lines.join('\n')}\n`);
        count += lines.length;
      };
      await writeAll(
        await readLines(
          tx,
          eventFields,
          sql`from events as t ${joinPoster(organizerId)} where t.organizer_id = ${organizerId} order by t.created_at, t.id`,
        ),
      );
      for (const eventId of await eventsWithPoster(tx, organizerId)) {
        await writeAll(await readLines(tx, posterFields, posterOf(organizerId, eventId)));
      }
      await writeAll(await readLines(tx, ticketTypeFields, offersOf('ticket_types', organizerId)));
      await writeAll(await readLines(tx, addonFields, offersOf('addons', organizerId)));
      const [events, typeNames, addons] = [
        await referencesOf(tx, 'events', organizerId),
        await referencesOf(tx, 'ticket_types', organizerId),
        await referencesOf(tx, 'addons', organizerId),
      ];
      const references = { events, offers: new Map([...typeNames, ...addons]), questions: new Map<string, string>() };
      for (const eventId of await listEventsWithQuestions(tx, organizerId))
        await writeAll(await questionLines(tx, organizerId, eventId, references));
      let lastOrder = { created_at: '', order_number: '' };
      for (;;) {
        const page = await readOrders(tx, organizerId, lastOrder);
        await writeAll(page.map((row) => orderLine(row, typeNames, references.questions)));
        const last = page.at(-1);
        if (page.length < maxPageOrders || last === undefined) return count;
        lastOrder = last;
      }
    });
}

// In the SQL, `t` is the exported table. The other aliases are `e` (events), `p` (posters), `y` (ticket types), `a` (add-ons), `i` (items),
// `n` (entitlements), `c` (consumptions), `u` (returns of units), `v` (their reversed consumptions), `k` (tickets) and `w` (answers).

/** The SQL of the `externalId` of a row; if it has none, of its id. */
const externalIdOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.external_id`)}, ${sql.ref(`${alias}.id`)})`;

/** The SQL of the metadata of a row. */
const metadataOf = (db: Db, alias: string) => dialectOf(db).json(sql.ref(`${alias}.metadata`));

/** The SQL of the texts of a row in other languages. */
const translationsOf = (db: Db) => dialectOf(db).json(sql`t.translations`);

function eventFields(db: Db): JsonFields {
  const venue = dialectOf(db).object({
    name: sql`t.venue_name`,
    address: sql`t.venue_address`,
    city: sql`t.venue_city`,
    country: sql`t.venue_country`,
  });
  return {
    type: sql`'event'`,
    externalId: externalIdOf('t'),
    name: sql`t.name`,
    slug: sql`t.slug`,
    description: sql`t.description`,
    status: sql`t.status`,
    startsAt: sql`t.starts_at`,
    endsAt: sql`t.ends_at`,
    timezone: sql`t.timezone`,
    venue,
    // An uploaded poster is a line of its own.
    // Other posters can be imported only with `https` URLs.
    posterUrl: sql`case when p.id is null and t.poster_url like 'https://%' then t.poster_url end`,
    currency: sql`t.currency`,
    defaultLanguage: sql`t.default_language`,
    nameFields: sql`coalesce(t.name_fields, 'full')`,
    waitingRoom: sql`case when t.admit_per_minute is not null then ${dialectOf(db).object({ admitPerMinute: sql`t.admit_per_minute` })} end`,
    translations: translationsOf(db),
    answersUntil: sql`t.answers_until`,
    metadata: metadataOf(db, 't'),
    createdAt: sql`t.created_at`,
    updatedAt: sql`t.updated_at`,
  };
}

/** Joins the uploaded poster of an event. */
const joinPoster = (organizerId: string) =>
  sql`left join posters as p on p.organizer_id = ${organizerId} and p.id = ${posterIdOf('t')}`;

async function eventsWithPoster(tx: Db, organizerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from events as t ${joinPoster(organizerId)}
    where t.organizer_id = ${organizerId} and p.id is not null order by t.created_at, t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

function posterFields(): JsonFields {
  return { type: sql`'poster'`, externalId: sql`p.id`, eventId: externalIdOf('t'), content: sql`p.content` };
}

function posterOf(organizerId: string, eventId: string) {
  return sql`from events as t ${joinPoster(organizerId)} where t.organizer_id = ${organizerId} and t.id = ${eventId}`;
}

function ticketTypeFields(db: Db): JsonFields {
  return {
    type: sql`'ticketType'`,
    externalId: externalIdOf('t'),
    eventId: externalIdOf('e'),
    name: sql`t.name`,
    description: sql`t.description`,
    category: sql`t.category`,
    price: sql`t.price`,
    currency: sql`t.currency`,
    quantity: sql`t.quantity`,
    minPerOrder: sql`t.min_per_order`,
    maxPerOrder: sql`t.max_per_order`,
    bibs: sql`case when t.without_bibs = 1 then null else ${dialectOf(db).object({ first: sql`t.bib_from`, last: sql`t.bib_to` })} end`,
    salesStartAt: sql`t.sales_start_at`,
    salesEndAt: sql`t.sales_end_at`,
    startsAt: sql`t.starts_at`,
    showsQuantityLeft: dialectOf(db).boolean(sql`t.shows_quantity_left = 1`),
    holderName: sql`coalesce(t.holder_name, 'optional')`,
    ageRule: dialectOf(db).json(sql`t.age_rule`),
    categoryRule: dialectOf(db).json(sql`t.category_rule`),
    status: sql`t.status`,
    position: sql`t.position`,
    translations: translationsOf(db),
    metadata: metadataOf(db, 't'),
  };
}

function addonFields(db: Db): JsonFields {
  return {
    type: sql`'addon'`,
    externalId: externalIdOf('t'),
    eventId: externalIdOf('e'),
    name: sql`t.name`,
    addonType: sql`t.type`,
    price: sql`t.price`,
    currency: sql`t.currency`,
    unitsPerPurchase: sql`t.units_per_purchase`,
    assignedTo: sql`coalesce(t.assigned_to, 'order')`,
    maxPerHolder: sql`t.max_per_holder`,
    quantity: sql`t.quantity`,
    status: sql`t.status`,
    position: sql`t.position`,
    translations: translationsOf(db),
    metadata: metadataOf(db, 't'),
  };
}

function offersOf(table: 'ticket_types' | 'addons', organizerId: string) {
  return sql`from ${sql.table(table)} as t
    join events as e on e.organizer_id = ${organizerId} and e.id = t.event_id
    where t.organizer_id = ${organizerId} order by e.created_at, e.id, t.position, t.id`;
}

async function readLines(tx: Db, fields: (db: Db) => JsonFields, from: ReturnType<typeof offersOf>): Promise<string[]> {
  const object = dialectOf(tx).object(fields(tx));
  const { rows } = await sql<{ line: string }>`select cast(${object} as text) as line ${from}`.execute(tx);
  return rows.map((row) => row.line);
}

/** The references of events, ticket types or add-ons by their ids. */
async function referencesOf(
  tx: Db,
  table: 'events' | 'ticket_types' | 'addons',
  organizerId: string,
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'external_id'])
    .where('organizer_id', '=', organizerId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.external_id ?? row.id]));
}

/** The lines of the questions of an event. A question precedes those that depend on it. Adds the references of the questions. */
async function questionLines(
  tx: Db,
  organizerId: string,
  eventId: string,
  { events, offers, questions }: Record<'events' | 'offers' | 'questions', Map<string, string>>,
): Promise<string[]> {
  for (const { id, reference } of await findQuestionReferences(tx, organizerId, eventId)) questions.set(id, reference);
  const stored = await listQuestions(tx, organizerId, eventId);
  const dependsOnOther = ({ shownIf, maxAge }: (typeof stored)[number]) => shownIf !== null || maxAge !== null;
  const parentsFirst = stored.toSorted((a, b) => Number(dependsOnOther(a)) - Number(dependsOnOther(b)));
  return parentsFirst.map(({ id, shownIf, offerIds, options, ...question }) =>
    JSON.stringify({
      type: 'question',
      externalId: questions.get(id),
      ...question,
      eventId: events.get(eventId),
      options: question.key === 'sex' ? null : options,
      shownIf: shownIf && { ...shownIf, questionId: questions.get(shownIf.questionId) ?? shownIf.questionId },
      offerIds: offerIds?.map((offerId) => offers.get(offerId) ?? offerId) ?? null,
    }),
  );
}

interface OrderPageRow {
  created_at: string;
  order_number: string;
  line: string;
  attendees: string | null;
  /** JSON: a list of `PlacedAnswers`. */
  answers: string;
}

/** The answers of a person. `place` is the number of tickets of the order that precede the ticket of the person. */
interface PlacedAnswers extends PersonAnswers {
  readonly place: number;
}

async function readOrders(
  tx: Db,
  organizerId: string,
  lastOrder: { created_at: string; order_number: string },
): Promise<OrderPageRow[]> {
  const { rows } = await sql<OrderPageRow>`
    select t.created_at, t.order_number, t.attendees, cast(${answersOf(tx, organizerId)} as text) as answers, cast(${dialectOf(tx).object(orderFields(tx, organizerId))} as text) as line
    from orders as t join events as e on e.organizer_id = ${organizerId} and e.id = t.event_id
    where t.organizer_id = ${organizerId}
      and (t.created_at, t.order_number) > (${lastOrder.created_at}, ${lastOrder.order_number})
    order by t.created_at, t.order_number limit ${maxPageOrders}`.execute(tx);
  return rows;
}

/** The number of tickets of the order `t` that precede a ticket. */
function placeOf(organizerId: string, ticketId: RawBuilder<unknown>) {
  return sql`(select count(*) from tickets as k where k.organizer_id = ${organizerId}
    and k.order_number = t.order_number and k.id < ${ticketId})`;
}

function answersOf(tx: Db, organizerId: string) {
  const { array, object, valuesOf } = dialectOf(tx);
  const place = placeOf(organizerId, sql`w.ticket_id`);
  return array(
    object({ person: sql`w.person`, place, answers: valuesOf(sql`w.answers`) }),
    sql`from answers as w where w.organizer_id = ${organizerId} and w.order_number = t.order_number`,
    sql`w.person`,
  );
}

function orderFields(tx: Db, organizerId: string): JsonFields {
  const { object, array } = dialectOf(tx);
  return {
    type: sql`'order'`,
    externalId: sql`coalesce(t.external_id, t.order_number)`,
    orderNumber: sql`t.order_number`,
    eventId: externalIdOf('e'),
    status: sql`t.status`,
    currency: sql`t.currency`,
    buyer: buyerField(tx),
    items: array(
      object(itemFields(tx, organizerId)),
      sql`from order_items as i
        left join ticket_types as y on y.organizer_id = ${organizerId} and y.id = i.ticket_type_id
        left join addons as a on a.organizer_id = ${organizerId} and a.id = i.addon_id
        left join entitlements as n on n.organizer_id = ${organizerId} and n.item_id = i.id
        where i.organizer_id = ${organizerId} and i.order_number = t.order_number`,
      sql`i.position`,
    ),
    attendees: array(
      object(attendeeFields(tx)),
      sql`from tickets as k
        join ticket_types as y on y.organizer_id = ${organizerId} and y.id = k.ticket_type_id
        where k.organizer_id = ${organizerId} and k.order_number = t.order_number`,
      sql`k.id`,
    ),
    feeBreakdown: object({
      subtotal: sql`t.subtotal`,
      discount: sql`t.discount`,
      platformFee: sql`t.platform_fee`,
      paymentFee: sql`t.payment_fee`,
      tax: sql`t.tax`,
      total: sql`t.total`,
      organizerNet: sql`t.total - t.platform_fee - t.payment_fee - t.tax`,
      paidBy: sql`t.fees_paid_by`,
    }),
    refundedTotal: sql`t.refunded_total`,
    createdAt: sql`t.created_at`,
    updatedAt: sql`t.updated_at`,
    paidAt: sql`t.paid_at`,
    paymentMethod: sql`t.payment_method`,
    receivedBy: sql`t.received_by`,
    expiresAt: sql`t.expires_at`,
    language: sql`t.language`,
    metadata: metadataOf(tx, 't'),
  };
}

function itemFields(tx: Db, organizerId: string): JsonFields {
  const { object, array } = dialectOf(tx);
  return {
    kind: sql`i.kind`,
    ticketTypeId: sql`coalesce(y.external_id, y.id)`,
    addonId: sql`coalesce(a.external_id, a.id)`,
    attendee: sql`case when n.ticket_id is null then i.person - 1 else ${placeOf(organizerId, sql`n.ticket_id`)} end`,
    name: sql`i.name`,
    quantity: sql`i.quantity`,
    unitPrice: sql`i.unit_price`,
    total: sql`i.total`,
    refundedQuantity: sql`i.refunded_quantity`,
    unitsPerPurchase: sql`case when i.kind = 'addon' then i.units_per_purchase end`,
    unitsConsumed: sql`n.units_consumed`,
    unitsVoided: sql`n.units_voided`,
    consumptions: array(
      object({ ref: sql`c.ref`, units: sql`c.units`, reason: sql`c.reason`, createdAt: sql`c.created_at` }),
      sql`from consumptions as c where c.organizer_id = ${organizerId} and c.entitlement_id = n.id`,
      sql`c.created_at, c.ref`,
    ),
    returns: array(
      object({
        ref: sql`case when v.id is null then u.ref end`,
        reverses: sql`v.ref`,
        units: sql`u.units`,
        reason: sql`u.reason`,
        createdAt: sql`u.created_at`,
      }),
      sql`from unit_returns as u
        left join consumptions as v on v.organizer_id = ${organizerId} and v.entitlement_id = n.id
          and ${reversalRefOf(sql`v.id`)} = u.ref
        where u.organizer_id = ${organizerId} and u.entitlement_id = n.id`,
      sql`u.created_at, u.ref`,
    ),
  };
}

const attendeeFields = (tx: Db): JsonFields => ({
  ticketTypeId: externalIdOf('y'),
  holderName: sql`k.holder_name`,
  ...nameParts('k'),
  bib: bibOf('k'),
  isBibFixed: dialectOf(tx).boolean(sql`k.bib_fixed = 1`),
  category: sql`k.category`,
  isCategoryFixed: dialectOf(tx).boolean(sql`k.category_fixed = 1`),
  qrValue: sql`k.qr_value`,
  status: sql`k.status`,
  issuedAt: sql`k.issued_at`,
  updatedAt: sql`k.updated_at`,
  usedAt: sql`k.used_at`,
  refundedAt: sql`k.refunded_at`,
  fields: dialectOf(tx).json(sql`k.fields`),
  externalId: sql`k.external_id`,
  metadata: metadataOf(tx, 'k'),
});

/** The line of an order. A pending order has no tickets yet, so its attendees are stored with the order. */
function orderLine(
  row: OrderPageRow,
  typeNames: ReadonlyMap<string, string>,
  questions: ReadonlyMap<string, string>,
): string {
  const persons = JSON.parse(row.answers) as PlacedAnswers[];
  if (row.attendees === null && persons.length === 0) return row.line;
  const line = JSON.parse(row.line) as { buyer: object; attendees: object[] };
  const attendees =
    row.attendees === null
      ? line.attendees
      : (JSON.parse(row.attendees) as Attendee[]).map(({ hasAnswers: _, firstNameLength = null, ...attendee }) => ({
          ...attendee,
          ...partsOfName({ ...attendee, firstNameLength }),
          ticketTypeId: typeNames.get(attendee.ticketTypeId) ?? attendee.ticketTypeId,
        }));
  const answersOfPerson = (isPerson: (person: PlacedAnswers) => boolean) => {
    const answers = persons.find(isPerson)?.answers.map((answer) => ({
      ...answer,
      questionId: questions.get(answer.questionId) ?? answer.questionId,
    }));
    return answers === undefined ? {} : { answers };
  };
  return JSON.stringify({
    ...line,
    buyer: { ...line.buyer, ...answersOfPerson(({ person }) => person === 0) },
    attendees: attendees.map((attendee, index) => ({
      ...attendee,
      ...answersOfPerson(({ person, place }) => person > 0 && (row.attendees === null ? place : person - 1) === index),
    })),
  });
}
