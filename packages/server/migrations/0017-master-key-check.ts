import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** Which master key the database is used with: a value derived from it, in one row. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(db, 'master_key_check', { id: 'integer', value: 'text' }, ['primary key (id)', 'check (id = 1)']);
}
