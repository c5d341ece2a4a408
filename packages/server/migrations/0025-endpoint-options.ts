import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';
import { type Db, dialectOf } from '../src/platform/database/dialect.ts';

/** Custom headers, a throttle and a filter by event for webhook endpoints; and the event to which a webhook event belongs. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'webhook_endpoints', {
    header_names: 'text?',
    headers_ciphertext: 'text?',
    throttle_deliveries: 'integer?',
    throttle_period: 'text?',
    next_slot_at: 'text?',
    only_event_ids: 'text?',
  });
  await addColumns(db, 'webhook_events', { belongs_to_event_id: 'text?' });
  await setEvents(db as unknown as Db);
}

const batchSize = 1_000;

/** Sets the column for existing webhook events, so that a replay can filter them. */
async function setEvents(db: Db): Promise<void> {
  let after = { organizer_id: '', id: '' };
  for (;;) {
    const rows = await db
      .selectFrom('webhook_events')
      .select(['organizer_id', 'id', 'object_id', 'body'])
      .where((eb) => eb(eb.refTuple('organizer_id', 'id'), '>', eb.tuple(after.organizer_id, after.id)))
      .orderBy('organizer_id')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const updates = rows.map(({ organizer_id, id, object_id, body }) => ({
      organizer_id,
      id,
      belongs_to_event_id: eventIdOf(object_id, body),
    }));
    await dialectOf(db).updateMany(db, 'webhook_events', ['organizer_id', 'id'], updates);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** The id of the organizer's event to which a webhook event belongs. Quotes within texts are escaped, so only the field matches. */
function eventIdOf(objectId: string | null, body: string): string | null {
  if (objectId?.startsWith('evt_')) return objectId;
  return /"eventId":"(evt_[0-9a-z]+)"/.exec(body)?.[1] ?? null;
}
