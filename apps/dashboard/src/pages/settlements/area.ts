import { createRoute } from '@tanstack/react-router';
import { SettlementIcon } from '#app/parts/icons.tsx';
import { organizerPage } from '#app/routes.tsx';
import { settlementQuery } from './settlement-query.ts';

export const settlementRoutes = [
  createRoute({
    ...organizerPage('settlements:read', () => import('./settlement-list-page.tsx'), {
      title: 'settlements',
      icon: SettlementIcon,
    }),
    path: 'settlements',
  }),
  createRoute({
    ...organizerPage('settlements:read', () => import('./settlement-page.tsx')),
    path: 'settlements/$eventId',
    loader: ({ context: { queryClient, organizer }, params }) => {
      if (organizer !== null) queryClient.prefetchQuery(settlementQuery(organizer.slug, params.eventId));
    },
  }),
] as const;
