import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, type JsonBody, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList, type ListQuery, type ListSpec } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import { personalTicketJson, ticketFields, ticketSource } from '../tickets/index.ts';

/** The values of the query parameter `expand`. */
export const expansions = ['buyer', 'feeBreakdown', 'items', 'tickets'] as const;
export type Expansion = (typeof expansions)[number];

// In the SQL of this file, `t` is the order, `i` an item and `k` a ticket.
export const orderFields: JsonFields = {
  orderNumber: sql`t.order_number`,
  eventId: sql`t.event_id`,
  status: sql`t.status`,
  currency: sql`t.currency`,
  subtotal: sql`t.subtotal`,
  total: sql`t.total`,
  refundedTotal: sql`t.refunded_total`,
  ticketCount: sql`t.ticket_count`,
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  paidAt: sql`t.paid_at`,
  expiresAt: sql`t.expires_at`,
};

const spec: ListSpec<'status' | 'eventId' | 'email'> = {
  table: 'orders',
  fields: () => orderFields,
  newestFirst: [
    ['created_at', 'createdAt'],
    ['order_number', 'orderNumber'],
  ],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['order_number', 'orderNumber'],
  ],
  filters: {
    status: (value) => sql`t.status = ${value}`,
    eventId: (value) => sql`t.event_id = ${value}`,
    email: (value) => sql`coalesce(t.buyer_email_form, lower(t.buyer_email)) = ${value}`,
  },
  plans: [
    {
      name: 'changed orders of one buyer',
      when: ['email', 'updatedSince'],
      residual: ['status', 'eventId'],
      sorts: true,
    },
    { name: 'one buyer', when: ['email'], residual: ['status', 'eventId'], sorts: false },
  ],
};

/** The list function for each combination of `expand` values. A cursor from one function is valid for the others. */
const lists = new Map<string, ReturnType<typeof defineList<'status' | 'eventId' | 'email'>>>();

/**
 * Lists the orders of an organizer.
 *
 * @param query `email` as `emailForm` returns it
 * @param expand the additional fields of each order. `buyer` also adds the personal fields of tickets; pass such a page
 *   through `auditOrderPage` before it is returned
 */
export function listOrders(
  db: Db,
  organizerId: string,
  query: ListQuery<'status' | 'eventId' | 'email'>,
  expand: readonly Expansion[],
  cursorKey: KeyObject,
): Promise<JsonBody> {
  const name = expansions.filter((part) => expand.includes(part)).join(' ');
  let list = lists.get(name);
  if (list === undefined) {
    list = defineList('orders', {
      ...spec,
      fields: (connection, organizer) => expandedFields(connection, organizer, new Set(expand)),
    });
    lists.set(name, list);
  }
  return list(db, organizerId, query, cursorKey);
}

function expandedFields(db: Db, organizerId: RawBuilder<unknown>, expand: ReadonlySet<Expansion>): JsonFields {
  const ticket = expand.has('buyer') ? personalTicketJson(db, 'k') : ticketJson(db);
  const expandable: JsonFields = { buyer: buyerField(db), ...nestedFields(db, organizerId, ticket) };
  const expanded = Object.entries(expandable).filter(([name]) => expand.has(name as Expansion));
  return { ...orderFields, ...Object.fromEntries(expanded) };
}

/** The buyer of the order `t`. An order that was sold by hand can have no e-mail address. */
export function buyerField(db: Db) {
  const email = sql`nullif(t.buyer_email, '')`;
  return dialectOf(db).object({ email, name: sql`t.buyer_name`, phone: sql`t.buyer_phone` });
}

function detailJson(db: Db, fields: JsonFields) {
  return sql<string>`cast(${dialectOf(db).object(fields)} as text)`.as('json');
}

/** A statement that reads the JSON of one order with these fields. */
function detailStatement(fields: (db: Db, organizerId: RawBuilder<unknown>) => JsonFields) {
  return statement<{ organizerId: string; orderNumber: string }, { json: string }>((db, param) =>
    db
      .selectFrom('orders as t')
      .select(detailJson(db, fields(db, param('organizerId'))))
      .where('t.organizer_id', '=', param('organizerId'))
      .where('t.order_number', '=', param('orderNumber')),
  );
}

const findDetail = detailStatement((db, organizerId) => ({
  ...orderFields,
  ...nestedFields(db, organizerId, ticketJson(db)),
}));

const findDetailWithPersonalData = detailStatement((db, organizerId) => ({
  ...orderFields,
  buyer: buyerField(db),
  ...nestedFields(db, organizerId, personalTicketJson(db, 'k')),
}));

/**
 * The JSON of an order with its fees, items and tickets, or null if the organizer has no such order.
 *
 * @param orderNumber in upper case, as it is stored
 */
export async function findOrderDetail(db: Db, organizerId: string, orderNumber: string): Promise<string | null> {
  const [row] = await findDetail(db, { organizerId, orderNumber });
  return row?.json ?? null;
}

const findDetails = statement<{ organizerId: string; numbers: unknown }, { json: string }>((db, param) =>
  db
    .selectFrom('orders as t')
    .select(detailJson(db, { ...orderFields, ...nestedFields(db, param('organizerId'), ticketJson(db)) }))
    .where('t.organizer_id', '=', param('organizerId'))
    .where(dialectOf(db).isInList(sql`t.order_number`, param('numbers')))
    .orderBy('t.order_number'),
);

/** The JSON of the orders with these numbers, sorted by number. */
export async function findOrderDetails(db: Db, organizerId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await findDetails(db, { organizerId, numbers: dialectOf(db).listOf(numbers) });
  return rows.map(({ json }) => json);
}

/**
 * The JSON of an order with its buyer and the holders of its tickets. If the data is not for the buyer, use `readPersonalData`,
 * which records the read in the audit log.
 */
export async function findOrderDetailWithPersonalData(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<string | null> {
  const [row] = await findDetailWithPersonalData(db, { organizerId, orderNumber });
  return row?.json ?? null;
}

/** The JSON of a ticket without its personal fields. */
function ticketJson(db: Db): RawBuilder<unknown> {
  return dialectOf(db).object(ticketFields('k'));
}

/** The fields of an order that are objects or lists. `ticket` is the JSON of each ticket. */
function nestedFields(db: Db, organizerId: RawBuilder<unknown>, ticket: RawBuilder<unknown>): JsonFields {
  const { object, array } = dialectOf(db);
  return {
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
    items: array(
      object({
        id: sql`i.id`,
        kind: sql`i.kind`,
        ticketTypeId: sql`i.ticket_type_id`,
        addonId: sql`i.addon_id`,
        name: sql`i.name`,
        quantity: sql`i.quantity`,
        unitPrice: sql`i.unit_price`,
        total: sql`i.total`,
      }),
      sql`from order_items as i where i.organizer_id = ${organizerId} and i.order_number = t.order_number`,
      sql`i.position`,
    ),
    tickets: array(
      ticket,
      sql`${ticketSource('k', organizerId)} where k.organizer_id = ${organizerId} and k.order_number = t.order_number`,
      sql`k.id`,
    ),
  };
}
