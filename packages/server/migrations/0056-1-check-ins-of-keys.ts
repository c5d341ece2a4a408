import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** The API key whose check-ins at an event belong to a device. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'gate_devices', { key_id: 'text?' });
  await createIndex(db, 'gate_devices_of_key', 'gate_devices (organizer_id, event_id, key_id)', {
    unique: true,
    where: 'key_id is not null',
  });
}
