import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Receiver } from '../../platform/database/tables.ts';
import { receiverOf } from './balance.ts';

/**
 * Locks the settlement of an event until the transaction ends. Entries of an earlier version, which ran beside this one during an
 * update, do not state who received their money: it is added here, before the balance can be paid out.
 */
export async function lockSettlement(tx: Db, organizerId: string, eventId: string): Promise<void> {
  await sql`select id from settlements where organizer_id = ${organizerId} and event_id = ${eventId}
    ${dialectOf(tx).forUpdate}`.execute(tx);
  const unassigned = await findUnassigned(tx, organizerId, eventId);
  if (unassigned.length === 0) return;
  for (const entry of unassigned) {
    await tx
      .updateTable('ledger_entries')
      .set({ received_by: receiverOf(entry) })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', entry.id)
      .execute();
  }
  await sumReceivers(tx, organizerId, eventId);
}

interface UnassignedEntry {
  readonly id: string;
  readonly received_by: Receiver | null;
  readonly method: string | null;
}

async function findUnassigned(tx: Db, organizerId: string, eventId: string): Promise<UnassignedEntry[]> {
  const { rows } = await sql<UnassignedEntry>`
    select l.id, coalesce(o.received_by, p.received_by) as received_by, coalesce(o.payment_method, p.method) as method
    from ledger_entries as l
      left join orders as o on o.organizer_id = ${organizerId} and o.order_number = l.order_number
      left join payments as p on p.organizer_id = ${organizerId} and p.id = l.reference
    where l.organizer_id = ${organizerId} and l.event_id = ${eventId}
      and l.received_by is null and l.kind <> 'payout'`.execute(tx);
  return rows;
}

async function sumReceivers(tx: Db, organizerId: string, eventId: string): Promise<void> {
  const sumOf = (value: string, receiver: Receiver) => sql`(select coalesce(sum(${sql.raw(value)}), 0)
    from ledger_entries as l
    where l.organizer_id = ${organizerId} and l.event_id = ${eventId} and l.received_by = ${receiver})`;
  await sql`update settlements set
      collected_by_organizer = ${sumOf('l.gross - l.refunds', 'organizer')},
      collected_by_nobody = ${sumOf('l.gross - l.refunds', 'nobody')},
      deductions_of_nobody = ${sumOf('l.platform_fees + l.payment_fees + l.taxes', 'nobody')}
    where organizer_id = ${organizerId} and event_id = ${eventId}`.execute(tx);
}
