import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Whether an add-on is bought for each ticket holder (`holder`) or for an order (null), and how many of it each holder can have. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'addons', { assigned_to: 'text?', max_per_holder: 'integer?' });
}
