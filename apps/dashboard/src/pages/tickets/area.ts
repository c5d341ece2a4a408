import { createRoute } from '@tanstack/react-router';
import { TicketIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

export const ticketRoutes = [
  createRoute({
    ...organizerPage('tickets:read', () => import('./ticket-list-page.tsx'), { title: 'tickets', icon: TicketIcon }),
    path: 'tickets',
    validateSearch: textSearch('eventId', 'status', 'orderNumber', 'since', 'until'),
  }),
] as const;
