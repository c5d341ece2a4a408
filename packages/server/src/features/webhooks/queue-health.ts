import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

/** The deliveries that wait for an attempt, and the endpoints that are failing, of all organizers. */
export async function readWebhookQueue(
  db: Db,
  clock: Clock,
): Promise<{ queue: QueueHealth; failingEndpoints: number; disabledEndpoints: number }> {
  const queue = await readQueueHealth(db, { table: 'webhook_deliveries', now: timestamp(clock.now()) });
  const row = await db
    .selectFrom('webhook_endpoints')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('failing_since', 'is not', null).as('failing'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'disabled').as('disabled'),
    ])
    .executeTakeFirstOrThrow();
  return { queue, failingEndpoints: Number(row.failing), disabledEndpoints: Number(row.disabled) };
}
