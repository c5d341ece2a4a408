import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** When holders of a ticket type start, and whether buyers see how many of its tickets are left. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', { starts_at: 'text?', shows_quantity_left: 'integer' });
}
