import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import { orderNumberOfQr } from '../tickets/index.ts';

/** The JSON fields of an entitlement. `alias` is the alias of its row. Voided units are not counted. */
function entitlementFields(db: Db, alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const total = sql`${column('units_total')} - ${column('units_voided')}`;
  const remaining = sql`${total} - ${column('units_consumed')}`;
  return {
    id: column('id'),
    orderNumber: column('order_number'),
    eventId: column('event_id'),
    addonId: column('addon_id'),
    ticketId: column('ticket_id'),
    name: column('name'),
    type: column('type'),
    unitsTotal: total,
    unitsConsumed: column('units_consumed'),
    unitsRemaining: remaining,
    consumed: dialectOf(db).boolean(sql`${remaining} = 0`),
    createdAt: column('created_at'),
    updatedAt: column('updated_at'),
  };
}

/** The JSON of an entitlement, as SQL. `alias` is the alias of its row. */
export function entitlementJson(db: Db, alias: string): RawBuilder<string> {
  return sql`cast(${dialectOf(db).object(entitlementFields(db, alias))} as text)`;
}

/** Filters that are applied to the few entitlements of a buyer or of an order. */
const residualFiltersOfBuyer = ['eventId', 'type', 'consumed'] as const;
const residualFiltersOfOrder = ['email', ...residualFiltersOfBuyer] as const;

/** Lists the entitlements of an organizer. `email` must be in lower case; `consumed` is 1 or 0. */
export const listEntitlements = defineList('addons', {
  table: 'entitlements',
  fields: (db) => entitlementFields(db, 't'),
  newestFirst: [
    ['created_at', 'createdAt'],
    ['id', 'id'],
  ],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['id', 'id'],
  ],
  filters: {
    email: (value) => sql`t.buyer_email = ${value}`,
    eventId: (value) => sql`t.event_id = ${value}`,
    type: (value) => sql`t.type = ${value}`,
    consumed: (value) => sql`t.consumed = ${value}`,
    orderNumber: (value) => sql`t.order_number = ${value}`,
    qrValue: (value, organizerId) => sql`t.order_number = ${orderNumberOfQr(organizerId, value)}`,
  },
  plans: [
    { name: 'one order', when: ['orderNumber'], residual: ['qrValue', ...residualFiltersOfOrder], sorts: true },
    { name: 'the order of one ticket', when: ['qrValue'], residual: residualFiltersOfOrder, sorts: true },
    { name: 'changes for one buyer', when: ['email', 'updatedSince'], residual: residualFiltersOfBuyer, sorts: true },
    { name: 'one buyer', when: ['email'], residual: residualFiltersOfBuyer, sorts: false },
    // Changes are usually read without other filters. Of the other filters, only `eventId` has an index.
    { name: 'changes', when: ['updatedSince'], residual: ['type', 'consumed'], sorts: false },
  ],
});

const find = statement<{ organizerId: string; entitlementId: string }, { json: string }>((db, param) =>
  db
    .selectFrom('entitlements as t')
    .select(entitlementJson(db, 't').as('json'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('t.id', '=', param('entitlementId')),
);

/** The JSON of an entitlement, or null if the organizer has no entitlement with this id. */
export async function findEntitlement(db: Db, organizerId: string, entitlementId: string): Promise<string | null> {
  const [row] = await find(db, { organizerId, entitlementId });
  return row?.json ?? null;
}

const findByOrder = statement<{ organizerId: string; orderNumber: string }, { json: string }>((db, param) =>
  db
    .selectFrom('entitlements as t')
    .select(entitlementJson(db, 't').as('json'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('t.order_number', '=', param('orderNumber')),
);

/** The entitlements of an order as JSON, sorted by id. */
export async function readEntitlementsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<string[]> {
  const rows = await findByOrder(db, { organizerId, orderNumber });
  // The JSON begins with the id. With "order by", SQLite would scan all entitlements of the organizer.
  return rows.map((row) => row.json).sort();
}

/** The entitlements of a ticket holder as JSON, followed by those of the order. Those of other ticket holders are left out. */
export async function readEntitlementsOfGuest(
  db: Db,
  organizerId: string,
  ticket: { readonly id: string; readonly orderNumber: string },
): Promise<string[]> {
  const all = await readEntitlementsOfOrder(db, organizerId, ticket.orderNumber);
  const isOf = (json: string, ticketId: string | null) =>
    (JSON.parse(json) as { ticketId: string | null }).ticketId === ticketId;
  return [ticket.id, null].flatMap((ticketId) => all.filter((json) => isOf(json, ticketId)));
}
