import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { deleteSentMails } from '../mail/index.ts';
import { deletePayments, hasPayment } from '../payments/index.ts';
import { deleteAnswers } from '../questions/index.ts';
import { emit } from '../webhooks/index.ts';
import { readOrders } from './load-order.ts';
import { indexOrders } from './search-index.ts';
import { orderWebhookEvent } from './webhooks.ts';

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

// Must be equal to the conditions of the partial indexes. Imported orders are records of the organizer and are not deleted.
const neverPaid = [
  sql`status in ('expired', 'cancelled') and external_id is null and paid_at is null`,
  sql`status in ('expired', 'cancelled') and external_id is not null and was_placed = 1 and paid_at is null`,
];

/** The SQL condition that money was received for an order, or can still be received. */
const hasMoney = (organizerId: RawBuilder<string> | string) =>
  hasPayment(organizerId, 'orders', ['open', 'closing', 'paid', 'refused']);

/**
 * Removes data of orders that expired or were cancelled and were never paid: after 7 days the buyer, the names of the ticket
 * holders and all answers, after 90 days the orders. Orders for which money was received are not changed. Any number of processes can run this
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
  const withBuyer = sql`buyer_removed_at is null and expires_at <= ${timestamp(nowMs - buyerRetentionMs)}`;
  for (const abandoned of neverPaid) {
    const selection = sql`${abandoned} and ${withBuyer} ${onlyOf}`;
    await repeatWhileFull(db, { selection, orderBy: sql`expires_at` }, (tx, batch) =>
      removeBuyers(tx, batch, timestamp(nowMs)),
    );
  }
  const ordersToRemove = sql`buyer_removed_at is not null and buyer_removed_at <= ${timestamp(nowMs - orderRetentionMs)}`;
  await repeatWhileFull(
    db,
    { selection: sql`${ordersToRemove} ${onlyOf}`, orderBy: sql`buyer_removed_at` },
    removeOrders,
  );
}

/** The orders that a run changes. */
interface Selection {
  readonly selection: RawBuilder<unknown>;
  readonly orderBy: RawBuilder<unknown>;
}

/** Orders of one organizer, locked. */
interface Batch {
  readonly organizerId: string;
  readonly numbers: readonly string[];
}

/**
 * Runs batches until none is full. A batch finds orders of all organizers, then locks and changes those of each organizer in a
 * separate transaction.
 */
async function repeatWhileFull(
  db: Db,
  { selection, orderBy }: Selection,
  change: (tx: Db, batch: Batch) => Promise<void>,
): Promise<void> {
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    const { rows: foundOrders } = await sql<FoundOrder>`select organizer_id, order_number from orders
      where ${selection} and not ${hasMoney(sql`orders.organizer_id`)}
      order by ${orderBy} limit ${sql.lit(maxOrdersPerBatch)}`.execute(db);
    let changed = 0;
    for (const [organizerId, orders] of Map.groupBy(foundOrders, (order) => order.organizer_id)) {
      const found = orders.map((order) => order.order_number);
      changed += await db.transaction().execute(async (tx) => {
        const numbers = await lockOrders(tx, { organizerId, numbers: found }, selection);
        if (numbers.length > 0) await change(tx, { organizerId, numbers });
        return numbers.length;
      });
    }
    if (changed < maxOrdersPerBatch) return;
  }
}

type FoundOrder = Pick<Tables['orders'], 'organizer_id' | 'order_number'>;

/** Locks the orders that still match and that no other transaction has locked. */
async function lockOrders(
  tx: Db,
  { organizerId, numbers }: Batch,
  selection: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { forUpdateSkipLocked, isOneOf } = dialectOf(tx);
  const { rows } = await sql<Pick<FoundOrder, 'order_number'>>`select order_number from orders
    where organizer_id = ${organizerId} and ${isOneOf(sql`order_number`, numbers)} and ${selection}
      and not ${hasMoney(organizerId)}
    order by order_number ${forUpdateSkipLocked}`.execute(tx);
  return rows.map((row) => row.order_number);
}

/** Also sets `updated_at` and emits `order.anonymized`, so that copies of these orders are changed too. */
async function removeBuyers(tx: Db, { organizerId, numbers }: Batch, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ buyer_email: removedBuyerEmail, buyer_name: null, buyer_phone: null, attendees: null })
    .set({ buyer_removed_at: now, anonymized_at: now, updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), numbers))
    .execute();
  await deleteAnswers(tx, organizerId, numbers);
  await indexOrders(tx, organizerId, numbers);
  const orders = await readOrders(tx, organizerId, numbers);
  const events = orders.map((order) => orderWebhookEvent('order.anonymized', order));
  await emit(tx, organizerId, events, now);
}

async function removeOrders(tx: Db, { organizerId, numbers }: Batch): Promise<void> {
  await deletePayments(tx, organizerId, numbers);
  await deleteSentMails(tx, organizerId, numbers);
  for (const table of ['order_items', 'orders'] as const) {
    await tx
      .deleteFrom(table)
      .where('organizer_id', '=', organizerId)
      .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), numbers))
      .execute();
  }
}
