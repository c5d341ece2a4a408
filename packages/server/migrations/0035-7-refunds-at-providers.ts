import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** Refunds that were made at the payment provider, and for which the organizer must say which tickets they void. */
export async function up(db: Kysely<never>): Promise<void> {
  // The origin is null for a refund that was requested here.
  await addColumns(db, 'payment_refunds', { origin: 'text?', asks_tickets: 'integer' });
  await createIndex(db, 'payment_refunds_by_reference', 'payment_refunds (organizer_id, reference)', {
    unique: true,
    where: 'origin is not null',
  });
  await createIndex(db, 'payment_refunds_asking', 'payment_refunds (organizer_id, id)', { where: 'asks_tickets = 1' });
}
