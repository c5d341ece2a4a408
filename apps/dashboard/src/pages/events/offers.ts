import type { Addon, TicketType } from '@organizer/shared/dashboard-api';

export type Offer = TicketType | Addon;
export type OfferKind = 'ticketTypes' | 'addons';
/** The parts of the paths of the API. */
export const offerPaths = { ticketTypes: 'ticket-types', addons: 'addons' } as const;
