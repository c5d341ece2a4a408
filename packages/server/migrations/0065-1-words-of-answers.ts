import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** The words by which a search finds the answers of ticket holders. It reads those of an event from the index alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'answers', { words: 'text?' });
  await sql`drop index answers_of_event`.execute(db);
  await createIndex(db, 'answers_of_event', 'answers (organizer_id, event_id, ticket_id, words, order_number)');
}
