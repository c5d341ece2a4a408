import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Orders that were never paid lose their buyer so long after their hold ended. */
const buyerKeptMs = 7 * dayMs;
/** So long after that they are removed: 90 days after their hold ended. */
const orderKeptMs = 83 * dayMs;
/** Changed in one transaction: a step that nobody has to wait for long. */
const stepMax = 100;

/** Stands where the buyer of an abandoned order was. Nothing can be sent to it (RFC 2606). */
export const removedBuyerEmail = 'removed@removed.invalid';

// In the words of the partial index. What was imported is its organizer's record, and stays as it is.
const cameToNothing = sql`status in ('expired', 'cancelled') and external_id is null and paid_at is null`;

/** Money has come for it, or may still come. */
const hasMoney = sql`exists (select 1 from payments as p where p.organizer_id = orders.organizer_id
  and p.order_number = orders.order_number and p.status in ('open', 'closing', 'paid', 'refused'))`;

/**
 * Removes what is kept of orders that expired or were cancelled without being paid: after 7 days their buyer and the names
 * of their holders, after 90 the orders themselves. Those for which money came are kept. Any number of processes may do this
 * at once.
 */
export async function removeAbandonedOrders(db: Db, nowMs: number): Promise<void> {
  while ((await removeBuyers(db, nowMs)) === stepMax);
  while ((await removeOrders(db, nowMs)) === stepMax);
}

/** The change is one that `updatedSince` gives: a copy of the orders learns of it. */
async function removeBuyers(db: Db, nowMs: number): Promise<number> {
  const now = timestamp(nowMs);
  const { numAffectedRows } = await sql`update orders set buyer_email = ${removedBuyerEmail}, buyer_name = null,
      buyer_phone = null, attendees = null, buyer_removed_at = ${now}, updated_at = ${now}
    where (organizer_id, order_number) in (
      select organizer_id, order_number from orders
      where ${cameToNothing} and buyer_removed_at is null and expires_at <= ${timestamp(nowMs - buyerKeptMs)}
        and not ${hasMoney}
      order by expires_at limit ${sql.lit(stepMax)} ${dialectOf(db).forUpdateSkipLocked})`.execute(db);
  return Number(numAffectedRows);
}

function removeOrders(db: Db, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { forUpdateSkipLocked, isOneOf } = dialectOf(tx);
    const { rows } = await sql<{ organizer_id: string; order_number: string }>`
      select organizer_id, order_number from orders
      where buyer_removed_at is not null and buyer_removed_at <= ${timestamp(nowMs - orderKeptMs)} and not ${hasMoney}
      order by buyer_removed_at limit ${sql.lit(stepMax)} ${forUpdateSkipLocked}`.execute(tx);
    for (const [organizerId, orders] of Map.groupBy(rows, (row) => row.organizer_id)) {
      const numbers = orders.map((order) => order.order_number);
      for (const table of ['order_items', 'payments', 'orders'] as const) {
        await tx
          .deleteFrom(table)
          .where('organizer_id', '=', organizerId)
          .where((eb) => isOneOf(eb.ref('order_number'), numbers))
          .execute();
      }
    }
    return rows.length;
  });
}
