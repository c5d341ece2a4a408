import { OverviewIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';
import { loadOverview } from './overview-queries.ts';

export const overviewArea: Area = {
  title: null,
  pages: [
    {
      path: 'overview',
      permission: 'figures:read',
      load: () => import('./overview-page.tsx'),
      loadData: loadOverview,
      navigation: { title: 'overview', icon: OverviewIcon },
    },
  ],
};
