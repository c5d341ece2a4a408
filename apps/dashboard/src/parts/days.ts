import { localTimeToUtc } from '@organizer/shared/time-zone';
import type { FilterValues } from '#app/parts/filters.tsx';

/** The start of a day such as `2026-11-20` in a time zone, RFC 3339. */
function startOfDay(day: string, timeZone: string, daysLater = 0): string {
  const localMs = Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000;
  return new Date(localTimeToUtc(timeZone, localMs)).toISOString();
}

/**
 * Replaces the days `since` and `until` of filters by the times that lists expect.
 *
 * @param timeZone the zone in which the days begin
 */
export function withTimes({ since, until, ...values }: FilterValues, timeZone: string): FilterValues {
  return {
    ...values,
    ...(isDay(since) ? { createdSince: startOfDay(since, timeZone) } : {}),
    ...(isDay(until) ? { createdBefore: startOfDay(until, timeZone, 1) } : {}),
  };
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
