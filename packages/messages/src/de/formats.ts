import type en from '../en/formats.ts';
import type { Translation } from '../texts.ts';

export default {
  locale: 'de',
  dateLocale: 'de',
  date: '{weekday}, {day}. {month} {year}',
  dateWithoutWeekday: '{day}. {month} {year}',
} satisfies Translation<typeof en>;
