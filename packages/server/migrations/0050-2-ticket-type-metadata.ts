import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** What the programs of an organizer store with a ticket type: JSON, an object whose values are text. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', { metadata: 'text?' });
}
