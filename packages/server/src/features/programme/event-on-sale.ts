import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type MaybePromise, mapMaybe } from '../../platform/maybe-promise.ts';
import { publicOrganizerFields } from '../organizers/index.ts';
import { eventFields } from './queries.ts';

const find = statement<{ organizerId: string; eventId: string }, { json: string }>((db, param) => {
  const { object: json } = dialectOf(db);
  const event = eventFields(db, 'everyone', { addons: true });
  return db
    .selectFrom('events as t')
    .innerJoin('organizers as o', 'o.id', 't.organizer_id')
    .select(sql<string>`cast(${json({ ...event, organizer: json(publicOrganizerFields('o')) })} as text)`.as('json'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('t.id', '=', param('eventId'))
    .where(sql<boolean>`t.status = 'published'`);
});

/** The JSON of `eventOnSale`; null where the organizer has published no such event. */
export function findEventOnSale(db: Db, organizerId: string, eventId: string): MaybePromise<string | null> {
  return mapMaybe(find(db, { organizerId, eventId }), ([row]) => row?.json ?? null);
}
