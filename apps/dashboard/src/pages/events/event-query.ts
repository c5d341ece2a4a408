import type { Event as EventDetails, EventPreview } from '@organizer/shared/dashboard-api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';

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

/** Returns a function that reads the current version of an event. */
export function useReloadEvent(eventId: string): () => Promise<StoredEvent> {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...eventQuery(slug, eventId), staleTime: 0 });
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
