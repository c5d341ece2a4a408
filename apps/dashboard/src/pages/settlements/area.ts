import { createRoute } from '@tanstack/react-router';
import { SettlementIcon } from '#app/parts/icons.tsx';
import { organizerPage } from '#app/routes.tsx';

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
  }),
] as const;
