import { type Kysely, sql } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The time at which a user signed in last. Sessions are deleted when they end. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'users', { last_signed_in_at: 'text?' });
  await sql`update users set last_signed_in_at =
    (select max(created_at) from user_sessions where user_id = users.id)`.execute(db);
}
