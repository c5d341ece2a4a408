import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, type JsonBody, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList, type ListQuery, type ListSpec } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import { externalJson } from '../../platform/external-fields.ts';
import { type Versioned, versionOf } from '../../platform/http/entity-tags.ts';
import { paymentFields } from '../payments/index.ts';
import { answersJson } from '../questions/index.ts';
import { addonsOfTicket, answersOfTicket, personalTicketJson, ticketFields, ticketSource } from '../tickets/index.ts';
import { refundFields } from './refund-queries.ts';

/** The values of the query parameter `expand`. */
export const expansions = ['buyer', 'feeBreakdown', 'items', 'tickets'] as const;
export type Expansion = (typeof expansions)[number];

/** The values of `expand` of a single order. */
export const detailExpansions = ['payments', 'refunds'] as const;
export type DetailExpansion = (typeof detailExpansions)[number];

// In the SQL of this file, `t` is the order, `i` an item and `k` a ticket.
/** The fields of an order that its buyer can read too. */
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

type Filter = 'externalId' | 'status' | 'eventId' | 'email';

/** The fields of an order for its organizer. */
const organizerFields = (db: Db): JsonFields => ({ ...orderFields, ...externalJson(db, 't') });

/** The conditions of the filters of the order `t`. */
export const orderFilters = {
  externalId: (value) => sql`t.external_id = ${value}`,
  status: (value) => sql`t.status = ${value}`,
  eventId: (value) => sql`t.event_id = ${value}`,
  email: (value) => sql`coalesce(t.buyer_email_form, lower(t.buyer_email)) = ${value}`,
} satisfies Record<Filter, (value: RawBuilder<unknown>) => RawBuilder<boolean>>;

const spec: ListSpec<Filter> = {
  table: 'orders',
  fields: organizerFields,
  newestFirst: [
    ['created_at', 'createdAt'],
    ['order_number', 'orderNumber'],
  ],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['order_number', 'orderNumber'],
  ],
  oldestPaymentFirst: [
    ['paid_at', 'paidAt'],
    ['order_number', 'orderNumber'],
  ],
  notWithPaidSince: ['status'],
  filters: orderFilters,
  plans: [
    {
      name: 'the order with this externalId',
      when: ['externalId'],
      residual: ['status', 'eventId', 'email'],
      sorts: true,
    },
    {
      name: 'changed orders of one buyer',
      when: ['email', 'updatedSince'],
      residual: ['status', 'eventId'],
      sorts: true,
    },
    { name: 'paid orders of one buyer', when: ['email', 'paidSince'], residual: ['status', 'eventId'], sorts: true },
    { name: 'one buyer', when: ['email'], residual: ['status', 'eventId'], sorts: false },
  ],
};

/** The list function for each combination of `expand` values. A cursor from one function is valid for the others. */
const lists = new Map<string, ReturnType<typeof defineList<Filter>>>();

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
  query: ListQuery<Filter>,
  expand: readonly Expansion[],
  cursorKey: KeyObject,
): Promise<JsonBody> {
  const name = expansions.filter((part) => expand.includes(part)).join(' ');
  let list = lists.get(name);
  if (list === undefined) {
    list = defineList('orders', { ...spec, fields: expandedFields(expand) });
    lists.set(name, list);
  }
  return list(db, organizerId, query, cursorKey);
}

/** The fields of an order in a list. */
export function expandedFields(expand: readonly Expansion[]): ListSpec<Filter>['fields'] {
  return (db, organizerId) => {
    const ticket = expand.includes('buyer') ? personalTicketJson(db, 'k', 'organizer') : ticketJson(db);
    const expandable: JsonFields = { buyer: buyerField(db), ...nestedFields(db, organizerId, ticket) };
    const expanded = Object.entries(expandable).filter(([name]) => expand.includes(name as Expansion));
    return { ...organizerFields(db), ...Object.fromEntries(expanded) };
  };
}

/** The fields of the buyer of the order `t`. An order that was sold by hand can have no e-mail address. */
const buyerFields: JsonFields = {
  email: sql`nullif(t.buyer_email, '')`,
  name: sql`t.buyer_name`,
  phone: sql`t.buyer_phone`,
};

/** The buyer of the order `t`, without answers. */
export function buyerField(db: Db) {
  return dialectOf(db).object(buyerFields);
}

/** The buyer of the order `t`, with the answers. */
function answeringBuyer(db: Db, organizerId: RawBuilder<unknown>) {
  const answers = answersJson(db, organizerId, sql`a.order_number = t.order_number and a.person = 0`);
  return dialectOf(db).object({ ...buyerFields, answers });
}

function detailJson(db: Db, fields: JsonFields) {
  return sql<string>`cast(${dialectOf(db).object(fields)} as text)`.as('json');
}

/** The fields of an order for its buyer. */
const ownFields = (organizerId: RawBuilder<unknown>): JsonFields => ({
  ...orderFields,
  answersUntil: sql`(select coalesce(e.answers_until, e.starts_at) from events as e
    where e.organizer_id = ${organizerId} and e.id = t.event_id)`,
});

