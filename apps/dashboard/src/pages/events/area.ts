import { createRoute } from '@tanstack/react-router';
import { EventIcon } from '#app/parts/icons.tsx';
import { organizerPage } from '#app/routes.tsx';
import { eventQuery } from './event-query.ts';

export const eventRoutes = [
  createRoute({
    ...organizerPage('events:read', () => import('./event-list-page.tsx'), { title: 'events', icon: EventIcon }),
    path: 'events',
  }),
  createRoute({
    ...organizerPage('events:read', () => import('./event-page.tsx')),
    path: 'events/$eventId',
    loader: ({ context: { queryClient, organizer }, params }) => {
      if (organizer !== null) queryClient.prefetchQuery(eventQuery(organizer.slug, params.eventId));
    },
  }),
] as const;
