import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';
import { type Db, dialectOf } from '../src/platform/database/dialect.ts';

/** The feed of webhook events: for each organizer, the sequence of the newest event that was deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'deleted_webhook_events',
    { organizer_id: 'text', last_sequence: 'integer' },
    ['primary key (organizer_id)', 'foreign key (organizer_id) references organizers (id)'],
    { clustered: true },
  );
  await dialectOf(db).startSequence(db as unknown as Db, 'webhook_event_sequence');
}
