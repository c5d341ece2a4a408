import { sql } from 'kysely';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';

/** The fields of an entitlement `t` of the add-on `a`. What was taken back by a refund does not count any more. */
function entitlementFields(db: Db): JsonFields {
  const total = sql`t.units_total - t.units_voided`;
  const remaining = sql`${total} - t.units_consumed`;
  return {
    id: sql`t.id`,
    orderNumber: sql`t.order_number`,
    eventId: sql`t.event_id`,
    addonId: sql`t.addon_id`,
    name: sql`a.name`,
    type: sql`a.type`,
    unitsTotal: total,
    unitsConsumed: sql`t.units_consumed`,
    unitsRemaining: remaining,
    consumed: dialectOf(db).boolean(sql`${remaining} = 0`),
    createdAt: sql`t.created_at`,
    updatedAt: sql`t.updated_at`,
  };
}

/** The JSON of each entitlement that an order gave. */
export async function readEntitlementsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<string[]> {
  const { rows } = await sql<{ json: string }>`
    select cast(${dialectOf(db).object(entitlementFields(db))} as text) as json
    from entitlements as t join addons as a on a.organizer_id = t.organizer_id and a.id = t.addon_id
    where t.organizer_id = ${organizerId} and t.order_number = ${orderNumber} order by t.id`.execute(db);
  return rows.map((row) => row.json);
}
