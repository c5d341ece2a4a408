import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { MaybePromise } from '../../platform/maybe-promise.ts';

/** More events than this do not share an address in earnest. */
const listedMax = 50;

/** A published event, as far as it is needed to find it and to choose among several. */
export interface PublishedEvent {
  readonly id: string;
  readonly organizerId: string;
  readonly name: string;
  readonly startsAt: string;
  readonly timezone: string;
  readonly venueName: string | null;
  readonly city: string | null;
  readonly organizer: string;
}

function publishedEvents(db: Db) {
  return db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .select([
      'e.id',
      'e.organizer_id as organizerId',
      'e.name',
      'e.starts_at as startsAt',
      'e.timezone',
      'e.venue_name as venueName',
      'e.venue_city as city',
      'o.name as organizer',
    ])
    .where('e.status', '=', 'published');
}

const byId = statement<{ id: string }, PublishedEvent>((db, param) =>
  publishedEvents(db).where('e.id', '=', param('id')),
);

const bySlug = statement<{ slug: string }, PublishedEvent>((db, param) =>
  publishedEvents(db).where('e.slug', '=', param('slug')).orderBy('e.starts_at').orderBy('e.id').limit(listedMax),
);

/** The published event with this id: one or none. */
export function findPublishedById(db: Db, id: string): MaybePromise<PublishedEvent[]> {
  return byId(db, { id });
}

/** The published events with this slug, of all organizers, the soonest first; at most 50. */
export function findPublishedBySlug(db: Db, slug: string): MaybePromise<PublishedEvent[]> {
  return bySlug(db, { slug });
}
