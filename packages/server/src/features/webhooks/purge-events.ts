import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { firstIdOf } from '../../platform/ids.ts';
import { eventRetentionMs } from './schedule.ts';

/** The number of events that one transaction deletes. */
const batchSize = 500;
/** The maximum number of transactions in one call for one organizer. The next call deletes the remaining events. */
const maxBatches = 200;

/**
 * Deletes events with their deliveries 30 days after they were created. An event stays while one of its deliveries is pending or
 * has changed in the last 30 days. The newest event of each organizer stays too: on SQLite, it determines the next sequence.
 */
export async function purgeEvents(db: Db, clock: ServiceClock): Promise<void> {
  const organizers = await findOrganizers(db, clock.now() - eventRetentionMs);
  for (const id of new Set([...organizers.map((organizer) => organizer.id), ...clock.moved.keys()])) {
    const cutoffMs = clock.of(id).now() - eventRetentionMs;
    for (let batches = 0; batches < maxBatches; batches += 1) {
      const deleted = await db.transaction().execute((tx) => deleteBatch(tx, id, cutoffMs));
      if (deleted < batchSize) break;
    }
  }
}

/** The organizers with old events; all organizers if one statement cannot find them. */
async function findOrganizers(db: Db, cutoffMs: number): Promise<readonly { id: string }[]> {
  const organizers = db.selectFrom('organizers as o').select('o.id');
  if (!dialectOf(db).correlatesOrganizers) return organizers.execute();
  const isOld = sql<boolean>`exists (select 1 from webhook_events as e
    where e.organizer_id = o.id and e.id < ${firstIdOf('msg', cutoffMs)})`;
  return organizers.where(isOld).execute();
}

/** @returns the number of deleted events */
async function deleteBatch(tx: Db, organizerId: string, cutoffMs: number): Promise<number> {
  const dialect = dialectOf(tx);
  // No index of deliveries begins with their event, so they are found by the endpoints, which are few.
  const endpoints = sql`select p.id from webhook_endpoints as p where p.organizer_id = ${organizerId}`;
  const isOfEndpoint = dialect.isOneOfFew(sql.ref('d.endpoint_id'), endpoints);
  const { rows: events } = await sql<{ id: string; sequence: number }>`select e.id, e.sequence from webhook_events as e
    where e.organizer_id = ${organizerId} and e.id < ${firstIdOf('msg', cutoffMs)}
      and e.sequence < (select max(n.sequence) from webhook_events as n where n.organizer_id = ${organizerId})
      and not exists (select 1 from webhook_deliveries as d
        where d.organizer_id = ${organizerId} and ${isOfEndpoint} and d.event_id = e.id
          and (d.status = 'pending' or d.updated_at >= ${timestamp(cutoffMs)}))
    order by e.id limit ${sql.lit(batchSize)} ${dialect.forUpdateSkipLocked}`.execute(tx);
  if (events.length === 0) return 0;
  const ids = events.map(({ id }) => id);
  const isOfEvent = dialect.isOneOf(sql.ref('d.event_id'), ids);
  const { rows: deliveries } = await sql<{ id: string }>`select d.id from webhook_deliveries as d
    where d.organizer_id = ${organizerId} and ${isOfEndpoint} and ${isOfEvent}`.execute(tx);
  const deliveryIds = deliveries.map(({ id }) => id);
  await tx
    .deleteFrom('webhook_attempts')
    .where('organizer_id', '=', organizerId)
    .where(dialect.isOneOf(sql.ref('delivery_id'), deliveryIds))
    .execute();
  await tx
    .deleteFrom('webhook_deliveries')
    .where('organizer_id', '=', organizerId)
    .where(dialect.isOneOf(sql.ref('id'), deliveryIds))
    .execute();
  await tx
    .deleteFrom('webhook_events')
    .where('organizer_id', '=', organizerId)
    .where(dialect.isOneOf(sql.ref('id'), ids))
    .execute();
  await recordDeletedEvents(tx, organizerId, Math.max(...events.map(({ sequence }) => sequence)));
  return events.length;
}

/**
 * Records that the events of an organizer up to a sequence are deleted. Readers of the feed with an earlier position get an error,
 * and the sequence is not used again.
 */
async function recordDeletedEvents(tx: Db, organizerId: string, lastSequence: number): Promise<void> {
  await tx
    .insertInto('deleted_webhook_events')
    .values({ organizer_id: organizerId, last_sequence: lastSequence })
    .onConflict((conflict) =>
      conflict
        .column('organizer_id')
        .doUpdateSet({ last_sequence: lastSequence })
        .where('deleted_webhook_events.last_sequence', '<', lastSequence),
    )
    .execute();
}

/** Records that all events of an organizer are about to be deleted. */
export async function announceDeletion(db: Db, organizerId: string): Promise<void> {
  const { newest } = await db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.max('sequence').as('newest'))
    .where('organizer_id', '=', organizerId)
    .executeTakeFirstOrThrow();
  if (newest !== null) await recordDeletedEvents(db, organizerId, Number(newest));
}
