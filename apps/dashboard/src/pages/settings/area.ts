import { InboxIcon, MembersIcon, OrganizerIcon, SandboxIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const settingsArea: Area = {
  title: 'settings',
  pages: [
    {
      path: 'settings',
      permission: 'organizer:read',
      load: () => import('./organizer-page.tsx'),
      navigation: { title: 'organizer', icon: OrganizerIcon },
    },
    {
      path: 'members',
      permission: 'members:read',
      load: () => import('./members-page.tsx'),
      navigation: { title: 'members', icon: MembersIcon },
    },
    {
      path: 'sandbox',
      permission: 'sandbox:write',
      load: () => import('./sandbox-page.tsx'),
      navigation: { title: 'testMode', icon: SandboxIcon },
    },
    {
      path: 'export',
      permission: 'data:export',
      load: () => import('./export-page.tsx'),
      navigation: { title: 'dataExport', icon: InboxIcon },
    },
  ],
};
