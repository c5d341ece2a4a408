import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

const sumSold = statement<{ organizerId: string; eventId: string }, { count: number }>(
  (_, param) => sql<{ count: number }>`
    select cast(coalesce(sum(sold), 0) as integer) as count from ticket_types
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')}`,
);

/** The number of sold tickets of an event, without those that were returned to stock. */
export async function countSoldTickets(db: Db, organizerId: string, eventId: string): Promise<number> {
  const [row] = await sumSold(db, { organizerId, eventId });
  return row!.count;
}
