import { useOrganizer } from '#app/parts/account.ts';
import { withTimes } from '#app/parts/days.ts';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { type FilterField, type Filters, useFilters } from '#app/parts/filters.tsx';

/**
 * The filters of a list of what was sold: by event, by fields of the list, and by day.
 *
 * @param labels of the event, and of the first and the last day
 * @param fields the fields of the list, between the event and the days
 * @returns the filters with the values in the URL, the fields of their bar, and the filters with the times that the list expects. Days
 *   begin in the time zone of the organizer.
 */
export function useSaleFilters(
  labels: { readonly event: string; readonly since: string; readonly until: string },
  fields: readonly FilterField[],
): { readonly filters: Filters; readonly fields: readonly FilterField[]; readonly listFilters: Filters } {
  const { timezone } = useOrganizer();
  const { data: events } = useEvents();
  const allFields: readonly FilterField[] = [
    { kind: 'select', name: 'eventId', label: labels.event, options: optionsOf(events) },
    ...fields,
    { kind: 'day', name: 'since', label: labels.since },
    { kind: 'day', name: 'until', label: labels.until },
  ];
  const filters = useFilters(allFields.map(({ name }) => name));
  return { filters, fields: allFields, listFilters: { ...filters, values: withTimes(filters.values, timezone) } };
}
