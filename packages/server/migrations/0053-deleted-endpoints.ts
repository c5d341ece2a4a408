import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The time when an endpoint was deleted. Its row stays while there are deliveries to it. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_endpoints', { deleted_at: 'text?' });
}
