import { createRoute } from '@tanstack/react-router';
import { InboxIcon, LockIcon, MembersIcon, OrganizerIcon, SandboxIcon } from '#app/parts/icons.tsx';
import { organizerPage } from '#app/routes.tsx';

export const settingRoutes = [
  createRoute({
    ...organizerPage('organizer:read', () => import('./organizer-page.tsx'), {
      heading: 'settings',
      title: 'organizer',
      icon: OrganizerIcon,
    }),
    path: 'settings',
  }),
  createRoute({
    ...organizerPage('members:read', () => import('./members-page.tsx'), {
      heading: 'settings',
      title: 'members',
      icon: MembersIcon,
    }),
    path: 'members',
  }),
  createRoute({
    ...organizerPage('sandbox:write', () => import('./sandbox-page.tsx'), {
      heading: 'settings',
      title: 'testMode',
      icon: SandboxIcon,
    }),
    path: 'sandbox',
  }),
  createRoute({
    ...organizerPage('privacy:write', () => import('./privacy-page.tsx'), {
      heading: 'settings',
      title: 'privacy',
      icon: LockIcon,
    }),
    path: 'privacy',
  }),
  createRoute({
    ...organizerPage('data:export', () => import('./export-page.tsx'), {
      heading: 'settings',
      title: 'dataExport',
      icon: InboxIcon,
    }),
    path: 'export',
  }),
] as const;
