import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Whether buyers are asked for the names of the holders of a ticket type: `required` or `none`; null if a name is optional. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', { holder_name: 'text?' });
}
