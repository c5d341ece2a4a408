import { sql } from 'kysely';
import { wordsOf } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { IndexedOrder } from '../search/index.ts';

type Ticket = Pick<Tables['tickets'], 'id' | 'event_id' | 'order_number' | 'holder_name' | 'bib'>;

/** The words by which a search finds a ticket. */
export function indexedHolder({ id, event_id, order_number, holder_name, bib }: Ticket): IndexedOrder {
  const words = [...new Set([...wordsOf(holder_name), ...(bib === id ? [] : wordsOf(bib))])];
  return { eventId: event_id, orderNumber: order_number, words };
}

/** The column that says for which name the words of a ticket are written. */
export function searchColumns({ holder_name }: Pick<Ticket, 'holder_name'>): Pick<Tables['tickets'], 'searched_as'> {
  return { searched_as: holder_name ?? '' };
}

// Must be equal to the condition of the index `tickets_to_index`.
const isToIndex = sql<boolean>`searched_as is distinct from coalesce(holder_name, '')`;

/** The words of a ticket, and the words that were written before. */
export interface TicketToIndex {
  readonly now: IndexedOrder;
  readonly before: readonly string[];
}

/**
 * Reads the tickets of locked orders, and records that their words are written. The caller writes them.
 *
 * @param formerBibs the bibs for which the words of tickets are written, by the ids of the tickets whose bib has just changed
 */
export async function markTicketsIndexed(
  tx: Db,
  organizerId: string,
  orderNumbers: readonly string[],
  formerBibs: ReadonlyMap<string, string>,
): Promise<TicketToIndex[]> {
  const { isOneOf } = dialectOf(tx);
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'event_id', 'order_number', 'holder_name', 'bib', 'searched_as'])
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('order_number'), orderNumbers))
    .execute();
  await tx
    .updateTable('tickets')
    .set({ searched_as: sql`coalesce(holder_name, '')` })
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('order_number'), orderNumbers))
    .where(sql<boolean>`(${isToIndex}) is true`)
    .execute();
  return tickets.map((ticket) => {
    const { id, bib, searched_as: name } = ticket;
    const before = { ...ticket, holder_name: name, bib: formerBibs.get(id) ?? bib };
    return { now: indexedHolder(ticket), before: name === null ? [] : indexedHolder(before).words };
  });
}

/** Orders of any organizer with tickets whose words are not written, the newest first. */
export async function findTicketsToIndex(
  db: Db,
  limit: number,
): Promise<Pick<Tables['tickets'], 'organizer_id' | 'order_number'>[]> {
  return db
    .selectFrom('tickets')
    .select(['organizer_id', 'order_number'])
    .where(isToIndex)
    .orderBy('issued_at', 'desc')
    .limit(limit)
    .execute();
}
