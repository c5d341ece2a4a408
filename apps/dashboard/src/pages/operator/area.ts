import { HealthIcon, KeyIcon, MembersIcon, OrganizerIcon, SettlementIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

const permission = 'service:operate';

export const operatorArea: Area = {
  title: 'operator',
  pages: [
    {
      path: 'organizers',
      permission,
      load: () => import('./organizer-list-page.tsx'),
      navigation: { title: 'organizers', icon: OrganizerIcon },
    },
    { path: 'organizers/$slug', permission, load: () => import('./organizer-page.tsx') },
    {
      path: 'users',
      permission,
      load: () => import('./user-list-page.tsx'),
      navigation: { title: 'users', icon: MembersIcon },
    },
    {
      path: 'payouts',
      permission,
      load: () => import('./payouts-page.tsx'),
      navigation: { title: 'payouts', icon: SettlementIcon },
    },
    {
      path: 'scope-requests',
      permission,
      load: () => import('./scope-requests-page.tsx'),
      navigation: { title: 'scopeRequests', icon: KeyIcon },
    },
    {
      path: 'health',
      permission,
      load: () => import('./health-page.tsx'),
      navigation: { title: 'health', icon: HealthIcon },
    },
  ],
  searches: [{ title: 'organizers', permission, load: () => import('./search-organizers.ts') }],
};
