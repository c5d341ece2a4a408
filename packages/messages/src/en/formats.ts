/** How numbers, amounts and dates are written. */
export default {
  /** The language tag for numbers, amounts and lists. */
  locale: 'en',
  /** The language tag for the names of days, months, countries and time zones. */
  dateLocale: 'en-GB',
  date: '{weekday}, {day} {month} {year}',
  dateWithoutWeekday: '{day} {month} {year}',
} as const;
