import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { orderStatuses, wasPaid } from './states.ts';

const findAny = statement<{ organizerId: string }, { order_number: string }>((db, param) =>
  db.selectFrom('orders').select('order_number').where('organizer_id', '=', param('organizerId')).limit(1),
);

const findPaid = statement<{ organizerId: string }, { order_number: string }>((db, param) =>
  db
    .selectFrom('orders')
    .select('order_number')
    .where('organizer_id', '=', param('organizerId'))
    .where('status', 'in', orderStatuses.filter(wasPaid))
    .limit(1),
);

/** Whether an organizer has an order, in any status. */
export async function hasOrder(db: Db, organizerId: string): Promise<boolean> {
  return (await findAny(db, { organizerId })).length > 0;
}

/** Whether an order of an organizer was paid. */
export async function hasPaidOrder(db: Db, organizerId: string): Promise<boolean> {
  return (await findPaid(db, { organizerId })).length > 0;
}
