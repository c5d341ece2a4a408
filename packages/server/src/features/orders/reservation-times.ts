import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** The times by which a server notices that its clock is wrong. */
interface ReservationTimes {
  /** When an order last changed, RFC 3339; null without orders. */
  readonly lastChangeAt: string | null;
  /** The number of reservations that would expire at `now`, and had not expired at `lastChangeAt`. */
  readonly expiring: number;
}

/** Reads the times of the orders of these organizers, whose clock is that of the server. */
export async function readReservationTimes(
  db: Db,
  organizerIds: readonly string[],
  now: string,
): Promise<ReservationTimes> {
  let lastChangeAt: string | null = null;
  for (const id of organizerIds) {
    const { at } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.max('updated_at').as('at'))
      .where('organizer_id', '=', id)
      .executeTakeFirstOrThrow();
    if (lastChangeAt === null || at > lastChangeAt) lastChangeAt = at;
  }
  if (lastChangeAt === null) return { lastChangeAt, expiring: 0 };
  let expiring = 0;
  for (const id of organizerIds) {
    const { count } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organizer_id', '=', id)
      .where(sql<boolean>`status = 'pending'`)
      .where('expires_at', '<=', now)
      .where('expires_at', '>', lastChangeAt)
      .executeTakeFirstOrThrow();
    expiring += Number(count);
  }
  return { lastChangeAt, expiring };
}
