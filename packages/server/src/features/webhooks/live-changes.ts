import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** A webhook event with its resource. */
export interface ChangeEvent {
  readonly sequence: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The number of the newest deliveries whose changes are detected. */
const watchedDeliveries = 200;

/** The sequence number of the organizer's newest event; 0 if there is none. */
export async function readLastSequence(db: Db, organizerId: string): Promise<number> {
  const row = await db
    .selectFrom('webhook_events')
    .select('sequence')
    .where('organizer_id', '=', organizerId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

/** The events of an organizer after a sequence number, oldest first. */
export async function readNewEvents(
  db: Db,
  organizerId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ChangeEvent[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['sequence', 'type', 'body'])
    .where('organizer_id', '=', organizerId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, type, body }) => ({
    sequence,
    type,
    data: (JSON.parse(body) as { data: ChangeEvent['data'] }).data,
  }));
}

/** Returns a text that changes if one of the 200 newest deliveries of the organizer changes, or if a delivery is added. */
export async function readDeliveryMark(db: Db, organizerId: string): Promise<string> {
  const { rows } = await sql<{ count: number; mark: string | null }>`
    select count(*) as count, max(updated_at || status || id) as mark from (
      select updated_at, status, id from webhook_deliveries where organizer_id = ${organizerId}
      order by id desc limit ${sql.lit(watchedDeliveries)}
    ) as newest`.execute(db);
  return `${rows[0]?.count ?? 0} ${rows[0]?.mark ?? ''}`;
}
