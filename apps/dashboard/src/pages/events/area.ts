import { EventIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const eventsArea: Area = {
  title: null,
  pages: [
    {
      path: 'events',
      permission: 'events:read',
      load: () => import('./event-list-page.tsx'),
      navigation: { title: 'events', icon: EventIcon },
    },
    { path: 'events/$eventId', permission: 'events:read', load: () => import('./event-page.tsx') },
  ],
  searches: [{ title: 'events', permission: 'events:read', load: () => import('./search.ts') }],
};
