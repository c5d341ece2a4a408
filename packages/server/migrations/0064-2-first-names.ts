import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** How many characters of the name of a holder are the first name; null if the name is not divided. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'tickets', { first_name_length: 'integer?' });
}
