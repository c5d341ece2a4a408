import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

/** Deliveries that failed or were cancelled are counted up to this number. */
const maxUndelivered = 1_000;

/** Maximum number of failing endpoints that are listed. */
export const maxFailingEndpoints = 50;

/** A webhook endpoint that has failed since its last success, or that is disabled because it failed for too long. */
export interface OperatorFailingEndpoint {
  readonly id: string;
  readonly organizerSlug: string;
  readonly organizerName: string;
  /** The host of the URL. Other parts of the URL can be secrets. */
  readonly host: string;
  /** RFC 3339. */
  readonly failingSince: string;
  readonly isDisabled: boolean;
  /** The number of its deliveries that failed or were cancelled. Counting stops at 1,000. */
  readonly undelivered: number;
}

/** The endpoints of all live organizers that are failing, those that have failed longest first. */
export async function listAllFailingEndpoints(db: Db): Promise<OperatorFailingEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as w')
    .innerJoin('organizers as o', 'o.id', 'w.organizer_id')
    .select([
      'w.id',
      'o.slug',
      'o.name',
      'w.url',
      sql<string>`w.failing_since`.as('failingSince'),
      'w.status',
      undelivered.as('undelivered'),
    ])
    .where('w.failing_since', 'is not', null)
    .where('o.sandbox_of', 'is', null)
    .orderBy('w.failing_since')
    .orderBy('w.id')
    .limit(maxFailingEndpoints)
    .execute();
  return rows.map(({ id, slug, name, url, failingSince, status, undelivered }) => ({
    id,
    organizerSlug: slug,
    organizerName: name,
    host: new URL(url).host,
    failingSince,
    isDisabled: status === 'disabled',
    undelivered: Number(undelivered),
  }));
}

const undelivered = sql<number>`(select count(*) from (select 1 as one from webhook_deliveries as d
    where d.organizer_id = w.organizer_id and d.endpoint_id = w.id and d.status in ('failed', 'cancelled')
    limit ${sql.lit(maxUndelivered)}) as counted)`;

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
