import type en from '../en/answers.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  yes: 'Tak',
  no: 'Nie',
  sex: { female: 'Kobieta', male: 'Mężczyzna', other: 'Inna', notStated: 'Nie podano' },
} satisfies PartialTranslation<typeof en>;
