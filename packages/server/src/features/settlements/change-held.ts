import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { emit } from '../webhooks/index.ts';
import { balanceColumns } from './balance.ts';
import { readSettlement } from './queries.ts';
import { settlementEvents } from './webhooks.ts';

/**
 * Holds back an amount of the settlement of an event, because a payment is disputed, or releases it.
 *
 * @param change minor units; negative to release it
 */
export async function changeHeld(
  tx: Db,
  organizerId: string,
  eventId: string,
  change: number,
  now: string,
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({
      held: sql`held + ${change}`,
      status: sql`case when status = 'open' then 'open' when ${balanceColumns} = ${change} then 'paid' else 'final' end`,
      updated_at: now,
    })
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .execute();
  const settlement = await readSettlement(tx, organizerId, eventId);
  await emit(tx, organizerId, settlementEvents(settlement, { balanceOrStatusChanged: true }), now);
}
