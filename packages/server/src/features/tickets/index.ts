export { issueTickets, type TicketToIssue } from './issue-tickets.ts';
export {
  listTickets,
  orderNumberOfQr,
  personalTicketFields,
  ticketFields,
  ticketSource,
  ticketsRefundedAt,
} from './queries.ts';
export { ticketRoutes } from './routes.organizer.ts';
export { buyerTicket, orderTicket, ticket } from './schema.ts';
export { ticketStatuses } from './states.ts';
export { type TicketView, undoTicketUse, useTicket } from './use-ticket.ts';
export { voidTickets } from './void-tickets.ts';
