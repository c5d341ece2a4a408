import { type Kysely, sql } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** The slugs that organizers have or had, so that old links lead on and no other organizer gets them. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(db, 'organizer_slugs', { slug: 'text', organizer_id: 'text' }, ['primary key (slug)']);
  await sql`insert into organizer_slugs (slug, organizer_id) select slug, id from organizers`.execute(db);
}
