import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { ApiError } from '../../platform/errors.ts';
import { releaseHeld } from '../events/index.ts';
import { lockOrder, readOrder } from './load-order.ts';
import { moveOrder, stockLines } from './transition.ts';
import { emitGivenUp } from './webhooks.ts';

const batchMax = 500;

const findExpired = statement<{ now: string }, { organizer_id: string; order_number: string }>((db, param) =>
  db
    .selectFrom('orders')
    .select(['organizer_id', 'order_number'])
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', param('now'))
    .orderBy('expires_at')
    .limit(sql.lit(batchMax)),
);

/**
 * Pending orders whose time is over expire, and what they held can be bought again. Any number of processes may do
 * this at once: each order expires exactly once.
 *
 * @returns how many expired now
 */
export async function expireOrders(db: Db, clock: Clock): Promise<number> {
  const now = timestamp(clock.now());
  let count = 0;
  for (const found of await findExpired(db, { now })) {
    count += await db.transaction().execute(async (tx) => {
      const { order, items } = await lockOrder(tx, found.organizer_id, found.order_number);
      try {
        await moveOrder(tx, order, 'expire', { attendees: null, updated_at: now });
      } catch (error) {
        // Paid, cancelled or expired by somebody else since it was found.
        if (error instanceof ApiError && error.code === 'invalid_state') return 0;
        throw error;
      }
      await releaseHeld(tx, order.organizer_id, stockLines(items));
      const expired = await readOrder(tx, order.organizer_id, order.order_number);
      await emitGivenUp(tx, order.organizer_id, 'order.expired', expired, now);
      return 1;
    });
  }
  return count;
}
