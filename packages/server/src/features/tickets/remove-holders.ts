import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';

/**
 * Removes the names of the holders of an order, their answers, and the details of its tickets in offline bundles. `updatedAt` of the
 * tickets changes, so devices replace what they have stored.
 */
export async function removeHolders(tx: Db, organizerId: string, orderNumber: string, now: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ holder_name: null, first_name_length: null, fields: null, updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
  await sql`delete from offline_details where organizer_id = ${organizerId} and ticket_id in (
    select t.id from tickets as t where t.organizer_id = ${organizerId} and t.order_number = ${orderNumber})`.execute(
    tx,
  );
}
