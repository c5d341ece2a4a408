import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** Counts the pending orders that were placed before a time. The count stops at `countMax`. */
export async function countUnpaidOrders(
  db: Db,
  organizerId: string,
  { createdBefore, countMax }: { createdBefore: string; countMax: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
      select 1 as one from orders
      where organizer_id = ${organizerId} and status = 'pending' and created_at < ${createdBefore}
      limit ${sql.lit(countMax)}
    ) as unpaid`.execute(db);
  return rows[0]?.count ?? 0;
}
