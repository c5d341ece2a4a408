import type { OrganizerSettings } from '@organizer/shared/dashboard-api';
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { get, type Tagged } from '#app/parts/api.ts';
import type { Edited } from '#app/parts/edited.tsx';

/** The settings of an organizer, with their entity tag. */
export type Settings = Tagged<OrganizerSettings>;

function settingsQuery({ path, queryKey }: OrganizerAccess) {
  return queryOptions({
    queryKey: queryKey('settings'),
    queryFn: ({ signal }) => get<Settings>(path('settings'), {}, signal),
  });
}

/** The settings of an organizer. */
export function useSettings(access: OrganizerAccess): UseQueryResult<Settings> {
  return useQuery(settingsQuery(access));
}

/** Returns a function that stores changed settings, so that every page shows them. */
export function useStoreSettings(access: OrganizerAccess): (settings: Settings) => void {
  const queryClient = useQueryClient();
  return (settings) => queryClient.setQueryData(settingsQuery(access).queryKey, settings);
}

/**
 * The settings as what a form edits.
 *
 * @param valuesOf the values of the inputs of the form
 */
export function useEditedSettings<V>(
  access: OrganizerAccess,
  { etag }: Settings,
  valuesOf: (settings: Settings) => V,
): Edited<V> {
  const queryClient = useQueryClient();
  const reload = async () => {
    const settings = await queryClient.fetchQuery({ ...settingsQuery(access), staleTime: 0 });
    return { etag: settings.etag, values: valuesOf(settings) };
  };
  return { etag, reload };
}
