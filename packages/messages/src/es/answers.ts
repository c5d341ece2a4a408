import type en from '../en/answers.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  yes: 'Sí',
  no: 'No',
  sex: { female: 'Mujer', male: 'Hombre', other: 'Otro', notStated: 'Sin especificar' },
} satisfies PartialTranslation<typeof en>;
