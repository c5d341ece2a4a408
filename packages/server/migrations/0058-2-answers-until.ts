import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Until when buyers of an event can change their answers. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'events', { answers_until: 'text?' });
}
