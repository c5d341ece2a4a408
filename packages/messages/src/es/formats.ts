import type en from '../en/formats.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  locale: 'es',
  dateLocale: 'es',
  date: '{weekday}, {day} de {month} de {year}',
  dateWithoutWeekday: '{day} de {month} de {year}',
} satisfies PartialTranslation<typeof en>;
