import { createRoute } from '@tanstack/react-router';
import { HealthIcon, KeyIcon, MembersIcon, OrganizerIcon, SettlementIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { operatorPage } from '#app/routes.tsx';

export const operatorRoutes = [
  createRoute({
    ...operatorPage(() => import('./organizer-list-page.tsx'), {
      heading: 'operator',
      title: 'organizers',
      icon: OrganizerIcon,
    }),
    path: 'organizers',
    validateSearch: textSearch('text', 'status'),
  }),
  createRoute({
    ...operatorPage(() => import('./organizer-page.tsx')),
    path: 'organizers/$slug',
    validateSearch: textSearch('tab'),
  }),
  createRoute({
    ...operatorPage(() => import('./user-list-page.tsx'), { heading: 'operator', title: 'users', icon: MembersIcon }),
    path: 'users',
    validateSearch: textSearch('text', 'status', 'isOperator'),
  }),
  createRoute({
    ...operatorPage(() => import('./payouts-page.tsx'), {
      heading: 'operator',
      title: 'payouts',
      icon: SettlementIcon,
    }),
    path: 'payouts',
    validateSearch: textSearch('state'),
  }),
  createRoute({
    ...operatorPage(() => import('./scope-requests-page.tsx'), {
      heading: 'operator',
      title: 'scopeRequests',
      icon: KeyIcon,
    }),
    path: 'scope-requests',
    validateSearch: textSearch('status'),
  }),
  createRoute({
    ...operatorPage(() => import('./health-page.tsx'), { heading: 'operator', title: 'health', icon: HealthIcon }),
    path: 'health',
  }),
] as const;
