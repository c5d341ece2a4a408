import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { object } from '../../platform/http/schema.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import { publicOrganizer, publicOrganizerFields } from '../organizers/index.ts';
import { eventFields } from './queries.ts';
import { marathon, publicEventSchemas } from './schema.ts';

/** A published event as its buyers see it: with its add-ons and with who sells. */
export const eventOnSale = object(
  { ...publicEventSchemas({ addons: true }).event.properties, organizer: publicOrganizer },
  { $id: 'EventOnSale', description: 'A published event as a buyer sees it: without counts', example: marathon },
);

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
  return andThen(find(db, { organizerId, eventId }), ([row]) => row?.json ?? null);
}
