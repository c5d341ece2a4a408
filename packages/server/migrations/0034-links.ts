import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Versions of the links to orders, and QR codes that were replaced. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'orders', { link_version: 'integer' });
  await createTable(
    db,
    'replaced_qr_codes',
    { organizer_id: 'text', qr_value: 'text', event_id: 'text', ticket_id: 'text', replaced_at: 'text' },
    ['primary key (organizer_id, qr_value)'],
  );
  await createIndex(
    db,
    'replaced_qr_codes_of_event',
    'replaced_qr_codes (organizer_id, event_id, replaced_at, qr_value)',
  );
}
