import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * The words by which a search finds orders and tickets, and the form in which the e-mail addresses of buyers are compared. A job adds them
 * to rows that were written without them: before this migration, or by a server of the previous version. `searched_as` says for which
 * names a row has its words, so these rows are found by an index that has no other rows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'search_words',
    { organizer_id: 'text', event_id: 'text', word: 'text', order_number: 'text' },
    ['primary key (organizer_id, event_id, word, order_number)'],
    { clustered: true },
  );
  await addColumns(db, 'orders', { buyer_email_form: 'text?', searched_as: 'text?' });
  await addColumns(db, 'tickets', { searched_as: 'text?' });
  // The conditions must be equal to those of the job.
  await createIndex(db, 'orders_to_index', 'orders (created_at)', {
    where: "searched_as is distinct from (buyer_email || ' ' || coalesce(buyer_name, ''))",
  });
  await createIndex(db, 'tickets_to_index', 'tickets (issued_at)', {
    where: "searched_as is distinct from coalesce(holder_name, '')",
  });
  await createIndex(
    db,
    'orders_newest_of_email_form',
    'orders (organizer_id, coalesce(buyer_email_form, lower(buyer_email)), created_at, order_number)',
  );
  // Servers of the previous version find the same without these indexes, more slowly.
  for (const name of [
    'orders_newest_of_email',
    'orders_by_buyer_name',
    'orders_by_last_name',
    'tickets_by_holder_name',
    'tickets_by_last_name',
  ]) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
  }
}
