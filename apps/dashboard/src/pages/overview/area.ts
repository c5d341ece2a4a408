import { createRoute } from '@tanstack/react-router';
import { checklistQuery } from '#app/parts/checklist.ts';
import { OverviewIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';
import { attentionQuery, overviewQuery, periodOf } from './overview-queries.ts';

const validateSearch = textSearch('days', 'currency');

export const overviewRoutes = [
  createRoute({
    ...organizerPage('figures:read', () => import('./overview-page.tsx'), { title: 'overview', icon: OverviewIcon }),
    path: 'overview',
    validateSearch,
    loader: async ({ context: { queryClient, organizer }, location }) => {
      if (organizer === null) return;
      const { days } = validateSearch(location.search);
      // The page is drawn once, with all of its data. It reads again what failed.
      await Promise.all([
        queryClient.prefetchQuery({ ...overviewQuery(organizer, periodOf(days)), retry: false }),
        queryClient.prefetchQuery({ ...attentionQuery(organizer.slug), retry: false }),
        queryClient.prefetchQuery({ ...checklistQuery(organizer.slug), retry: false }),
      ]);
    },
  }),
] as const;
