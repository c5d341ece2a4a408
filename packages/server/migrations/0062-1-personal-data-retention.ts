import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** How long after an event an organizer keeps personal data, and when it was removed from an order. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', { personal_data_days: 'integer?' });
  await addColumns(db, 'orders', { anonymized_at: 'text?' });
  // Pending orders are not in the index, so reservations are not slower.
  await createIndex(db, 'orders_to_anonymize', 'orders (organizer_id, event_id, order_number)', {
    where: "anonymized_at is null and status <> 'pending'",
  });
}
