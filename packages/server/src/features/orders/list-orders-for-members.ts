import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, JsonBody, JsonFields } from '../../platform/database/dialect.ts';
import { defineList, type ListQuery, type ListSpec } from '../../platform/database/page.ts';
import { buyerField, orderFields } from './queries.ts';

type Filter = 'status' | 'eventId' | 'method';
type Query = ListQuery<Filter>;

type Include = 'buyer' | 'no_buyer';

const spec: ListSpec<Filter> = {
  table: 'orders',
  fields: (db) => listedFields(db, 'no_buyer'),
  newestFirst: [
    ['created_at', 'createdAt'],
    ['order_number', 'orderNumber'],
  ],
  filters: {
    eventId: (value) => sql`t.event_id = ${value}`,
    method: (value) => sql`t.payment_method = ${value}`,
    status: (value) => sql`t.status = ${value}`,
  },
};

const lists: Record<Include, ReturnType<typeof defineList<Filter>>> = {
  no_buyer: defineList('orders for members', spec),
  buyer: defineList('orders for members', { ...spec, fields: (db) => listedFields(db, 'buyer') }),
};

/** The fields of an order in a list of the dashboard. `t` is the order. */
export function listedFields(db: Db, include: Include): JsonFields {
  const fields = { ...orderFields, paymentMethod: sql`t.payment_method` };
  return include === 'buyer' ? { ...fields, buyer: buyerField(db) } : fields;
}

/**
 * Lists the orders of an organizer, newest first, with their payment methods.
 *
 * @param include `buyer` adds the buyers; pass such a page through `auditOrderPage` before it is returned
 */
export function listOrdersForMembers(
  db: Db,
  organizerId: string,
  query: Query,
  include: Include,
  cursorKey: KeyObject,
): Promise<JsonBody> {
  return lists[include](db, organizerId, query, cursorKey);
}
