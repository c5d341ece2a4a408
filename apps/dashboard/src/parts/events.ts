import { queryOptions, useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';

/** A ticket type or an add-on of an event. */
interface OfferOption {
  readonly id: string;
  readonly name: string;
  /** Minor units. */
  readonly price: number;
  readonly status: string;
  /** Null if the stock is unlimited. */
  readonly available: number | null;
}

/** An event for a choice or a filter. */
export interface EventOption {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly timezone: string;
  readonly currency: string;
  readonly ticketTypes: readonly OfferOption[];
  readonly addons: readonly OfferOption[];
}

interface EventPage {
  readonly data: readonly EventOption[];
  readonly nextCursor: string | null;
}

/** Maximum number of pages that are read for a choice. */
const maxPages = 10;

/** The events of an organizer, newest first, for choices, searches, and the names and time zones of events. */
export function eventsQuery(slug: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'events', 'options'],
    queryFn: async ({ signal }) => {
      const events: EventOption[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const page: EventPage = await get<EventPage>(organizerPath(slug, 'events'), { limit: 100, cursor }, signal);
        events.push(...page.data);
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      return events;
    },
    staleTime: 60_000,
  });
}

/** The events of the organizer of the page. */
export function useEvents() {
  return useQuery(eventsQuery(useOrganizer().slug));
}

/** Returns the event with an id, or undefined while the events are being loaded. */
export function useEventOf(): (eventId: string) => EventOption | undefined {
  const { data } = useEvents();
  const byId = new Map(data?.map((event) => [event.id, event]));
  return (eventId) => byId.get(eventId);
}

/** Events or ticket types as options of a select. */
export function optionsOf(
  choices: readonly Pick<EventOption, 'id' | 'name'>[] | undefined,
): { value: string; label: string }[] {
  return (choices ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
