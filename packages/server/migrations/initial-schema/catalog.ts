import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

const stockChecks = [
  'check (sold >= 0)',
  'check (reserved >= 0)',
  // The database rejects an update that sells or reserves more units than the quantity.
  'check (quantity is null or sold + reserved <= quantity)',
  'check (price >= 0)',
  "check (status in ('active', 'archived'))",
];

/** Events, their ticket types and their add-ons, with the stock of each. */
export async function createCatalogTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'events',
    {
      organizer_id: 'text',
      id: 'text',
      external_id: 'text?',
      name: 'text',
      slug: 'text',
      description: 'text?',
      status: 'text',
      starts_at: 'text',
      ends_at: 'text?',
      timezone: 'text',
      venue_name: 'text?',
      venue_address: 'text?',
      venue_city: 'text?',
      venue_country: 'text?',
      poster_url: 'text?',
      currency: 'text',
      next_bib: 'integer',
      // Increased by every change of the event, its ticket types or its add-ons. `If-Match` is compared with it.
      version: 'integer default 0',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, slug)',
      'unique (organizer_id, external_id)',
      'foreign key (organizer_id) references organizers (id)',
      "check (status in ('draft', 'published', 'archived'))",
    ],
  );
  await createIndex(db, 'events_newest', 'events (organizer_id, created_at, id)');
  await createIndex(db, 'events_newest_of_status', 'events (organizer_id, status, created_at, id)');
  await createIndex(db, 'events_changed', 'events (organizer_id, updated_at, id)');
  await createIndex(db, 'events_changed_of_status', 'events (organizer_id, status, updated_at, id)');
  // Requests of buyers name an event by its id or its slug, without its organizer.
  await createIndex(db, 'events_by_id', 'events (id)');
  await createIndex(db, 'events_by_slug', 'events (slug)');

  await createTable(
    db,
    'ticket_types',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      external_id: 'text?',
      name: 'text',
      description: 'text?',
      category: 'text?',
      price: 'integer',
      currency: 'text',
      quantity: 'integer?',
      sold: 'integer',
      reserved: 'integer',
      min_per_order: 'integer',
      max_per_order: 'integer?',
      sales_start_at: 'text?',
      sales_end_at: 'text?',
      status: 'text',
      position: 'integer',
      // The version of the event at the last change of the ticket type. A reservation checks that it has not changed since the prices were read.
      version: 'integer default 0',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, external_id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
      ...stockChecks,
    ],
  );
  await createIndex(db, 'ticket_types_of_event', 'ticket_types (organizer_id, event_id, position, id)');

  await createTable(
    db,
    'addons',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      external_id: 'text?',
      name: 'text',
      type: 'text',
      price: 'integer',
      currency: 'text',
      units_per_purchase: 'integer',
      quantity: 'integer?',
      sold: 'integer',
      reserved: 'integer',
      status: 'text',
      position: 'integer',
      version: 'integer default 0',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, external_id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
      'check (units_per_purchase > 0)',
      ...stockChecks,
    ],
  );
  await createIndex(db, 'addons_of_event', 'addons (organizer_id, event_id, position, id)');
}
