import { webhookPages } from '#app/pages/webhooks/pages.ts';
import { AuditIcon, KeyIcon, LogIcon, ReferenceIcon, UsageIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const developersArea: Area = {
  title: 'developers',
  pages: [
    {
      path: 'keys',
      permission: 'keys:read',
      load: () => import('./keys-page.tsx'),
      navigation: { title: 'apiKeys', icon: KeyIcon },
    },
    ...webhookPages,
    {
      path: 'requests',
      permission: 'logs:read',
      load: () => import('./requests-page.tsx'),
      navigation: { title: 'requests', icon: LogIcon },
    },
    {
      path: 'usage',
      permission: 'logs:read',
      load: () => import('./usage-page.tsx'),
      navigation: { title: 'usage', icon: UsageIcon },
    },
    {
      path: 'audit',
      permission: 'audit:read',
      load: () => import('./audit-page.tsx'),
      navigation: { title: 'audit', icon: AuditIcon },
    },
    {
      path: 'reference',
      permission: 'keys:read',
      load: () => import('./reference-page.tsx'),
      navigation: { title: 'reference', icon: ReferenceIcon },
    },
  ],
};
