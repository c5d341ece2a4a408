import type en from '../en/answers.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  yes: 'Sì',
  no: 'No',
  sex: { female: 'Donna', male: 'Uomo', other: 'Altro', notStated: 'Non indicato' },
} satisfies PartialTranslation<typeof en>;
