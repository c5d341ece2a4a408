import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** Removes what receivers have answered to the webhooks about an order: free text, in which a receiver can repeat personal data. */
export async function forgetResponses(tx: Db, organizerId: string, orderNumber: string): Promise<void> {
  // The index of deliveries begins with their endpoint, and an organizer has few endpoints. SQLite reads the first table of a cross
  // join first.
  await sql`update webhook_attempts set response_body = null
    where organizer_id = ${organizerId} and response_body is not null and delivery_id in (
      select d.id from webhook_events as e cross join webhook_endpoints as w cross join webhook_deliveries as d
      where e.organizer_id = ${organizerId} and e.order_number = ${orderNumber} and w.organizer_id = ${organizerId}
        and d.organizer_id = ${organizerId} and d.endpoint_id = w.id and d.event_id = e.id)`.execute(tx);
}
