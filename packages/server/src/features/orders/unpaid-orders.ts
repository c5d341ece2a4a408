import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

const countUnpaid = statement<{ organizerId: string; createdBefore: string; countMax: number }, { count: number }>(
  (_db, param) => sql`select count(*) as count from (
      select 1 as one from orders
      where organizer_id = ${param('organizerId')} and status = 'pending' and created_at < ${param('createdBefore')}
      limit cast(${param('countMax')} as integer)
    ) as unpaid`,
);

/** Counts the pending orders that were placed before a time. The count stops at `countMax`. */
export async function countUnpaidOrders(
  db: Db,
  organizerId: string,
  { createdBefore, countMax }: { createdBefore: string; countMax: number },
): Promise<number> {
  const [row] = await countUnpaid(db, { organizerId, createdBefore, countMax });
  return row?.count ?? 0;
}
