import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The text in the e-mails with tickets, and the texts of organizers in further languages. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', { mail_greeting: 'text?', translations: 'text?' });
}
