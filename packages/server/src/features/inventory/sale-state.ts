import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

/** Whether tickets of a published event can be bought, and the fields that a page for waiting visitors shows. */
export interface SaleState {
  /** How many visitors the waiting room admits in a minute; null: the event has no waiting room. */
  readonly admitPerMinute: number | null;
  /** The number of ticket types on sale. */
  readonly typesOnSale: number;
  /** The number of ticket types on sale with tickets that are left, or reserved but not paid. */
  readonly typesLeft: number;
  /** When the next ticket type goes on sale, RFC 3339; null if none does. */
  readonly nextStartAt: string | null;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly timezone: string;
  readonly posterUrl: string | null;
  readonly organizerName: string;
  readonly accentColor: string | null;
}

const readState = statement<{ organizerId: string; eventId: string; now: string }, SaleState>((_, param) => {
  const now = param('now');
  const isOnSale = sql`c.id is not null and (c.sales_start_at is null or c.sales_start_at <= ${now})`;
  const hasNotEnded = sql`coalesce(c.sales_end_at, e.ends_at, e.starts_at) > ${now}`;
  const isLeft = sql`c.quantity is null or c.sold < c.quantity`;
  return sql<SaleState>`select e.admit_per_minute as "admitPerMinute", e.name, e.starts_at as "startsAt", e.ends_at as "endsAt",
      e.timezone, e.poster_url as "posterUrl", o.name as "organizerName", o.accent_color as "accentColor",
      cast(count(case when ${isOnSale} then 1 end) as integer) as "typesOnSale",
      cast(count(case when (${isOnSale}) and (${isLeft}) then 1 end) as integer) as "typesLeft",
      min(case when c.sales_start_at > ${now} then c.sales_start_at end) as "nextStartAt"
    from events as e join organizers as o on o.id = e.organizer_id
    left join ticket_types as c on c.organizer_id = ${param('organizerId')} and c.event_id = e.id and c.status = 'active'
      and ${hasNotEnded}
    where e.organizer_id = ${param('organizerId')} and e.id = ${param('eventId')} and e.status = 'published'
      and o.suspended_at is null
    group by e.admit_per_minute, e.name, e.starts_at, e.ends_at, e.timezone, e.poster_url, o.name, o.accent_color`;
});

/**
 * Reads whether tickets of an event can be bought now.
 *
 * @param now RFC 3339
 * @returns null if the organizer has no published event with this id, or is suspended
 */
export async function readSaleState(
  db: Db,
  organizerId: string,
  eventId: string,
  now: string,
): Promise<SaleState | null> {
  const [row] = await readState(db, { organizerId, eventId, now });
  return row === undefined ? null : row;
}
