import type { Event as EventDetails, EventPreview } from '@organizer/shared/dashboard-api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';
import type { Edited } from '#app/parts/edited.tsx';

/** An event, with the entity tag that requests to change it or its offers send back. */
export type StoredEvent = Tagged<EventDetails>;

/** An event of an organizer. */
export function eventQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'event', eventId],
    queryFn: ({ signal }) => get<StoredEvent>(organizerPath(slug, `events/${eventId}`), {}, signal),
  });
}

/** Returns a function that shows the response to a change of an event, and loads the list of events again. */
export function useStoreEvent(): (event: StoredEvent) => void {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return (event) => {
    queryClient.setQueryData(eventQuery(slug, event.id).queryKey, event);
    queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'events'] });
  };
}

/**
 * An event as what a form edits.
 *
 * @param valuesOf the values of the inputs of the form
 */
export function useEditedEvent<V>({ id, etag }: StoredEvent, valuesOf: (event: StoredEvent) => V): Edited<V> {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const reload = async () => {
    const event = await queryClient.fetchQuery({ ...eventQuery(slug, id), staleTime: 0 });
    return { etag: event.etag, values: valuesOf(event) };
  };
  return { etag, reload };
}

/** Before the link of an open page expires, the page gets a new one. */
const renewalMs = 30 * 60_000;

/** The link to the preview of a draft. */
export function previewQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'event', eventId, 'preview'],
    queryFn: ({ signal }) => get<EventPreview>(organizerPath(slug, `events/${eventId}/preview`), {}, signal),
    refetchInterval: renewalMs,
  });
}
