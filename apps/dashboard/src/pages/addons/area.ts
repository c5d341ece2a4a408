import { AddonIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const addonsArea: Area = {
  title: null,
  pages: [
    {
      path: 'addons',
      permission: 'addons:read',
      load: () => import('./addon-list-page.tsx'),
      navigation: { title: 'addons', icon: AddonIcon },
    },
    { path: 'addons/$id', permission: 'addons:read', load: () => import('./addon-page.tsx') },
  ],
};
