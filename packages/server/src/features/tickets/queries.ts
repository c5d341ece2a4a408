import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList, type ListSpec } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import { externalJson } from '../../platform/external-fields.ts';
import { type Versioned, versionOf } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { answersJson } from '../questions/index.ts';
import { nameParts } from './holder-name.ts';
import type { ticket } from './schema.ts';

/**
 * The JSON fields of a ticket that its buyer can read too.
 *
 * @param alias the alias of `tickets` in the statement; the alias of `ticket_types` is the same with the suffix `_type`
 */
function buyerTicketFields(alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return {
    id: column('id'),
    orderNumber: column('order_number'),
    eventId: column('event_id'),
    ticketTypeId: column('ticket_type_id'),
    ticketTypeName: sql.ref(`${alias}_type.name`),
    status: column('status'),
    issuedAt: column('issued_at'),
    updatedAt: column('updated_at'),
    usedAt: column('used_at'),
  };
}

/** The JSON fields of a ticket for its organizer. */
export function ticketFields(db: Db, alias: string): JsonFields {
  return { ...buyerTicketFields(alias), ...externalJson(db, alias) };
}

/** A column of the order of the ticket `t`. Not a join: a planner could read all orders of the organizer for each page. */
export function buyerColumn<T extends string | null>(
  organizerId: unknown,
  column: 'buyer_name' | 'buyer_email' | 'buyer_phone' | 'paid_at',
): RawBuilder<T> {
  return sql`(select o.${sql.ref(column)} from orders as o
    where o.organizer_id = ${organizerId} and o.order_number = t.order_number)`;
}

/** The bib of a ticket; empty text if it has none. */
export function bibOf(alias: string): RawBuilder<string> {
  return sql`coalesce(nullif(${sql.ref(`${alias}.bib`)}, ${sql.ref(`${alias}.id`)}), '')`;
}

/** The JSON of the answers of the holder of a ticket. */
export function answersOfTicket(db: Db, organizerId: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const ticket = sql`a.event_id = ${sql.ref(`${alias}.event_id`)} and a.ticket_id = ${sql.ref(`${alias}.id`)}`;
  return answersJson(db, organizerId, ticket);
}

/** The JSON of the add-ons of the holder of a ticket, without those that are refunded. */
export function addonsOfTicket(db: Db, organizerId: RawBuilder<unknown>, alias: string): RawBuilder<string> {
  const { object, array } = dialectOf(db);
  return array(
    object({
      id: sql`n.id`,
      itemId: sql`n.item_id`,
      addonId: sql`n.addon_id`,
      name: sql`n.name`,
      type: sql`n.type`,
      unitsTotal: sql`n.units_total - n.units_voided`,
      unitsConsumed: sql`n.units_consumed`,
    }),
    sql`from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = ${sql.ref(`${alias}.order_number`)}
      and n.ticket_id = ${sql.ref(`${alias}.id`)} and n.units_voided < n.units_total`,
    sql`n.id`,
  );
}

/**
 * The JSON of a ticket with its personal fields: they describe its holder, or give admission.
 *
 * @param more further fields
 */
export function personalTicketJson(
  db: Db,
  alias: string,
  reader: 'organizer' | 'buyer',
  more: JsonFields = {},
): RawBuilder<unknown> {
  const { object, json } = dialectOf(db);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const fields = {
    ...(reader === 'organizer'
      ? ticketFields(db, alias)
      : { ...buyerTicketFields(alias), startsAt: sql.ref(`${alias}_type.starts_at`) }),
    holderName: column('holder_name'),
    ...nameParts(alias),
    bib: bibOf(alias),
    category: column('category'),
    qrValue: column('qr_value'),
    ...more,
  };
  // Only imported tickets have answers.
  const answers = column('fields');
  const withAnswers = object({ ...fields, fields: json(answers) });
  return json(sql`case when ${answers} is null then ${object(fields)} else ${withAnswers} end`);
}

