import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

/** Maximum number of events in the cache of a database. The one that was added first is removed first. */
const cachedEventsMax = 10_000;

/** By database, the organizer of each event. It never changes, and ids are not used again. */
const caches = new WeakMap<object, Map<string, string>>();

const findOrganizer = statement<{ eventId: string }, { organizer_id: string }>((db, param) =>
  db.selectFrom('events').select('organizer_id').where('id', '=', param('eventId')),
);

/**
 * Finds the organizer of an event, because requests of buyers name only the event. Statements about the event then have the
 * organizer as a parameter. Every process remembers the organizers of events.
 *
 * @returns null if there is no event with this id. The event can have been deleted since the organizer was remembered
 */
export async function findOrganizerOfEvent(db: Db, eventId: string): Promise<string | null> {
  const adapter = adapterOf(db);
  let cache = caches.get(adapter);
  if (cache === undefined) {
    cache = new Map();
    caches.set(adapter, cache);
  }
  const cached = cache.get(eventId);
  if (cached !== undefined) return cached;
  const [row] = await findOrganizer(db, { eventId });
  if (row === undefined) return null;
  // In a transaction, the event may have been created by it, and may be rolled back.
  if (db.isTransaction) return row.organizer_id;
  cache.set(eventId, row.organizer_id);
  if (cache.size > cachedEventsMax) cache.delete(cache.keys().next().value!);
  return row.organizer_id;
}
