import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The place of the ticket holder of an add-on in the order, from 1; null for an item of the order. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'order_items', { person: 'integer?' });
}
