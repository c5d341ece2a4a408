import { createRoute } from '@tanstack/react-router';
import { webhookRoutes } from '#app/pages/webhooks/area.ts';
import { AuditIcon, KeyIcon, LogIcon, ReferenceIcon, UsageIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

export const developerRoutes = [
  createRoute({
    ...organizerPage('keys:read', () => import('./keys-page.tsx'), {
      heading: 'developers',
      title: 'apiKeys',
      icon: KeyIcon,
    }),
    path: 'keys',
  }),
  ...webhookRoutes,
  createRoute({
    ...organizerPage('logs:read', () => import('./requests-page.tsx'), {
      heading: 'developers',
      title: 'requests',
      icon: LogIcon,
    }),
    path: 'requests',
    validateSearch: textSearch('keyId', 'status', 'method', 'route', 'code', 'minLatencyMs', 'requestId'),
  }),
  createRoute({
    ...organizerPage('logs:read', () => import('./usage-page.tsx'), {
      heading: 'developers',
      title: 'usage',
      icon: UsageIcon,
    }),
    path: 'usage',
    validateSearch: textSearch('period', 'keyId'),
  }),
  createRoute({
    ...organizerPage('audit:read', () => import('./audit-page.tsx'), {
      heading: 'developers',
      title: 'audit',
      icon: AuditIcon,
    }),
    path: 'audit',
    validateSearch: textSearch('action', 'actor', 'since', 'until'),
  }),
  createRoute({
    ...organizerPage('keys:read', () => import('./reference-page.tsx'), {
      heading: 'developers',
      title: 'reference',
      icon: ReferenceIcon,
    }),
    path: 'reference',
  }),
] as const;
