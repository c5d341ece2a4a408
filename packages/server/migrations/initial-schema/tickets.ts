import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** Tickets. For each list of the API, one index has its rows in sequence. */
export async function createTicketTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'tickets',
    {
      organizer_id: 'text',
      id: 'text',
      order_number: 'text',
      item_id: 'text',
      event_id: 'text',
      ticket_type_id: 'text',
      status: 'text',
      holder_name: 'text?',
      bib: 'text',
      category: 'text?',
      qr_value: 'text',
      issued_at: 'text',
      updated_at: 'text',
      used_at: 'text?',
      refunded_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, event_id, bib)',
      'unique (organizer_id, qr_value)',
      'foreign key (organizer_id, item_id) references order_items (organizer_id, id)',
      'foreign key (organizer_id, ticket_type_id) references ticket_types (organizer_id, id)',
      "check (status in ('valid', 'used', 'void'))",
      "check (status <> 'valid' or refunded_at is null)",
    ],
  );
  await createIndex(db, 'tickets_of_order', 'tickets (organizer_id, order_number, id)');
  await createIndex(db, 'tickets_newest', 'tickets (organizer_id, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_status', 'tickets (organizer_id, status, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_event', 'tickets (organizer_id, event_id, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_event_status', 'tickets (organizer_id, event_id, status, issued_at, id)');
  await createIndex(db, 'tickets_changed', 'tickets (organizer_id, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_status', 'tickets (organizer_id, status, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_event', 'tickets (organizer_id, event_id, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_event_status', 'tickets (organizer_id, event_id, status, updated_at, id)');
  // For the foreign key: the deletion of an item searches for tickets that refer to it.
  await createIndex(db, 'tickets_of_item', 'tickets (organizer_id, item_id)');
}
