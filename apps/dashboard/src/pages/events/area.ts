import { createRoute } from '@tanstack/react-router';
import { EventIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

export const eventRoutes = [
  createRoute({
    ...organizerPage('events:read', () => import('./event-list-page.tsx'), { title: 'events', icon: EventIcon }),
    path: 'events',
  }),
  createRoute({
    ...organizerPage('events:read', () => import('./event-page.tsx')),
    path: 'events/$eventId',
    validateSearch: textSearch('tab'),
  }),
] as const;
