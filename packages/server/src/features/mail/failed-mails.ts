import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

const findOrdersWithFailedMails = statement<{ organizerId: string; limit: number }, { order_number: string | null }>(
  (db, param) =>
    db
      .selectFrom('mails as m')
      .select('m.order_number')
      .distinct()
      .where('m.organizer_id', '=', param('organizerId'))
      .where('m.status', '=', 'failed')
      .where('m.order_number', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('sent_mails as s')
              .select('s.id')
              .where('s.organizer_id', '=', param('organizerId'))
              .whereRef('s.order_number', '=', 'm.order_number')
              .whereRef('s.kind', '=', 'm.kind')
              .whereRef('s.sent_at', '>', 'm.updated_at'),
          ),
        ),
      )
      .orderBy('m.order_number')
      .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/**
 * Lists the orders with mails that could not be sent, and that were not sent again since then. Failed mails are stored for 30 days.
 *
 * @returns the numbers of the orders
 */
export async function listOrdersWithFailedMails(db: Db, organizerId: string, limit: number): Promise<string[]> {
  const rows = await findOrdersWithFailedMails(db, { organizerId, limit });
  return rows.flatMap(({ order_number }) => order_number ?? []);
}

/** The mails that wait to be sent, and the number of mails that could not be sent, of all organizers. */
export async function readMailQueue(db: Db, clock: Clock): Promise<{ queue: QueueHealth; failed: number }> {
  const queue = await readQueueHealth(db, { table: 'mails', now: timestamp(clock.now()) });
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return { queue, failed: Number(count) };
}
