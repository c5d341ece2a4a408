import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import { wordsOfBuyer } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { lowerAscii } from '../../platform/database/lower-ascii.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { setEmailFormOfEntitlements } from '../entitlements/index.ts';
import { addSearchWords, type IndexedOrder, removeSearchWords } from '../search/index.ts';
import { findTicketsToIndex, markTicketsIndexed } from '../tickets/index.ts';
import { removedAt } from './load-order.ts';

/** Maximum number of orders in one transaction. It is small, so other transactions wait only briefly for the locks. */
const maxOrdersPerBatch = 100;
/** Maximum number of batches in one run. The next run continues. */
const maxBatchesPerRun = 1_000;

type Row = Tables['orders'];
type Buyer = Pick<
  Row,
  'event_id' | 'order_number' | 'buyer_email' | 'buyer_name' | 'buyer_removed_at' | 'anonymized_at'
>;

/** The words by which a search finds the buyer of an order. */
export function indexedBuyer(order: Buyer): IndexedOrder {
  const { event_id, order_number, buyer_email, buyer_name } = order;
  const words = removedAt(order) === null ? wordsOfBuyer({ name: buyer_name, email: buyer_email }) : [];
  return { eventId: event_id, orderNumber: order_number, words };
}

/** The columns that say for which e-mail address and name the words of a buyer are written. */
export function searchColumns({
  buyer_email,
  buyer_name,
}: Pick<Row, 'buyer_email' | 'buyer_name'>): Pick<Row, 'buyer_email_form' | 'searched_as'> {
  const form = emailForm(buyer_email);
  return {
    buyer_email_form: form === lowerAscii(buyer_email) ? null : form,
    searched_as: `${buyer_email} ${buyer_name ?? ''}`,
  };
}

/** The words that a value of `searched_as` stands for. An e-mail address contains no space. */
function wordsOfColumn(searchedAs: string | null): string[] {
  if (searchedAs === null) return [];
  const end = searchedAs.indexOf(' ');
  return wordsOfBuyer({ email: searchedAs.slice(0, end), name: searchedAs.slice(end + 1) });
}

/**
 * Writes the words of locked orders with their tickets, after a name, an e-mail address or a bib has changed, and removes words that no
 * longer apply.
 *
 * @param formerBibs the former bibs of tickets whose bib has changed, by the ids of the tickets
 */
export async function indexOrders(
  tx: Db,
  organizerId: string,
  orderNumbers: readonly string[],
  formerBibs: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const { isOneOf, updateMany } = dialectOf(tx);
  const orders = await tx
    .selectFrom('orders')
    .select([
      'event_id',
      'order_number',
      'buyer_email',
      'buyer_name',
      'buyer_removed_at',
      'anonymized_at',
      'searched_as',
    ])
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('order_number'), orderNumbers))
    .execute();
  const tickets = await markTicketsIndexed(tx, organizerId, orderNumbers, formerBibs);
  const ticketsByOrder = Map.groupBy(tickets, ({ now }) => now.orderNumber);
  const addedWords: IndexedOrder[] = [];
  for (const order of orders) {
    const own = ticketsByOrder.get(order.order_number) ?? [];
    const buyer = indexedBuyer(order);
    const words = new Set([...buyer.words, ...own.flatMap(({ now }) => now.words)]);
    const before = new Set([...wordsOfColumn(order.searched_as), ...own.flatMap((ticket) => ticket.before)]);
    await removeSearchWords(tx, organizerId, { ...buyer, words: [...before].filter((word) => !words.has(word)) });
    addedWords.push({ ...buyer, words: [...words].filter((word) => !before.has(word)) });
    const { buyer_email_form: form } = searchColumns(order);
    if (form !== null) await setEmailFormOfEntitlements(tx, organizerId, order.order_number, form);
  }
  await addSearchWords(tx, organizerId, addedWords);
  const changes = orders.map((order) => ({
    organizer_id: organizerId,
    order_number: order.order_number,
    ...searchColumns(order),
  }));
  await updateMany(tx, 'orders', ['organizer_id', 'order_number'], changes);
}

// Must be equal to the condition of the index `orders_to_index`.
const isToIndex = sql<boolean>`searched_as is distinct from (buyer_email || ' ' || coalesce(buyer_name, ''))`;

/**
 * Writes the words of orders and tickets that were written without them: before the search had an index, or by a server of the previous
 * version. Any number of processes can run this at the same time.
 */
export async function indexMissingOrders(db: Db): Promise<void> {
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    const found = await findOrdersToIndex(db);
    let count = 0;
    for (const [organizerId, orders] of Map.groupBy(found, (order) => order.organizer_id)) {
      const numbers = [...new Set(orders.map((order) => order.order_number))];
      count += await db.transaction().execute((tx) => lockAndIndex(tx, organizerId, numbers));
    }
    // If this process has indexed none of the orders, another process is indexing them.
    if (count === 0) return;
  }
}

async function findOrdersToIndex(db: Db): Promise<Pick<Row, 'organizer_id' | 'order_number'>[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['organizer_id', 'order_number'])
    .where(isToIndex)
    .orderBy('created_at', 'desc')
    .limit(maxOrdersPerBatch)
    .execute();
  return orders.length > 0 ? orders : findTicketsToIndex(db, maxOrdersPerBatch);
}

/** @returns the number of orders that no other transaction had locked */
async function lockAndIndex(tx: Db, organizerId: string, numbers: readonly string[]): Promise<number> {
  const { isOneOf, forUpdateSkipLocked } = dialectOf(tx);
  const { rows } = await sql<Pick<Row, 'order_number'>>`select order_number from orders
    where organizer_id = ${organizerId} and ${isOneOf(sql.ref('order_number'), numbers)}
    order by order_number ${forUpdateSkipLocked}`.execute(tx);
  const locked = rows.map((row) => row.order_number);
  if (locked.length > 0) await indexOrders(tx, organizerId, locked);
  return locked.length;
}
