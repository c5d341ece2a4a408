import type en from '../en/answers.ts';
import type { Translation } from '../texts.ts';

export default {
  yes: 'Ja',
  no: 'Nein',
  sex: { female: 'Weiblich', male: 'Männlich', other: 'Divers', notStated: 'Keine Angabe' },
} satisfies Translation<typeof en>;
