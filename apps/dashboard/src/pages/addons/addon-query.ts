import type { EntitlementWithHistory } from '@organizer/shared/dashboard-api';
import { queryOptions } from '@tanstack/react-query';
import { get, organizerPath } from '#app/parts/api.ts';

/** A purchased add-on with its consumptions. */
export function addonQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'addons', 'one', id],
    queryFn: ({ signal }) =>
      get<EntitlementWithHistory>(organizerPath(slug, `addons/${encodeURIComponent(id)}`), {}, signal),
  });
}
