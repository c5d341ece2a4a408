import { type Kysely, sql } from 'kysely';
import {
  addColumns,
  addGeneratedColumn,
  createIndex,
  deferForeignKey,
  dropIndex,
} from '../src/platform/database/create-table.ts';

/**
 * Entitlements as a list: each says by itself what it is for and whether anything is left of it, and every combination
 * of the list's filters is one range of an index. A buyer has few, and what changed since a time is mostly wanted whole:
 * there the other filters pass over rows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await dropIndex(db, 'entitlements_newest_of_addon');
  await addColumns(db, 'entitlements', { name: 'text', type: 'text' });
  // As they would have been written when they were granted: the item has the name of that time.
  await sql`update entitlements set
    name = (select i.name from order_items as i
      where i.organizer_id = entitlements.organizer_id and i.id = entitlements.item_id),
    type = (select a.type from addons as a
      where a.organizer_id = entitlements.organizer_id and a.id = entitlements.addon_id)`.execute(db);
  await addGeneratedColumn(db, 'entitlements', 'consumed', {
    type: 'integer',
    as: 'case when units_total - units_voided - units_consumed = 0 then 1 else 0 end',
  });

  // 0004 made those of no filter, of the event and of the buyer.
  for (const [name, columns] of [
    ['type', 'type'],
    ['consumed', 'consumed'],
    ['type_consumed', 'type, consumed'],
    ['event_type', 'event_id, type'],
    ['event_consumed', 'event_id, consumed'],
    ['event_type_consumed', 'event_id, type, consumed'],
  ]) {
    await createIndex(db, `entitlements_newest_of_${name}`, `entitlements (organizer_id, ${columns}, created_at, id)`);
  }
  await createIndex(db, 'entitlements_changed_of_event', 'entitlements (organizer_id, event_id, updated_at, id)');

  // Checked at once, each of many consumptions would lock the entitlement for the others to count, before its turn.
  await deferForeignKey(db, 'consumptions', ['organizer_id', 'entitlement_id']);
}
