import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Up to which age holders are asked a question; null for every age. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'questions', { max_age: 'integer?' });
}
