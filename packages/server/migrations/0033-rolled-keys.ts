import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The key that replaced a key. A key is replaced once, and a scope that is removed from one of these keys is removed from all. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'api_keys', { replaced_by: 'text?' });
}
