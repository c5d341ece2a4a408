import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The time since which an organizer is suspended. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', { suspended_at: 'text?' });
}
