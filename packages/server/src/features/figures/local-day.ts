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

/** All days from one day to another, as `YYYY-MM-DD`. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  const [fromMonth, toMonth] = [monthOf(from), monthOf(to)];
  // Formatting each day as a date would take most of the time of the overview.
  for (let month = fromMonth; month <= toMonth; month += 1) {
    const prefix = new Date(Date.UTC(0, month, 1)).toISOString().slice(0, 8);
    const first = month === fromMonth ? dayOfMonth(from) : 1;
    const last = month === toMonth ? dayOfMonth(to) : new Date(Date.UTC(0, month + 1, 0)).getUTCDate();
    for (let day = first; day <= last; day += 1) days.push(prefix + (day < 10 ? `0${day}` : day));
  }
  return days;
}

/** The number of the month of a day, counted from January of the year 1900, as `Date.UTC(0, month)` does. */
function monthOf(day: string): number {
  return (Number(day.slice(0, 4)) - 1900) * 12 + Number(day.slice(5, 7)) - 1;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

/** The number of days from one day to another, 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

const dayMs = 24 * 60 * 60_000;
