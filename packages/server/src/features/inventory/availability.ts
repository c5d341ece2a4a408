import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

const isSoldOut = sql`coalesce(c.sold + c.reserved >= c.quantity, false)`;

const readAvailability = statement<{ organizerId: string; eventId: string; now: string }, { json: string }>(
  (db, param) => {
    const { object, array, boolean } = dialectOf(db);
    // If `sales_end_at` is null, the ticket type is on sale until the event ends.
    const isOnSale = sql`o.suspended_at is null and not ${isSoldOut} and coalesce(c.sales_start_at <= ${param('now')}, true)
    and coalesce(c.sales_end_at, t.ends_at, t.starts_at) > ${param('now')}`;
    const offersOf = (table: 'ticket_types' | 'addons', value: RawBuilder<string>) =>
      array(
        value,
        sql`from ${sql.table(table)} as c
        where c.organizer_id = ${param('organizerId')} and c.event_id = t.id and c.status = 'active'`,
        sql`c.position, c.id`,
      );
    const fields = {
      eventId: sql`t.id`,
      // An event without ticket types is not sold out: it is only announced.
      soldOut: boolean(sql`coalesce((select min(case when ${isSoldOut} then 1 else 0 end) from ticket_types as c
      where c.organizer_id = ${param('organizerId')} and c.event_id = t.id and c.status = 'active') = 1, false)`),
      ticketTypes: offersOf(
        'ticket_types',
        object({ id: sql`c.id`, soldOut: boolean(isSoldOut), onSale: boolean(isOnSale) }),
      ),
      addons: offersOf('addons', object({ id: sql`c.id`, soldOut: boolean(isSoldOut) })),
    };
    return db
      .selectFrom('events as t')
      .innerJoin('organizers as o', 'o.id', 't.organizer_id')
      .select(sql<string>`cast(${object(fields)} as text)`.as('json'))
      .where('t.organizer_id', '=', param('organizerId'))
      .where('t.id', '=', param('eventId'))
      .where(sql<boolean>`t.status = 'published'`);
  },
);

/**
 * Reads which ticket types and add-ons of a published event can be bought now, as JSON without stock numbers.
 *
 * @param now RFC 3339
 * @returns null if the organizer has no published event with this id
 */
export async function findAvailability(
  db: Db,
  organizerId: string,
  eventId: string,
  now: string,
): Promise<string | null> {
  const [row] = await readAvailability(db, { organizerId, eventId, now });
  return row?.json ?? null;
}