/** A statement that reads the JSON of one order with these fields. */
function detailStatement(fields: (db: Db, organizerId: RawBuilder<unknown>) => JsonFields) {
  return statement<{ organizerId: string; orderNumber: string }, { json: string; updatedAt: string }>((db, param) =>
    db
      .selectFrom('orders as t')
      .select([detailJson(db, fields(db, param('organizerId'))), 't.updated_at as updatedAt'])
      .where('t.organizer_id', '=', param('organizerId'))
      .where('t.order_number', '=', param('orderNumber')),
  );
}

/** Who reads an order: its organizer, without or with personal data, or its buyer. */
type View = 'organizer' | 'personal' | 'buyer';

/** The statement for each kind of detail. */
const details = new Map<string, ReturnType<typeof detailStatement>>();

async function findJson(
  db: Db,
  key: { organizerId: string; orderNumber: string },
  { view, expand }: { view: View; expand: readonly DetailExpansion[] },
): Promise<Versioned | null> {
  const parts = detailExpansions.filter((part) => expand.includes(part));
  const name = [view, ...parts].join(' ');
  let find = details.get(name);
  if (find === undefined) {
    find = detailStatement((connection, organizerId) => {
      const money = moneyFields(connection, organizerId);
      return {
        ...(view === 'buyer' ? ownFields(organizerId) : organizerFields(connection)),
        ...(view === 'organizer' ? {} : { buyer: answeringBuyer(connection, organizerId) }),
        ...nestedFields(
          connection,
          organizerId,
          view === 'organizer'
            ? ticketJson(connection)
            : personalTicketJson(connection, 'k', view === 'buyer' ? 'buyer' : 'organizer', {
                answers: answersOfTicket(connection, organizerId, 'k'),
                addons: addonsOfTicket(connection, organizerId, 'k'),
              }),
        ),
        ...Object.fromEntries(parts.map((part) => [part, money[part]])),
      };
    });
    details.set(name, find);
  }
  const [row] = await find(db, key);
  return row === undefined ? null : { ...versionOf(key.orderNumber, row.updatedAt), json: row.json };
}

/** The payments and refunds of the order `t`. */
function moneyFields(db: Db, organizerId: RawBuilder<unknown>): Record<DetailExpansion, RawBuilder<unknown>> {
  const { object, array } = dialectOf(db);
  return {
    payments: array(
      object(paymentFields('p')),
      sql`from payments as p where p.organizer_id = ${organizerId} and p.order_number = t.order_number`,
      sql`p.id`,
    ),
    refunds: array(
      object(refundFields(db, organizerId, 'l')),
      sql`from ledger_entries as l where l.organizer_id = ${organizerId} and l.order_number = t.order_number
        and l.kind = 'refund'`,
      sql`l.id`,
    ),
  };
}

/**
 * The JSON of an order with its fees, items and tickets, and its version; null if the organizer has no such order.
 *
 * @param orderNumber in upper case, as it is stored
 */
export function findOrderDetail(
  db: Db,
  organizerId: string,
  orderNumber: string,
  expand: readonly DetailExpansion[] = [],
): Promise<Versioned | null> {
  return findJson(db, { organizerId, orderNumber }, { view: 'organizer', expand });
}

const findDetails = statement<{ organizerId: string; numbers: unknown }, { json: string }>((db, param) =>
  db
    .selectFrom('orders as t')
    .select(detailJson(db, { ...organizerFields(db), ...nestedFields(db, param('organizerId'), ticketJson(db)) }))
    .where('t.organizer_id', '=', param('organizerId'))
    .where(dialectOf(db).isInList(sql`t.order_number`, param('numbers')))
    .orderBy('t.order_number'),
);

/** The JSON of the orders with these numbers, sorted by number. */
export async function findOrderDetails(db: Db, organizerId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await findDetails(db, { organizerId, numbers: dialectOf(db).listOf(numbers) });
  return rows.map(({ json }) => json);
}

/** The JSON of an order with its buyer and the holders of its tickets. Use `readPersonalData`, which records the read in the audit log. */
export function findOrderDetailWithPersonalData(
  db: Db,
  organizerId: string,
  orderNumber: string,
  expand: readonly DetailExpansion[] = [],
): Promise<Versioned | null> {
  return findJson(db, { organizerId, orderNumber }, { view: 'personal', expand });
}

/** The JSON of an order for its buyer, without the fields for the programs of the organizer. */
export async function findOrderDetailForBuyer(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<string | null> {
  const order = await findJson(db, { organizerId, orderNumber }, { view: 'buyer', expand: [] });
  return order?.json ?? null;
}

/** The JSON of a ticket without its personal fields. */
function ticketJson(db: Db): RawBuilder<unknown> {
  return dialectOf(db).object(ticketFields(db, 'k'));
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
        quantityRefunded: sql`i.refunded_quantity`,
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
