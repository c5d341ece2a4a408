import type { Db } from '../../platform/database/dialect.ts';

/** Changes the currency of a settlement that has no ledger entries yet. */
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
