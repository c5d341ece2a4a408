import type { Kysely } from 'kysely';
import {
  addGeneratedColumn,
  createIndex,
  createTable,
  deferForeignKey,
} from '../../src/platform/database/create-table.ts';

/** Units of add-ons that buyers can consume, and their consumptions, at most one for each `ref`. */
export async function createEntitlementTables(db: Kysely<never>): Promise<void> {
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
      // The name and the type of the add-on when it was bought.
      name: "text default ''",
      type: "text default ''",
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
  await addGeneratedColumn(db, 'entitlements', 'consumed', {
    type: 'integer',
    as: 'case when units_total - units_voided - units_consumed = 0 then 1 else 0 end',
  });
  await createIndex(db, 'entitlements_of_order', 'entitlements (organizer_id, order_number)');
  await createIndex(db, 'entitlements_newest_of_email', 'entitlements (organizer_id, buyer_email, created_at, id)');
  // One index for each combination of the list's filters. Filters by e-mail address need only one, because a buyer has few rows.
  await createIndex(db, 'entitlements_newest', 'entitlements (organizer_id, created_at, id)');
  for (const [name, columns] of [
    ['event', 'event_id'],
    ['type', 'type'],
    ['consumed', 'consumed'],
    ['type_consumed', 'type, consumed'],
    ['event_type', 'event_id, type'],
    ['event_consumed', 'event_id, consumed'],
    ['event_type_consumed', 'event_id, type, consumed'],
  ]) {
    await createIndex(db, `entitlements_newest_of_${name}`, `entitlements (organizer_id, ${columns}, created_at, id)`);
  }
  // A list by `updatedSince` is usually read without other filters, so these filters have no index and skip rows.
  await createIndex(db, 'entitlements_changed', 'entitlements (organizer_id, updated_at, id)');
  await createIndex(db, 'entitlements_changed_of_event', 'entitlements (organizer_id, event_id, updated_at, id)');

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
  // A check at the insert would lock the entitlement before the statement that counts the consumption.
  await deferForeignKey(db, 'consumptions', ['organizer_id', 'entitlement_id']);
}
