import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Whether deliveries to an endpoint are also signed with Ed25519. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_endpoints', { signs_ed25519: 'integer' });
}
