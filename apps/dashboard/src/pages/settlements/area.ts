import { SettlementIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

export const settlementsArea: Area = {
  title: null,
  pages: [
    {
      path: 'settlements',
      permission: 'settlements:read',
      load: () => import('./settlement-list-page.tsx'),
      navigation: { title: 'settlements', icon: SettlementIcon },
    },
    { path: 'settlements/$eventId', permission: 'settlements:read', load: () => import('./settlement-page.tsx') },
  ],
};