const typeJoin = (alias: string, organizerId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`join ticket_types as ${sql.ref(`${alias}_type`)}
    on ${sql.ref(`${alias}_type.organizer_id`)} = ${organizerId}
    and ${sql.ref(`${alias}_type.id`)} = ${sql.ref(`${alias}.ticket_type_id`)}`;

/** The `from` clause with the tables of `ticketFields`. */
export function ticketSource(alias: string, organizerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`from tickets as ${sql.ref(alias)} ${typeJoin(alias, organizerId)}`;
}

type TicketRow = { json: string; updatedAt: string };

const findTicketRow = statement<{ organizerId: string; ticketId: string }, TicketRow>(
  (db, param) => sql<TicketRow>`
    select cast(${dialectOf(db).object(ticketFields(db, 't'))} as text) as json, t.updated_at as "updatedAt"
    ${ticketSource('t', param('organizerId'))}
    where t.organizer_id = ${param('organizerId')} and t.id = ${param('ticketId')}`,
);

/**
 * Returns a ticket as JSON, without personal fields, and its version.
 *
 * @throws ApiError `ticket_not_found` if the organizer has no such ticket
 */
export async function readVersionedTicket(db: Db, organizerId: string, ticketId: string): Promise<Versioned> {
  const [row] = await findTicketRow(db, { organizerId, ticketId });
  if (row === undefined) throw new ApiError('ticket_not_found', { ticketId });
  return { ...versionOf(ticketId, row.updatedAt), json: row.json };
}

const findTicketWithAnswers = statement<{ organizerId: string; ticketId: string }, TicketRow & { orderNumber: string }>(
  (db, param) => {
    const answers = answersOfTicket(db, param('organizerId'), 't');
    return sql<TicketRow & { orderNumber: string }>`
      select cast(${dialectOf(db).object({ ...ticketFields(db, 't'), answers })} as text) as json,
        t.updated_at as "updatedAt", t.order_number as "orderNumber"
      ${ticketSource('t', param('organizerId'))}
      where t.organizer_id = ${param('organizerId')} and t.id = ${param('ticketId')}`;
  },
);

/**
 * Returns a ticket as JSON with the answers of its holder, its version, and the number of its order. The caller records the read.
 *
 * @throws ApiError `ticket_not_found` if the organizer has no such ticket
 */
export async function readVersionedTicketWithAnswers(
  db: Db,
  organizerId: string,
  ticketId: string,
): Promise<Versioned & { readonly orderNumber: string }> {
  const [row] = await findTicketWithAnswers(db, { organizerId, ticketId });
  if (row === undefined) throw new ApiError('ticket_not_found', { ticketId });
  return { ...versionOf(ticketId, row.updatedAt), json: row.json, orderNumber: row.orderNumber };
}

/**
 * Returns a ticket as in the API, without personal fields.
 *
 * @throws ApiError `ticket_not_found` if the organizer has no such ticket
 */
export async function readTicket(db: Db, organizerId: string, ticketId: string): Promise<Static<typeof ticket>> {
  const { json } = await readVersionedTicket(db, organizerId, ticketId);
  return JSON.parse(json) as Static<typeof ticket>;
}

/** A subquery for the order number of the ticket with this QR code content. It uses an index and returns at most one row. */
export function orderNumberOfQr(organizerId: RawBuilder<unknown>, qrValue: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select k.order_number from tickets as k where k.organizer_id = ${organizerId} and k.qr_value = ${qrValue})`;
}

export const listSpec: ListSpec<'externalId' | 'eventId' | 'orderNumber' | 'status'> = {
  table: 'tickets',
  fields: (db) => ticketFields(db, 't'),
  join: (organizerId) => typeJoin('t', organizerId),
  newestFirst: [
    ['issued_at', 'issuedAt'],
    ['id', 'id'],
  ],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['id', 'id'],
  ],
  filters: {
    externalId: (value) => sql`t.external_id = ${value}`,
    eventId: (value) => sql`t.event_id = ${value}`,
    orderNumber: (value) => sql`t.order_number = ${value}`,
    status: (value) => sql`t.status = ${value}`,
  },
  plans: [
    {
      name: 'the ticket with this externalId',
      when: ['externalId'],
      residual: ['eventId', 'orderNumber', 'status'],
      sorts: true,
    },
    { name: 'one order', when: ['orderNumber'], residual: ['eventId', 'status'], sorts: true },
  ],
};

/** Lists an organizer's tickets page by page. */
export const listTickets = defineList('tickets', listSpec);

/** The personal fields of `listTicketsWithHolders`. */
export const holderFields = ['holderName', 'bib'] as const;

/** Lists tickets with their holders. Pass such a page through `auditPersonalPage` before it is returned. */
export const listTicketsWithHolders = defineList('tickets', {
  ...listSpec,
  fields: (db) => ({ ...ticketFields(db, 't'), holderName: sql.ref('t.holder_name'), bib: bibOf('t') }),
});

/**
 * Returns the ids of an order's tickets that were refunded by one refund.
 *
 * @param refundedAt the time of the refund, RFC 3339; all its tickets have it as `refunded_at`
 */
export async function ticketsRefundedAt(
  db: Db,
  organizerId: string,
  orderNumber: string,
  refundedAt: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('refunded_at', '=', refundedAt)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
