import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { releaseReserved } from '../inventory/index.ts';
import { closePayments } from '../payments/index.ts';
import { readOrders } from './load-order.ts';
import { type EndedHold, endHolds } from './open-holds.ts';
import { stateAfter } from './states.ts';
import { stockLines } from './transition.ts';
import { emitGivenUp } from './webhooks.ts';

/** Looked for at once: more than one organizer is likely to have, so that none keeps the others from being seen. */
const foundMax = 10_000;
/** Ended in one transaction: a step that nobody who buys has to wait for long. */
const stepMax = 100;
/** How long a step waits for stock that somebody else has locked. */
const lockWaitMsMax = 500;

const findExpired = statement<{ now: string }, { organizer_id: string; order_number: string }>((db, param) =>
  db
    .selectFrom('orders')
    .select(['organizer_id', 'order_number'])
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', param('now'))
    .orderBy('expires_at')
    .limit(sql.lit(foundMax)),
);

/**
 * Pending orders whose time is over expire, and what they held can be bought again. Any number of processes may do
 * this at once: each order expires exactly once. What cannot be ended now keeps nothing else from ending.
 *
 * @returns how many expired now
 * @throws the first error, when all that could be ended has ended
 */
export async function expireOrders(db: Db, clock: Clock): Promise<number> {
  const now = timestamp(clock.now());
  const found = await findExpired(db, { now });
  const run: Run = { now, count: 0, errors: [] };
  for (const [organizerId, orders] of Map.groupBy(found, (order) => order.organizer_id)) {
    const numbers = orders.map((order) => order.order_number);
    for (let start = 0; start < numbers.length; start += stepMax) {
      if (!(await expireSome(db, organizerId, numbers.slice(start, start + stepMax), run))) break;
    }
  }
  if (run.errors.length > 0) throw run.errors[0];
  // Where another process ended some of them, it goes on with the rest.
  return run.count > 0 && found.length === foundMax ? run.count + (await expireOrders(db, clock)) : run.count;
}

/** How far a run has come. */
interface Run {
  readonly now: string;
  count: number;
  readonly errors: unknown[];
}

/** Gives whether there is any use in going on with this organizer: not where its stock is locked. */
async function expireSome(db: Db, organizerId: string, numbers: readonly string[], run: Run): Promise<boolean> {
  try {
    run.count += await expireStep(db, organizerId, numbers, run.now);
    return true;
  } catch (error) {
    if (dialectOf(db).classifyError(error) === 'unavailable') {
      run.errors.push(error);
      return false;
    }
    if (numbers.length === 1) {
      run.errors.push(error);
      return true;
    }
    // One of them cannot be ended: it is found by halves, and the others end.
    const middle = Math.ceil(numbers.length / 2);
    const goesOn = await expireSome(db, organizerId, numbers.slice(0, middle), run);
    return goesOn && (await expireSome(db, organizerId, numbers.slice(middle), run));
  }
}

function expireStep(db: Db, organizerId: string, numbers: readonly string[], now: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await dialectOf(tx).limitLockWait(tx, lockWaitMsMax);
    const moved = await moveExpired(tx, organizerId, numbers, now);
    const expired = moved.map((row) => row.order_number).sort();
    if (expired.length === 0) return 0;
    await closePayments(tx, organizerId, expired, now);
    const items = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('organizer_id', '=', organizerId)
      .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), expired))
      .execute();
    await endHolds(tx, organizerId, moved, items);
    await releaseReserved(tx, organizerId, stockLines(items));
    await emitGivenUp(tx, organizerId, 'order.expired', await readOrders(tx, organizerId, expired), now);
    return expired.length;
  });
}

/**
 * Those of the orders that nobody else has paid, cancelled or ended, or is about to. Who their tickets are for is kept where
 * a payment has begun, which may come late. Each is returned with the holders that it had until now.
 */
async function moveExpired(
  tx: Db,
  organizerId: string,
  numbers: readonly string[],
  now: string,
): Promise<readonly EndedHold[]> {
  const { isOneOf, forUpdateSkipLocked } = dialectOf(tx);
  const { rows } = await sql<EndedHold>`
    update orders set status = ${stateAfter('expire')}, updated_at = ${now}, attendees = case when exists (
        select 1 from payments as p where p.organizer_id = orders.organizer_id
          and p.order_number = orders.order_number and p.status = 'open') then attendees end
    where organizer_id = ${organizerId} and order_number in (
      select order_number from orders where organizer_id = ${organizerId}
        and ${isOneOf(sql`order_number`, numbers)} and status = 'pending' and expires_at <= ${now}
      order by order_number ${forUpdateSkipLocked})
    returning order_number, held_by_address, held_by_email`.execute(tx);
  const held = rows.filter((row) => row.held_by_address !== null || row.held_by_email !== null);
  if (held.length > 0) {
    const numbersHeld = held.map((row) => row.order_number);
    await tx
      .updateTable('orders')
      .set({ held_by_address: null, held_by_email: null })
      .where('organizer_id', '=', organizerId)
      .where((eb) => isOneOf(eb.ref('order_number'), numbersHeld))
      .execute();
  }
  return rows;
}
