import type { Db } from '../../platform/database/dialect.ts';

/** An account on which nothing was booked yet goes on in another currency. */
export async function changeSettlementCurrency(
  tx: Db,
  organizerId: string,
  event: { id: string; currency: string },
  now: string,
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ currency: event.currency, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', event.id)
    .execute();
}
