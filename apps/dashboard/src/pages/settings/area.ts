import { MembersIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const settingsArea: Area = {
  title: 'settings',
  pages: [
    {
      path: 'members',
      permission: 'members:read',
      load: () => import('./members-page.tsx'),
      navigation: { title: 'members', icon: MembersIcon },
    },
  ],
};
