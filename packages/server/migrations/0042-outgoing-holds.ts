import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** What does not leave the service, by kind: a row for each kind that is held. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(db, 'outgoing_holds', { kind: 'text', held_at: 'text' }, ['primary key (kind)']);
}
