import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';

/**
 * Voids units of the entitlement that belongs to an order item. Consumed units are not voided.
 *
 * @param units the number of refunded units
 * @returns the total number of void units of the entitlement
 */
export async function voidUnits(
  tx: Db,
  organizerId: string,
  itemId: string,
  units: number,
  now: string,
): Promise<number> {
  const row = await tx
    .updateTable('entitlements')
    .set({
      // One statement: units that are consumed at the same time are not voided.
      units_voided: sql`case
        when units_consumed + units_voided + ${units} <= units_total then units_voided + ${units}
        else units_total - units_consumed end`,
      updated_at: latestUpdateTime(now),
    })
    .where('organizer_id', '=', organizerId)
    .where('item_id', '=', itemId)
    .returning('units_voided')
    .executeTakeFirst();
  return row?.units_voided ?? 0;
}
