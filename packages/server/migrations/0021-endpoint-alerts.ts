import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The series of failures of an endpoint about which its organizer got an e-mail. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_endpoints', { alerted_failing_since: 'text?' });
}
