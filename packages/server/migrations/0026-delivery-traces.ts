import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The trace of the request that caused a webhook delivery. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_deliveries', { trace_parent: 'text?' });
}
