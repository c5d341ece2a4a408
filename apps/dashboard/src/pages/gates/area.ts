import { createRoute } from '@tanstack/react-router';
import { GateIcon } from '#app/parts/icons.tsx';
import { organizerPage } from '#app/routes.tsx';

export const gateRoutes = [
  createRoute({
    ...organizerPage('figures:read', () => import('./gate-events-page.tsx'), { title: 'gates', icon: GateIcon }),
    path: 'gates',
  }),
  createRoute({
    ...organizerPage('figures:read', () => import('./gates-page.tsx')),
    path: 'gates/$eventId',
  }),
] as const;
