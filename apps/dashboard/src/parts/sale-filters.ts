import { useOrganizer } from '#app/parts/account.ts';
import { withTimes } from '#app/parts/days.ts';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { type FilterField, useFilters } from '#app/parts/filters.tsx';
import type { TextSearch } from '#app/parts/text-search.ts';

type SaleFilter = 'eventId' | 'since' | 'until';

/**
 * The filters of a list of what was sold: by event, by fields of the list, and by day.
 *
 * @param search the parameters in the URL of the page
 * @param labels of the event, and of the first and the last day
 * @param ownFields the fields of the list, between the event and the days
 * @returns the filters with the values in the URL, the fields of their bar, and the filters with the times that the list expects. Days
 *   begin in the time zone of the organizer.
 */
export function useSaleFilters<N extends string>(
  search: TextSearch<N | SaleFilter>,
  labels: { readonly event: string; readonly since: string; readonly until: string },
  ownFields: readonly FilterField<N | SaleFilter>[],
) {
  const { timezone } = useOrganizer();
  const { data: events } = useEvents();
  const fields: readonly FilterField<N | SaleFilter>[] = [
    { kind: 'select', name: 'eventId', label: labels.event, options: optionsOf(events) },
    ...ownFields,
    { kind: 'day', name: 'since', label: labels.since },
    { kind: 'day', name: 'until', label: labels.until },
  ];
  const filters = useFilters(search);
  return { filters, fields, listFilters: { ...filters, values: withTimes(filters.values, timezone) } };
}
