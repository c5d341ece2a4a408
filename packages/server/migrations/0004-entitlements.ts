import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** What buyers may consume, and what they consumed: once per `ref`. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'entitlements',
    {
      organizer_id: 'text',
      id: 'text',
      order_number: 'text',
      item_id: 'text',
      event_id: 'text',
      addon_id: 'text',
      buyer_email: 'text',
      units_total: 'integer',
      units_consumed: 'integer',
      units_voided: 'integer',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, item_id)',
      'foreign key (organizer_id, item_id) references order_items (organizer_id, id)',
      'foreign key (organizer_id, addon_id) references addons (organizer_id, id)',
      'check (units_consumed >= 0)',
      'check (units_voided >= 0)',
      'check (units_consumed + units_voided <= units_total)',
    ],
  );
  await createIndex(db, 'entitlements_of_order', 'entitlements (organizer_id, order_number)');
  await createIndex(db, 'entitlements_newest', 'entitlements (organizer_id, created_at, id)');
  await createIndex(db, 'entitlements_newest_of_event', 'entitlements (organizer_id, event_id, created_at, id)');
  await createIndex(db, 'entitlements_newest_of_addon', 'entitlements (organizer_id, addon_id, created_at, id)');
  await createIndex(db, 'entitlements_newest_of_email', 'entitlements (organizer_id, buyer_email, created_at, id)');
  await createIndex(db, 'entitlements_changed', 'entitlements (organizer_id, updated_at, id)');

  await createTable(
    db,
    'consumptions',
    { organizer_id: 'text', id: 'text', entitlement_id: 'text', ref: 'text', units: 'integer', created_at: 'text' },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, ref)',
      'foreign key (organizer_id, entitlement_id) references entitlements (organizer_id, id)',
      'check (units > 0)',
    ],
  );
  await createIndex(db, 'consumptions_of_entitlement', 'consumptions (organizer_id, entitlement_id, created_at)');
}
