import { KeyIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const operatorArea: Area = {
  title: 'operator',
  pages: [
    {
      path: 'scope-requests',
      permission: 'service:operate',
      load: () => import('./scope-requests-page.tsx'),
      navigation: { title: 'scopeRequests', icon: KeyIcon },
    },
  ],
};
