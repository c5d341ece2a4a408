import type en from '../en/answers.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  yes: 'Ja',
  no: 'Nee',
  sex: { female: 'Vrouw', male: 'Man', other: 'Anders', notStated: 'Niet opgegeven' },
} satisfies PartialTranslation<typeof en>;
