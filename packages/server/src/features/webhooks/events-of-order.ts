import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** Maximum number of events that are read for one order. */
const maxEvents = 200;

/** An event about an order, one of its tickets or one of its add-ons. */
export interface OrderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  /** The number of deliveries by status. */
  readonly deliveries: { readonly pending: number; readonly succeeded: number; readonly failed: number };
}

/** The latest events about an order, newest first, without tests. */
export async function listEventsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<OrderEvent[]> {
  // The index of deliveries begins with their endpoint, and an organizer has few endpoints. SQLite reads the first table of a
  // cross join first.
  const count = (...statuses: string[]) =>
    sql<number>`(select count(*) from webhook_endpoints as w
      cross join webhook_deliveries as d
      where w.organizer_id = ${organizerId} and d.organizer_id = ${organizerId} and d.endpoint_id = w.id
        and d.event_id = e.id and d.status in (${sql.join(statuses.map((status) => sql.lit(status)))}))`;
  const rows = await db
    .selectFrom('webhook_events as e')
    .select(['e.id', 'e.type', 'e.created_at as createdAt'])
    .select([
      count('pending').as('pending'),
      count('succeeded').as('succeeded'),
      count('failed', 'cancelled').as('failed'),
    ])
    .where('e.organizer_id', '=', organizerId)
    .where('e.order_number', '=', orderNumber)
    .where('e.is_test', '=', 0)
    .orderBy('e.id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.map(({ id, type, createdAt, pending, succeeded, failed }) => {
    return { id, type, createdAt, deliveries: { pending, succeeded, failed } };
  });
}
