import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** A failed refund that is retried keeps its row; the retry is a new row that refers to it. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'payment_refunds', { retry_of: 'text?' });
}
