import type { Checklist } from '@organizer/shared/dashboard-api';
import { queryOptions } from '@tanstack/react-query';
import { get, organizerPath } from '#app/parts/api.ts';

/** What is to be done before the first sale, in the sequence of the list. */
export const checklistItems = ['payments', 'imprint', 'terms', 'privacy', 'event', 'testOrder'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/** What an organizer has done before its first sale. It is read again whenever a page shows it. */
export function checklistQuery(slug: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'checklist'],
    queryFn: ({ signal }) => get<Checklist>(organizerPath(slug, 'checklist'), {}, signal),
    staleTime: 0,
  });
}

/** What is not done yet. */
export function openItems(checklist: Checklist): readonly ChecklistItem[] {
  return checklistItems.filter((item) => !checklist[item]);
}
