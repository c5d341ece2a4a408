import { createRoute } from '@tanstack/react-router';
import { AddonIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

export const addonRoutes = [
  createRoute({
    ...organizerPage('addons:read', () => import('./addon-list-page.tsx'), { title: 'addons', icon: AddonIcon }),
    path: 'addons',
    validateSearch: textSearch('eventId', 'consumed', 'type', 'orderNumber', 'since', 'until'),
  }),
  createRoute({
    ...organizerPage('addons:read', () => import('./addon-page.tsx')),
    path: 'addons/$id',
  }),
] as const;
