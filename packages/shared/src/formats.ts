/** Formats for amounts and dates. The server and the browser both use this module, so that both write them in the same way. */

/** The format rules of a language. */
export interface FormatRules {
  /** BCP 47 tag for amounts and lists. */
  readonly locale: string;
  /** BCP 47 tag for the names of days and months. */
  readonly dateLocale: string;
  /** The direction of the language; by default from left to right. In the other one, amounts are isolated from the text around them. */
  readonly direction?: 'ltr' | 'rtl';
  /** How months are written; by default with their whole names. */
  readonly month?: 'long' | 'short';
  /** Joins the parts of a date. Without it, the text would depend on the version of `Intl`. */
  readonly date: (parts: Readonly<Record<'weekday' | 'day' | 'month' | 'year', string>>) => string;
}

/** The formats of a language. */
export interface Formats {
  /**
   * An amount of money, for example `€89.00`.
   *
   * @param amount in minor units
   * @param currency ISO 4217
   */
  money(amount: number, currency: string): string;
  /** A date, for example `Sat, 1 May 2027`. */
  day(iso: string, timeZone: string): string;
  /** A date and time with the name of its time zone, for example `Sat, 1 May 2027, 08:00 CEST`. */
  dateTime(iso: string, timeZone: string): string;
  /** A time of a day, for example `08:00`. */
  time(iso: string, timeZone: string): string;
  /** The start and the end of an event. The date is written once if both are on the same day. */
  dateRange(startsAt: string, endsAt: string | null, timeZone: string): string;
  /** A whole number, for example `1,234`. */
  number(value: number): string;
  /** Names joined as in a sentence. */
  list(names: readonly string[]): string;
}

/** Currencies whose minor unit is not a hundredth (ISO 4217), by their number of decimals. */
export const currenciesByDecimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const decimalsByCurrency = new Map(
  Object.entries(currenciesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

/**
 * The number of decimals of a currency (ISO 4217). `Intl` follows common usage instead: it writes forints and rupiahs without
 * decimals, although amounts have them.
 */
export function currencyDecimals(currency: string): number {
  return decimalsByCurrency.get(currency) ?? 2;
}

/** `Intl` knows the abbreviations of a time zone only in the languages of its region: `EDT` in `en-US`, but not in `en-GB`. */
const zoneLocales = ['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN', 'en-IE', 'en-HK', 'en-SG', 'ja-JP'];

/** Creates the formats of a language from its rules. */
export function createFormats(rules: FormatRules): Formats {
  const moneyFormats = new Map<string, Intl.NumberFormat>();
  const dateFormats = new Map<string, Intl.DateTimeFormat>();
  const zoneFormats = new Map<string, Intl.DateTimeFormat>();
  let listFormat: Intl.ListFormat | undefined;
  let numberFormat: Intl.NumberFormat | undefined;

  const money = (amount: number, currency: string) => {
    const decimals = currencyDecimals(currency);
    const format = findOrCreate(moneyFormats, currency, () => createMoneyFormat(rules.locale, currency, decimals));
    const text = format.format(amount / 10 ** decimals).replace('-', '\u2212');
    return rules.direction === 'rtl' ? `\u2068${text}\u2069` : text;
  };
  /** The abbreviation of a time zone that is in use there, such as `EDT`; null if no language has one. */
  const zoneAbbreviation = (date: Date, timeZone: string): string | null => {
    for (const locale of [rules.dateLocale, ...zoneLocales]) {
      const create = () => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
      const parts = findOrCreate(zoneFormats, `${locale} ${timeZone}`, create).formatToParts(date);
      const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
      if (!/^(?:GMT|UTC)[+\u2212-]/.test(name)) return name;
    }
    return null;
  };
  const partsOf = (iso: string, timeZone: string) => {
    const date = new Date(iso);
    const format = findOrCreate(dateFormats, timeZone, () => createDateFormat(rules, timeZone));
    const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    return {
      date: rules.date({ weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') }),
      time: `${part('hour')}:${part('minute')}`,
      zone: zoneAbbreviation(date, timeZone) ?? part('timeZoneName'),
    };
  };
  const dateTime = (iso: string, timeZone: string) => {
    const { date, time, zone } = partsOf(iso, timeZone);
    return `${date}, ${time} ${zone}`;
  };
  const day = (iso: string, timeZone: string) => partsOf(iso, timeZone).date;
  const time = (iso: string, timeZone: string) => partsOf(iso, timeZone).time;
  const dateRange = (startsAt: string, endsAt: string | null, timeZone: string) => {
    if (endsAt === null) return dateTime(startsAt, timeZone);
    const start = partsOf(startsAt, timeZone);
    const end = partsOf(endsAt, timeZone);
    if (start.zone !== end.zone) return `${dateTime(startsAt, timeZone)} – ${dateTime(endsAt, timeZone)}`;
    const until = start.date === end.date ? end.time : `${end.date}, ${end.time}`;
    return `${start.date}, ${start.time} – ${until} ${end.zone}`;
  };
  const number = (value: number) => {
    numberFormat ??= new Intl.NumberFormat(rules.locale);
    return numberFormat.format(value);
  };
  const list = (names: readonly string[]) => {
    listFormat ??= new Intl.ListFormat(rules.locale);
    return listFormat.format(names);
  };
  return { money, day, dateTime, time, dateRange, number, list };
}

function createMoneyFormat(locale: string, currency: string, decimals: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
}

function createDateFormat({ dateLocale, month = 'long' }: FormatRules, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateLocale, {
    weekday: 'short',
    day: 'numeric',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });
}

function findOrCreate<V>(cache: Map<string, V>, key: string, create: () => V): V {
  const value = cache.get(key) ?? create();
  cache.set(key, value);
  return value;
}
