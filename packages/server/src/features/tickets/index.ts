/**
 * Tickets: the tables `tickets`, `replaced_qr_codes` (codes that tickets no longer have), `offline_details` and `start_list_views`. Tickets are issued when an order is paid, used at the entrance, and voided by refunds.
 */
export {
  admitHolder,
  emitCheckInUndone,
  emitTicketUsed,
  findScannedTicket,
  letHolderOut,
  lockTicket,
  type PassState,
  restoreTicket,
  type ScannedTicket,
} from './admission.ts';
export { assignBibs } from './assign-bibs.ts';
export { findTakenBibs, findTakenExternalIds, findTakenQrValues, insertTickets, type TicketRow } from './bulk.ts';
export {
  type BundledTicket,
  countChangedSince,
  readChangedTickets,
  readLastChange,
  storeOfflineDetails,
} from './bundle-page.ts';
export { type BibTicket, findTicketsByIdOrBib, readBibTickets, setBibs } from './change-bibs.ts';
export { readCategoryChanges, setCategories } from './class-changes.ts';
export {
  changedTicketFields,
  findTicketToChange,
  readTypesOfTickets,
  setTicket,
  type TicketChange,
  type TicketField,
  type TicketToChange,
  touchTickets,
} from './correct-holder.ts';
export { type HolderName, holderNameErrors, holderNameOf, nameParts, partsOfName } from './holder-name.ts';
export { issueTickets, type TicketToIssue } from './issue-tickets.ts';
export {
  addonsOfTicket,
  answersOfTicket,
  bibOf,
  listTickets,
  orderNumberOfQr,
  personalTicketJson,
  readVersionedTicket,
  ticketFields,
  ticketSource,
  ticketsRefundedAt,
} from './queries.ts';
export { listRefundableTickets, type RefundableTicket } from './refundable.ts';
export { findTicketsByEmail, removeHolders } from './remove-holders.ts';
export { type ReplacedCode, readReplacedCodes, replaceQrCodes } from './replace-codes.ts';
export { findTicketsToIndex, markTicketsIndexed } from './search-index.ts';
export { searchTickets } from './search-tickets.ts';
export { ticketStatuses } from './states.ts';
export { type TicketView, undoTicketUse, useTicket } from './use-ticket.ts';
export { voidTickets } from './void-tickets.ts';
export { type TicketEventType, ticketChangeWebhookTypes, ticketWebhookTypes } from './webhook-types.ts';
