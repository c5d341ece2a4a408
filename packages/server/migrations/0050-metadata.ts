import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** What the programs of an organizer store with an object: JSON, an object whose values are text. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['events', 'ticket_types', 'addons']) await addColumns(db, table, { metadata: 'text?' });
}
