const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The day of a time in a time zone, as `YYYY-MM-DD`.
 *
 * @param timezone an IANA time zone
 */
export function localDay(time: string | number, timezone: string): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    const options = { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-CA', options);
    formats.set(timezone, format);
  }
  return format.format(new Date(time));
}

/** The day that is a number of days after another day. Both are `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** The number of days from one day to another, 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

const dayMs = 24 * 60 * 60_000;
