import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** What members have saved of the downloads of start lists, for all events of their organizer. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'start_list_views',
    { organizer_id: 'text', id: 'text', name: 'text', content: 'text', updated_at: 'text' },
    ['primary key (organizer_id, id)', 'unique (organizer_id, name)'],
  );
}
