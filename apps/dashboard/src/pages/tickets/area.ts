import { TicketIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const ticketsArea: Area = {
  title: null,
  pages: [
    {
      path: 'tickets',
      permission: 'tickets:read',
      load: () => import('./ticket-list-page.tsx'),
      navigation: { title: 'tickets', icon: TicketIcon },
    },
  ],
};
