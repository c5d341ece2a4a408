import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { deleteSentMails } from '../mail/index.ts';
import { deletePayments, hasPayment } from '../payments/index.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The buyer of an unpaid order is removed this long after `expires_at`. */
const buyerRetentionMs = 7 * dayMs;
/** The order is deleted this long after its buyer was removed: 90 days after `expires_at`. */
const orderRetentionMs = 83 * dayMs;
/** Maximum number of orders in one transaction. It is small, so other transactions wait only briefly for the locks. */
const maxOrdersPerBatch = 100;
/** Maximum number of batches in one run; the next run starts a minute later. */
const maxBatchesPerRun = 1_000;

/** Replaces the buyer's e-mail address in an abandoned order. No e-mail can be sent to it (RFC 2606). */
export const removedBuyerEmail = 'removed@removed.invalid';

// Must be equal to the condition of the partial index. Imported orders are records of the organizer and are not deleted.
const neverPaid = sql`status in ('expired', 'cancelled') and external_id is null and paid_at is null`;

/** The SQL condition that money was received for an order, or can still be received. */
const hasMoney = hasPayment('orders', ['open', 'closing', 'paid', 'refused']);

/**
 * Removes data of orders that expired or were cancelled and were never paid: after 7 days the buyer and the names of the ticket
 * holders, after 90 days the orders. Orders for which money was received are not changed. Any number of processes can run this
 * at the same time.
 */
export async function purgeAbandonedOrders(db: Db, clock: ServiceClock): Promise<void> {
  await purgeAt(db, clock.now(), sql``);
  for (const [organizerId, moved] of clock.moved) {
    await purgeAt(db, moved.now(), sql`and organizer_id = ${organizerId}`);
  }
}

/** @param onlyOf a condition that begins with `and`; empty for the orders of all organizers */
async function purgeAt(db: Db, nowMs: number, onlyOf: RawBuilder<unknown>): Promise<void> {
  await repeatWhileFull(() => removeBuyers(db, nowMs, onlyOf));
  await repeatWhileFull(() => removeOrders(db, nowMs, onlyOf));
}

/** Runs batches until a batch is not full. */
async function repeatWhileFull(runBatch: () => Promise<number>): Promise<void> {
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    if ((await runBatch()) < maxOrdersPerBatch) return;
  }
}

/** Also sets `updated_at`, so that lists with `updatedSince` return these orders again. */
async function removeBuyers(db: Db, nowMs: number, onlyOf: RawBuilder<unknown>): Promise<number> {
  const now = timestamp(nowMs);
  const { numAffectedRows } = await sql`update orders set buyer_email = ${removedBuyerEmail}, buyer_name = null,
      buyer_phone = null, attendees = null, buyer_removed_at = ${now}, updated_at = ${now}
    where (organizer_id, order_number) in (
      select organizer_id, order_number from orders
      where ${neverPaid} and buyer_removed_at is null and expires_at <= ${timestamp(nowMs - buyerRetentionMs)}
        and not ${hasMoney} ${onlyOf}
      order by expires_at limit ${sql.lit(maxOrdersPerBatch)} ${dialectOf(db).forUpdateSkipLocked})`.execute(db);
  return Number(numAffectedRows);
}

function removeOrders(db: Db, nowMs: number, onlyOf: RawBuilder<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { forUpdateSkipLocked, isOneOf } = dialectOf(tx);
    const { rows } = await sql<{ organizer_id: string; order_number: string }>`
      select organizer_id, order_number from orders
      where buyer_removed_at is not null and buyer_removed_at <= ${timestamp(nowMs - orderRetentionMs)}
        and not ${hasMoney} ${onlyOf}
      order by buyer_removed_at limit ${sql.lit(maxOrdersPerBatch)} ${forUpdateSkipLocked}`.execute(tx);
    for (const [organizerId, orders] of Map.groupBy(rows, (row) => row.organizer_id)) {
      const numbers = orders.map((order) => order.order_number);
      await deletePayments(tx, organizerId, numbers);
      await deleteSentMails(tx, organizerId, numbers);
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
