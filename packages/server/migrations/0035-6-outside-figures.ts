import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The part of a day's net amount that is not in the balance. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'figure_days', { outside: 'integer' });
}
