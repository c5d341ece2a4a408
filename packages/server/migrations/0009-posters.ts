import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** Posters of events that were uploaded. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'posters',
    {
      organizer_id: 'text',
      // The first half of the SHA-256 of the content, hexadecimal. The content at a URL therefore never changes.
      id: 'text',
      media_type: 'text',
      // Base64.
      content: 'text',
      created_at: 'text',
    },
    ['primary key (organizer_id, id)', 'foreign key (organizer_id) references organizers (id)'],
  );
}
