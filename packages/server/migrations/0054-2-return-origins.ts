import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The websites to which payments can return the buyers of an organizer. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', { return_origins: 'text?' });
}
