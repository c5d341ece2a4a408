import type { Db } from '../../platform/database/dialect.ts';
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
