import type en from '../../en/dashboard/question-labels.ts';
import type { Translation } from '../../texts.ts';

export default {
  birthDate: 'Geburtsdatum',
  sex: 'Geschlecht',
  nationality: 'Staatsangehörigkeit',
  club: 'Verein',
  team: 'Mannschaft',
  company: 'Firma',
  diet: 'Ernährung und Allergien',
  emergencyContact: 'Wen sollen wir im Notfall anrufen?',
  postalAddress: 'Postanschrift',
  guardian: 'Ich bin für diese Person erziehungsberechtigt und mit der Teilnahme einverstanden.',
} satisfies Translation<typeof en>;
