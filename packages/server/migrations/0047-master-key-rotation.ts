import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The progress of a rotation of the master key, and the keys of the old one that are still used. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'master_key_check', { next_value: 'text?', phase: 'text?', kept_keys: 'text?' });
}
