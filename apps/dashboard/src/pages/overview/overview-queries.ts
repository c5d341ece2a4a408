import type { AccountOrganizer, Attention, Overview } from '@organizer/shared/dashboard-api';
import { queryOptions } from '@tanstack/react-query';
import { get, organizerPath } from '#app/parts/api.ts';

/** The periods that end today, in days. */
export const periods = [7, 30, 90, 365] as const;
const defaultDays = 30;

/** The period in the URL of the page. */
export function periodOf(value: string | undefined): number {
  return periods.find((count) => String(count) === value) ?? defaultDays;
}

/** The figures of the last days in the time zone of the organizer. */
export function overviewQuery({ slug, timezone, clockAheadMs }: AccountOrganizer, days: number) {
  const { from, to } = lastDays(days, timezone, Date.now() + clockAheadMs);
  return queryOptions({
    queryKey: ['organizer', slug, 'overview', from, to],
    queryFn: ({ signal }) => get<Overview>(organizerPath(slug, 'overview'), { from, to }, signal),
  });
}

/** What needs attention. */
export function attentionQuery(slug: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'attention'],
    queryFn: ({ signal }) => get<Attention>(organizerPath(slug, 'attention'), {}, signal),
  });
}

/** The first and the last of a number of days that end today, as `YYYY-MM-DD` in a time zone. */
function lastDays(count: number, timeZone: string, nowMs: number): { from: string; to: string } {
  const to = new Intl.DateTimeFormat('en-CA', { timeZone }).format(nowMs);
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - count + 1);
  return { from: first.toISOString().slice(0, 10), to };
}
