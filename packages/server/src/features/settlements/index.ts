/**
 * Settlements: the tables `settlements` and `ledger_entries`. Each event has one settlement. Its amounts are the sums of the
 * ledger entries of the event.
 */
export { balanceChangeOf, receiverOf } from './balance.ts';
export { changeHeld } from './change-held.ts';
export { finalizeSettlement } from './finalize-settlement.ts';
export { changeSettlementCurrency, deleteEmptySettlement, touchSettlement } from './follow-event.ts';
export { type LedgerLine, listEntriesAfter } from './ledger.ts';
export { payOutSettlement } from './pay-out-settlement.ts';
export { openSettlement, type Posting, postEntries } from './post-entries.ts';
export { listAllSettlements, readSettlement, type SettlementView } from './queries.ts';
export { settlementWebhookTypes } from './webhook-types.ts';
export { settlementEvents } from './webhooks.ts';
