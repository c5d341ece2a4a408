import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { existingValues } from '../../platform/database/existing-values.ts';
import { addSearchWords } from '../search/index.ts';
import type { ItemRow, OrderRow } from './load-order.ts';
import { indexedBuyer, searchColumns } from './search-index.ts';

/** Inserts any number of orders of an organizer with their items and the words of their buyers, in few round trips. */
export async function insertOrders(
  tx: Db,
  organizerId: string,
  orders: readonly OrderRow[],
  items: readonly ItemRow[],
): Promise<void> {
  const dialect = dialectOf(tx);
  const rows = orders.map((order) => ({ ...order, ...searchColumns(order) }));
  await dialect.insertMany(tx, 'orders', rows);
  await dialect.insertMany(tx, 'order_items', items);
  await addSearchWords(tx, organizerId, orders.map(indexedBuyer));
}

/**
 * Returns the given references that an order of the organizer already has. The reference of an order is its `externalId`, or
 * its number if it has no `externalId`, as in an export.
 */
export async function findOrderReferences(
  db: Db,
  organizerId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const existingReferences = await existingValues(db, organizerId, 'orders', 'external_id', references);
  if (references.length === 0) return existingReferences;
  const { rows } = await sql<{ order_number: string }>`
    select order_number from orders where organizer_id = ${organizerId} and external_id is null
      and ${dialectOf(db).isOneOf(sql.ref('order_number'), references)}`.execute(db);
  for (const row of rows) existingReferences.add(row.order_number);
  return existingReferences;
}

/** Returns the given order numbers that orders of the organizer already have. */
export function findTakenOrderNumbers(
  db: Db,
  organizerId: string,
  orderNumbers: readonly string[],
): Promise<Set<string>> {
  return existingValues(db, organizerId, 'orders', 'order_number', orderNumbers);
}
