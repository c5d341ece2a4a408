import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';

/** Words by which an order is found. */
export interface IndexedOrder {
  readonly eventId: string;
  readonly orderNumber: string;
  readonly words: readonly string[];
}

/** Adds words by which orders are found. Words that an order already has are skipped. The orders are new or locked. */
export async function addSearchWords(tx: Db, organizerId: string, orders: readonly IndexedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ eventId, orderNumber, words }) =>
    words.map((word) => ({ organizer_id: organizerId, event_id: eventId, word, order_number: orderNumber })),
  );
  await dialectOf(tx).insertMany(tx, 'search_words', rows, { existing: 'skip' });
}

/** Removes words by which a locked order is found. */
export async function removeSearchWords(
  tx: Db,
  organizerId: string,
  { eventId, orderNumber, words }: IndexedOrder,
): Promise<void> {
  if (words.length === 0) return;
  await tx
    .deleteFrom('search_words')
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('order_number', '=', orderNumber)
    .where(dialectOf(tx).isOneOf(sql.ref('word'), words))
    .execute();
}
