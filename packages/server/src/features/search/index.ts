/**
 * The index behind the searches for orders and for tickets: the table `search_words`. It is written in the transactions that write orders
 * and tickets. `packages/shared/src/search.ts` says which words a name has, and what matches a query.
 */
export { addSearchWords, type IndexedOrder, removeSearchWords } from './index-words.ts';
export { selectFoundOrders } from './select-found-orders.ts';
