import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** When an order of these organizers last changed, RFC 3339; null without orders. */
export async function readLastOrderChange(db: Db, organizerIds: readonly string[]): Promise<string | null> {
  let last: string | null = null;
  for (const id of organizerIds) {
    const { at } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.max('updated_at').as('at'))
      .where('organizer_id', '=', id)
      .executeTakeFirstOrThrow();
    if (last === null || at > last) last = at;
  }
  return last;
}

/** The number of pending orders of these organizers that expire after one time, and at another one or before it. Both are RFC 3339. */
export async function countExpiringOrders(
  db: Db,
  organizerIds: readonly string[],
  { after, until }: { readonly after: string; readonly until: string },
): Promise<number> {
  let total = 0;
  for (const id of organizerIds) {
    const { count } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organizer_id', '=', id)
      .where(sql<boolean>`status = 'pending'`)
      .where('expires_at', '<=', until)
      .where('expires_at', '>', after)
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}
