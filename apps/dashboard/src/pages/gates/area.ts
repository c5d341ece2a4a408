import { GateIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const gatesArea: Area = {
  title: null,
  pages: [
    {
      path: 'gates',
      permission: 'figures:read',
      load: () => import('./gate-events-page.tsx'),
      navigation: { title: 'gates', icon: GateIcon },
    },
    { path: 'gates/$eventId', permission: 'figures:read', load: () => import('./gates-page.tsx') },
  ],
};
