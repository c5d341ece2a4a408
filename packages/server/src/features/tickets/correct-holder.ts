import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { StoredExternalFields } from '../../platform/external-fields.ts';

/** The corrected values of a ticket. A missing value is not changed. */
export interface HolderCorrection {
  readonly holderName?: string | null;
  readonly category?: string | null;
  /** Columns of the fields for the programs of the organizer. */
  readonly columns?: Partial<StoredExternalFields>;
}

/** Reads what a change of a ticket must know; null if the organizer has no ticket with this id. */
export async function findTicketToChange(
  tx: Db,
  organizerId: string,
  ticketId: string,
): Promise<(StoredExternalFields & { readonly orderNumber: string }) | null> {
  const row = await tx
    .selectFrom('tickets')
    .select(['order_number as orderNumber', 'external_id', 'metadata'])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return row ?? null;
}

/** Moves `updatedAt` of the tickets of an order whose buyer or add-ons have changed: attendees show both, and devices find tickets by the buyer. */
export async function touchTickets(tx: Db, organizerId: string, orderNumber: string, now: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
}

/**
 * Corrects the holder of a ticket. `updatedAt` of the ticket changes.
 *
 * @returns false if the order has no ticket with this id
 */
export async function setHolder(
  tx: Db,
  organizerId: string,
  { orderNumber, ticketId }: { orderNumber: string; ticketId: string },
  { holderName, category, columns = {} }: HolderCorrection,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({
      ...columns,
      ...(holderName === undefined ? {} : { holder_name: holderName }),
      ...(category === undefined ? {} : { category }),
      updated_at: latestUpdateTime(now),
    })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  // Otherwise, the old name would stay in the database, encrypted, until the next offline bundle.
  await tx
    .deleteFrom('offline_details')
    .where('organizer_id', '=', organizerId)
    .where('ticket_id', '=', ticketId)
    .execute();
  return numUpdatedRows === 1n;
}
