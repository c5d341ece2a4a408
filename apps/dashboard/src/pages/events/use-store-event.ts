import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';

/** Returns a function that shows the response to a change of an event, and loads the list of events again. */
export function useStoreEvent(): (event: EventDetails) => void {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return (event) => {
    queryClient.setQueryData(['organizer', slug, 'event', event.id], event);
    queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'events'] });
  };
}
