import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** Whether an order was placed here. Such an order is removed if it was never paid, also if it has an `externalId`. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'orders', { was_placed: 'integer?' });
  const neverPaid =
    "status in ('expired', 'cancelled') and external_id is not null and was_placed = 1 and paid_at is null";
  await createIndex(db, 'orders_with_external_id_to_purge', 'orders (expires_at)', {
    where: `${neverPaid} and buyer_removed_at is null`,
  });
}
