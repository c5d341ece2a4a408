import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The number of edits of the settings of organizers, of webhook endpoints and of gates. Their entity tags contain it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['organizers', 'webhook_endpoints', 'gates'] as const) {
    await addColumns(db, table, { version: 'integer' });
  }
}
