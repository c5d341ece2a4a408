import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

const ofEvent = 'foreign key (organizer_id, event_id) references events (organizer_id, id)';

/** Waiting rooms of events, and the visitors whose places a room must remember. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'events', { admit_per_minute: 'integer?' });
  await createTable(
    db,
    'waiting_rooms',
    {
      organizer_id: 'text',
      event_id: 'text',
      round: 'integer',
      opened_at: 'text?',
      arrived: 'integer',
      called: 'integer',
      called_at: 'text',
      admit_per_minute: 'integer',
      settled: 'integer',
      // The numbers that were called at past times: JSON.
      calls: 'text',
      changed_at: 'text',
    },
    ['primary key (organizer_id, event_id)', ofEvent],
  );
  await createTable(
    db,
    'waiting_room_visitors',
    {
      organizer_id: 'text',
      event_id: 'text',
      round: 'integer',
      id: 'text',
      lot: 'text?',
      number: 'integer?',
      admitted_until: 'text?',
      reservations: 'integer',
    },
    ['primary key (organizer_id, event_id, round, id)', ofEvent],
    { clustered: true },
  );
  await createIndex(
    db,
    'waiting_room_visitors_by_number',
    'waiting_room_visitors (organizer_id, event_id, round, number)',
    { where: 'number is not null' },
  );
}
