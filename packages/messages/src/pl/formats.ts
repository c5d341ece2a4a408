import type en from '../en/formats.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  locale: 'pl',
  dateLocale: 'pl',
  date: '{weekday}, {day} {month} {year}',
  dateWithoutWeekday: '{day} {month} {year}',
} satisfies PartialTranslation<typeof en>;
