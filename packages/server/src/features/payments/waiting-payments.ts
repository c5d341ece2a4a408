import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { readQueueHealth } from '../../platform/queue/health.ts';

/** The error of refunds that the operator has dropped. */
const droppedError = 'The operator has dropped this refund: it was not sent to the payment provider.';

/** The number of refunds to request from payment providers, and of payments to close there. */
export async function countWaitingPayments(db: Db, clock: Clock): Promise<number> {
  const refunds = await readQueueHealth(db, { table: 'payment_refunds', now: timestamp(clock.now()) });
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status = 'closing'`)
    .executeTakeFirstOrThrow();
  return refunds.waiting + Number(count);
}

/**
 * Marks all refunds that wait as failed, and all payments that wait to be closed at their providers as closed.
 *
 * @param now RFC 3339
 * @returns the number of refunds and payments
 */
export async function dropWaitingPayments(tx: Db, now: string): Promise<number> {
  const refunds = await tx
    .updateTable('payment_refunds')
    .set({ status: 'failed', next_attempt_at: null, error: droppedError, updated_at: now })
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  const closings = await tx
    .updateTable('payments')
    .set({ status: 'closed', next_attempt_at: null, updated_at: now })
    .where('status', '=', 'closing')
    .executeTakeFirstOrThrow();
  return Number(refunds.numUpdatedRows + closings.numUpdatedRows);
}
