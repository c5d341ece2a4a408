import { sql } from 'kysely';
import { type Clock, type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { releaseReserved } from '../inventory/index.ts';
import { closePayments, hasPayment } from '../payments/index.ts';
import { readOrders } from './load-order.ts';
import { type ReleasedHold, releaseHolds } from './open-holds.ts';
import { stateAfter } from './states.ts';
import { stockLines } from './transition.ts';
import { emitClosedOrders } from './webhooks.ts';

/** Maximum number of orders in one query. An organizer rarely has so many expired orders, so it does not delay other organizers. */
const maxOrdersPerQuery = 10_000;
/** Maximum number of queries in one run; the next run starts a second later. */
const maxQueriesPerRun = 100;
/** Maximum number of orders in one transaction. It is small, so buyers wait only briefly for the locks. */
const maxOrdersPerBatch = 100;
/** Maximum number of transactions for one batch, if it is split in halves until each part has one order. */
const maxPartsPerBatch = 2 * maxOrdersPerBatch - 1;
/** How long a transaction waits for stock that another transaction has locked. */
const lockTimeoutMs = 500;

type ExpiredOrder = Pick<Tables['orders'], 'organizer_id' | 'order_number'>;

const findExpired = statement<{ now: string }, ExpiredOrder>((db, param) =>
  db
    .selectFrom('orders')
    .select(['organizer_id', 'order_number'])
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', param('now'))
    .orderBy('expires_at')
    .limit(sql.lit(maxOrdersPerQuery)),
);

const findExpiredOf = statement<{ organizerId: string; now: string }, ExpiredOrder>((db, param) =>
  db
    .selectFrom('orders')
    .select(['organizer_id', 'order_number'])
    .where('organizer_id', '=', param('organizerId'))
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', param('now'))
    .orderBy('expires_at')
    .limit(sql.lit(maxOrdersPerQuery)),
);

/**
 * Expires pending orders after their `expires_at`, and releases their stock. Any number of processes can run this at the same time:
 * each order expires exactly once. A failing batch is split, so that one bad order cannot block the rest.
 *
 * @returns the number of orders that this run expired
 * @throws the first error, after all other orders have expired
 */
export async function expireOrders(db: Db, clock: ServiceClock): Promise<number> {
  let expiredCount = await expireDue(db, clock, (now) => findExpired(db, { now }));
  // An order that has expired by the clock of the server has also expired by a clock that is ahead.
  for (const [organizerId, moved] of clock.moved) {
    expiredCount += await expireDue(db, moved, (now) => findExpiredOf(db, { organizerId, now }));
  }
  return expiredCount;
}

async function expireDue(
  db: Db,
  clock: Clock,
  findDue: (now: string) => Promise<readonly ExpiredOrder[]>,
): Promise<number> {
  let expiredCount = 0;
  for (let queries = 0; queries < maxQueriesPerRun; queries += 1) {
    const now = timestamp(clock.now());
    const dueOrders = await findDue(now);
    const progress: Progress = { now, count: 0, errors: [] };
    for (const [organizerId, orders] of Map.groupBy(dueOrders, (order) => order.organizer_id)) {
      const numbers = orders.map((order) => order.order_number);
      await expireOrdersOf(db, organizerId, numbers, progress);
    }
    if (progress.errors.length > 0) throw progress.errors[0];
    expiredCount += progress.count;
    // If this process has expired none of the orders, another process is expiring them.
    if (progress.count === 0 || dueOrders.length < maxOrdersPerQuery) break;
  }
  return expiredCount;
}

/** The progress with the orders of one query. */
interface Progress {
  readonly now: string;
  count: number;
  readonly errors: unknown[];
}

/** Expires orders of one organizer in batches. Stops if its stock is locked: the next run tries again. */
async function expireOrdersOf(
  db: Db,
  organizerId: string,
  numbers: readonly string[],
  progress: Progress,
): Promise<void> {
  for (let start = 0; start < numbers.length; start += maxOrdersPerBatch) {
    const isLocked = await expireParts(db, organizerId, numbers.slice(start, start + maxOrdersPerBatch), progress);
    if (isLocked) return;
  }
}

/**
 * Expires a batch. A part that fails is split in halves, until the order that cannot expire is found.
 *
 * @returns whether the stock is locked; if so, the remaining orders of the batch are still pending
 */
async function expireParts(
  db: Db,
  organizerId: string,
  batch: readonly string[],
  progress: Progress,
): Promise<boolean> {
  const parts = [batch];
  for (let attempts = 0; attempts < maxPartsPerBatch; attempts += 1) {
    const part = parts.pop();
    if (part === undefined) return false;
    try {
      progress.count += await expirePart(db, organizerId, part, progress.now);
    } catch (error) {
      if (dialectOf(db).classifyError(error) === 'unavailable') {
        progress.errors.push(error);
        return true;
      }
      const middle = Math.ceil(part.length / 2);
      if (part.length === 1) progress.errors.push(error);
      else parts.push(part.slice(middle), part.slice(0, middle));
    }
  }
  return false;
}

function expirePart(db: Db, organizerId: string, numbers: readonly string[], now: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await dialectOf(tx).limitLockWait(tx, lockTimeoutMs);
    const expiredOrders = await markExpired(tx, organizerId, numbers, now);
    const expiredNumbers = expiredOrders.map((row) => row.order_number).sort();
    if (expiredNumbers.length === 0) return 0;
    await closePayments(tx, organizerId, expiredNumbers, now);
    const items = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('organizer_id', '=', organizerId)
      .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), expiredNumbers))
      .execute();
    await releaseHolds(tx, organizerId, expiredOrders, items);
    await releaseReserved(tx, organizerId, stockLines(items));
    await emitClosedOrders(tx, organizerId, 'order.expired', await readOrders(tx, organizerId, expiredNumbers), now);
    return expiredNumbers.length;
  });
}

/**
 * Sets the status of the orders that are still pending and not locked. The names of ticket holders are removed, except from
 * orders with an open payment, which can still be paid.
 *
 * @returns the expired orders, with their previous counters
 */
async function markExpired(
  tx: Db,
  organizerId: string,
  numbers: readonly string[],
  now: string,
): Promise<readonly ReleasedHold[]> {
  const { isOneOf, forUpdateSkipLocked } = dialectOf(tx);
  const { rows } = await sql<ReleasedHold>`
    update orders set status = ${stateAfter('expire')}, updated_at = ${latestUpdateTime(now)}, attendees = case when ${hasPayment(organizerId, 'orders', ['open'])}
        then attendees end
    where organizer_id = ${organizerId} and order_number in (
      select order_number from orders where organizer_id = ${organizerId}
        and ${isOneOf(sql`order_number`, numbers)} and status = 'pending' and expires_at <= ${now}
      order by order_number ${forUpdateSkipLocked})
    returning order_number, held_by_address, held_by_email`.execute(tx);
  const ordersWithHolders = rows.filter((row) => row.held_by_address !== null || row.held_by_email !== null);
  if (ordersWithHolders.length > 0) {
    const numbersWithHolders = ordersWithHolders.map((row) => row.order_number);
    await tx
      .updateTable('orders')
      .set({ held_by_address: null, held_by_email: null })
      .where('organizer_id', '=', organizerId)
      .where((eb) => isOneOf(eb.ref('order_number'), numbersWithHolders))
      .execute();
  }
  return rows;
}
