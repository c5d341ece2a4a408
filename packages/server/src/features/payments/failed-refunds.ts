import { type RawBuilder, sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

/** A refund that the provider rejected, and that was not retried. */
export interface FailedRefund {
  readonly id: string;
  readonly orderNumber: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** @param organizerId the column of the refund, or a parameter */
const selectFailed = (db: Db, organizerId: RawBuilder<string>) =>
  db
    .selectFrom('payment_refunds as r')
    // A literal: SQLite plans a statement again for each value that it compares with the condition of an index.
    .where('r.status', '=', sql.lit('failed'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_refunds as retry')
            .select('retry.id')
            .where('retry.organizer_id', '=', organizerId)
            .whereRef('retry.payment_id', '=', 'r.payment_id')
            .whereRef('retry.retry_of', '=', 'r.id'),
        ),
      ),
    );

const findFailedRefunds = statement<{ organizerId: string; limit: number }, FailedRefund>((db, param) =>
  selectFailed(db, param('organizerId'))
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('p.organizer_id', '=', param('organizerId'))
    .select(['r.id', 'p.order_number as orderNumber', 'r.amount', 'r.currency'])
    .where('r.organizer_id', '=', param('organizerId'))
    .orderBy('r.id', 'desc')
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/** Lists the refunds of an organizer that failed and were not retried, newest first. */
export function listFailedRefunds(db: Db, organizerId: string, limit: number): Promise<FailedRefund[]> {
  return findFailedRefunds(db, { organizerId, limit });
}

/** The refunds that wait to be sent to their providers, and the number of refunds that failed, of all organizers. */
export async function readRefundQueue(db: Db, clock: Clock): Promise<{ queue: QueueHealth; failed: number }> {
  const queue = await readQueueHealth(db, { table: 'payment_refunds', now: timestamp(clock.now()) });
  const { count } = await selectFailed(db, sql`r.organizer_id`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { queue, failed: Number(count) };
}
