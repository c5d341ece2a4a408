import type en from '../en/answers.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  yes: 'Oui',
  no: 'Non',
  sex: { female: 'Femme', male: 'Homme', other: 'Autre', notStated: 'Non précisé' },
} satisfies PartialTranslation<typeof en>;
