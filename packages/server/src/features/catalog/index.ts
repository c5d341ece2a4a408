export { type EventRef, holdEvent, insertAddon, insertEvent, insertTicketType } from './insert.ts';
export { currencyFaults, eventFaults, ticketTypeFaults } from './rules.ts';
export { eventStatuses } from './states.ts';
