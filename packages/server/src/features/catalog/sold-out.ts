import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

/** A ticket type whose quantity is completely sold or reserved. */
export interface SoldOutTicketType {
  readonly eventId: string;
  readonly eventName: string;
  readonly ticketTypeId: string;
  readonly name: string;
}

const findSoldOut = statement<{ organizerId: string; now: string; limit: number }, SoldOutTicketType>((db, param) =>
  db
    .selectFrom('events as e')
    .innerJoin('ticket_types as t', 't.event_id', 'e.id')
    .select(['e.id as eventId', 'e.name as eventName', 't.id as ticketTypeId', 't.name'])
    .where('e.organizer_id', '=', param('organizerId'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('e.status', '=', 'published')
    .where(sql<boolean>`coalesce(e.ends_at, e.starts_at) > ${param('now')}`)
    .where('t.status', '=', 'active')
    .where(sql<boolean>`t.sold + t.reserved >= t.quantity`)
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .orderBy('t.position')
    .orderBy('t.id')
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/**
 * Lists the sold-out ticket types of published events that have not ended, sorted by the start of the event. An event without an end
 * counts as ended when it starts.
 *
 * @param options.now RFC 3339
 * @param options.limit the maximum number of rows
 */
export function listSoldOutTicketTypes(
  db: Db,
  organizerId: string,
  { now, limit }: { now: string; limit: number },
): Promise<SoldOutTicketType[]> {
  return findSoldOut(db, { organizerId, now, limit });
}
