import type { KeyScope, KeyScopeList } from '@organizer/shared/dashboard-api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';

const none: readonly KeyScope[] = [];

/** The scopes that keys of this service can have. Empty while they are loaded. */
export function useKeyScopes(): readonly KeyScope[] {
  const { slug } = useOrganizer();
  const query = queryOptions({
    queryKey: ['organizer', slug, 'keys', 'scopes'],
    queryFn: ({ signal }) => get<KeyScopeList>(organizerPath(slug, 'keys/scopes'), {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useQuery(query).data?.data ?? none;
}
