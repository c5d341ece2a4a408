import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Who received the money of an order. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'orders', { received_by: 'text?' });
}
