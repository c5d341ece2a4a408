import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { deletePayments, hasPayment } from '../payments/index.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The buyer of an unpaid order is removed this long after its hold. */
const buyerRetentionMs = 7 * dayMs;
/** The order is deleted this long after that: 90 days after its hold. */
const orderRetentionMs = 83 * dayMs;
/** Maximum orders of one transaction: few, so others wait only briefly for its locks. */
const batchMax = 100;
/** Maximum batches of one run; the next run starts a minute later. */
const batchesMax = 1_000;

/** Replaces the buyer's address of an abandoned order. No mail can be sent to it (RFC 2606). */
export const removedBuyerEmail = 'removed@removed.invalid';

// The condition of the partial index. Imported orders are records of the organizer and are not deleted.
const neverPaid = sql`status in ('expired', 'cancelled') and external_id is null and paid_at is null`;

/** The SQL condition that money was received for the order, or can still be received. */
const hasMoney = hasPayment('orders', ['open', 'closing', 'paid', 'refused']);

/**
 * Removes data of orders that expired or were cancelled without being paid: after 7 days the buyer and the names of the
 * ticket holders, after 90 days the orders. Orders with received money are not deleted. Any number of processes can run this at
 * the same time.
 */
export async function purgeAbandonedOrders(db: Db, nowMs: number): Promise<void> {
  await repeatWhileFull(() => removeBuyers(db, nowMs));
  await repeatWhileFull(() => removeOrders(db, nowMs));
}

/** Runs batches until one is not full. */
async function repeatWhileFull(runBatch: () => Promise<number>): Promise<void> {
  for (let batches = 0; batches < batchesMax; batches += 1) {
    if ((await runBatch()) < batchMax) return;
  }
}

/** Sets `updated_at`: lists with `updatedSince` return these orders again. */
async function removeBuyers(db: Db, nowMs: number): Promise<number> {
  const now = timestamp(nowMs);
  const { numAffectedRows } = await sql`update orders set buyer_email = ${removedBuyerEmail}, buyer_name = null,
      buyer_phone = null, attendees = null, buyer_removed_at = ${now}, updated_at = ${now}
    where (organizer_id, order_number) in (
      select organizer_id, order_number from orders
      where ${neverPaid} and buyer_removed_at is null and expires_at <= ${timestamp(nowMs - buyerRetentionMs)}
        and not ${hasMoney}
      order by expires_at limit ${sql.lit(batchMax)} ${dialectOf(db).forUpdateSkipLocked})`.execute(db);
  return Number(numAffectedRows);
}

function removeOrders(db: Db, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { forUpdateSkipLocked, isOneOf } = dialectOf(tx);
    const { rows } = await sql<{ organizer_id: string; order_number: string }>`
      select organizer_id, order_number from orders
      where buyer_removed_at is not null and buyer_removed_at <= ${timestamp(nowMs - orderRetentionMs)} and not ${hasMoney}
      order by buyer_removed_at limit ${sql.lit(batchMax)} ${forUpdateSkipLocked}`.execute(tx);
    for (const [organizerId, orders] of Map.groupBy(rows, (row) => row.organizer_id)) {
      const numbers = orders.map((order) => order.order_number);
      await deletePayments(tx, organizerId, numbers);
      for (const table of ['order_items', 'orders'] as const) {
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
