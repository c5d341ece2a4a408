import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

/** The number of an organizer's mails that could not be sent. They are stored for 30 days. */
export async function countFailedMails(db: Db, organizerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizer_id', '=', organizerId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(count);
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
