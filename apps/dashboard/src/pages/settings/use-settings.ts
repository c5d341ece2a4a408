import type { OrganizerSettings } from '@organizer/shared/dashboard-api';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { get } from '#app/parts/api.ts';

/** The settings of an organizer. */
export function useSettings({ path, queryKey }: OrganizerAccess): UseQueryResult<OrganizerSettings> {
  return useQuery({
    queryKey: queryKey('settings'),
    queryFn: ({ signal }) => get<OrganizerSettings>(path('settings'), {}, signal),
  });
}

/** Returns a function that stores changed settings, so that every page shows them. */
export function useStoreSettings({ queryKey }: OrganizerAccess): (changes: Partial<OrganizerSettings>) => void {
  const queryClient = useQueryClient();
  return (changes) => {
    queryClient.setQueryData<OrganizerSettings>(queryKey('settings'), (settings) =>
      settings === undefined ? undefined : { ...settings, ...changes },
    );
  };
}
