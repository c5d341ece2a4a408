import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The language of the buyer, in which later e-mails about the order are written. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'orders', { language: 'text?' });
}
