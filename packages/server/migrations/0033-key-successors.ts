import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/**
 * The key that replaced each rolled key. It is not a column of the keys, because a running server of the last release has prepared a
 * statement that reads all columns of a key.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(db, 'key_successors', { organizer_id: 'text', key_id: 'text', new_key_id: 'text' }, [
    'primary key (organizer_id, key_id)',
    'foreign key (organizer_id, key_id) references api_keys (organizer_id, id)',
    'foreign key (organizer_id, new_key_id) references api_keys (organizer_id, id)',
  ]);
}
