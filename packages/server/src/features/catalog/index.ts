export { type EventRef, insertAddon, insertEvent, insertTicketType, lockEventForShare } from './insert-rows.ts';
export { currencyFaults, eventFaults, ticketTypeFaults } from './rules.ts';
export { eventStatuses } from './states.ts';
