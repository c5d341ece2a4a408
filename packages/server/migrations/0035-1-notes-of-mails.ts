import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/**
 * Notes in mails about orders.
 *
 * The migrations from 0035-1 to 0035-9 belong together: who received each payment, and refunds and disputes at the payment provider. Each
 * changes one table in its own transaction. Servers of the version before use these tables together and in many orders, so a
 * transaction that holds the lock of one of them must not wait for another one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['mails', 'order_mails']) await addColumns(db, table, { note: 'text?' });
}
