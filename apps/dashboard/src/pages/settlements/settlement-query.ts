import type { Settlement } from '@organizer/shared/dashboard-api';
import { queryOptions } from '@tanstack/react-query';
import { get, organizerPath } from '#app/parts/api.ts';

/** The settlement of an event. */
export function settlementQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'settlement', eventId],
    queryFn: ({ signal }) => get<Settlement>(organizerPath(slug, `settlements/${eventId}`), {}, signal),
  });
}
