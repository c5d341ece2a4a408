/** How dates and amounts are written. The server and the browser both use this module, so that nothing changes its form when the program loads. */

const locale = 'en-GB';

const currencies = new Map<string, Intl.NumberFormat>();

/**
 * An amount as people write it: `€89.00`.
 *
 * @param amount minor units
 * @param currency ISO 4217
 * @param decimals how many decimals the minor unit is
 */
export function formatMoney(amount: number, currency: string, decimals: number): string {
  let format = currencies.get(currency);
  if (format === undefined) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat('en', { style: 'currency', currency, ...digits });
    currencies.set(currency, format);
  }
  return format.format(amount / 10 ** decimals).replace('-', '\u2212');
}

const dates = new Map<string, Intl.DateTimeFormat>();

interface Moment {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

/** Put together from its parts: versions of `Intl` differ in how they join them. */
function momentOf(iso: string, timeZone: string): Moment {
  let format = dates.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
      timeZoneName: 'short',
    });
    dates.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['weekday']}, ${parts['day']} ${parts['month']} ${parts['year']}`,
    time: `${parts['hour']}:${parts['minute']}`,
    zone: parts['timeZoneName']!,
  };
}

/** A day and time in a time zone, which is named since its readers may be elsewhere: `Sat, 1 May 2027, 08:00 CEST`. */
export function dateTime(iso: string, timeZone: string): string {
  const { date, time, zone } = momentOf(iso, timeZone);
  return `${date}, ${time} ${zone}`;
}

/** When an event takes place; the day once where it starts and ends on the same. */
export function dateRange(startsAt: string, endsAt: string | null, timeZone: string): string {
  if (endsAt === null) return dateTime(startsAt, timeZone);
  const start = momentOf(startsAt, timeZone);
  const end = momentOf(endsAt, timeZone);
  if (start.zone !== end.zone) return `${dateTime(startsAt, timeZone)} – ${dateTime(endsAt, timeZone)}`;
  const until = start.date === end.date ? end.time : `${end.date}, ${end.time}`;
  return `${start.date}, ${start.time} – ${until} ${end.zone}`;
}
