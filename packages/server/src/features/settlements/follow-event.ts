import type { Db } from '../../platform/database/dialect.ts';

/** Moves `updated_at` of the settlement of an event whose name has changed, because the settlement shows it. */
export async function touchSettlement(tx: Db, organizerId: string, eventId: string, now: string): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('updated_at', '<', now)
    .execute();
}

/** Deletes the settlement of an event that is deleted, unless it has ledger entries. */
export async function deleteEmptySettlement(tx: Db, organizerId: string, eventId: string): Promise<void> {
  await tx
    .deleteFrom('settlements')
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('entry_count', '=', 0)
    .execute();
}

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
