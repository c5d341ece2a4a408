import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { ticketTransition } from './states.ts';

/**
 * Marks tickets as refunded and voids the valid tickets. Used tickets stay used.
 *
 * @returns the ids of the voided tickets
 */
export async function voidTickets(
  tx: Db,
  organizerId: string,
  ticketIds: readonly string[],
  refundedAt: string,
): Promise<string[]> {
  if (ticketIds.length === 0) return [];
  // Without the lock, the undo of a use between the two updates would leave a valid ticket for the second one.
  const { forUpdate, isOneOf } = dialectOf(tx);
  await sql`
    select id from tickets where organizer_id = ${organizerId} and ${isOneOf(sql.ref('id'), ticketIds)}
    order by id ${forUpdate}`.execute(tx);
  const { from, to } = ticketTransition('void');
  const voided = await tx
    .updateTable('tickets')
    .set({ status: to, refunded_at: refundedAt, updated_at: refundedAt })
    .where('organizer_id', '=', organizerId)
    .where('id', 'in', ticketIds)
    .where('status', '=', from)
    .returning('id')
    .execute();
  await tx
    .updateTable('tickets')
    .set({ refunded_at: refundedAt, updated_at: refundedAt })
    .where('organizer_id', '=', organizerId)
    .where('id', 'in', ticketIds)
    .where('refunded_at', 'is', null)
    .execute();
  return voided.map((row) => row.id);
}
