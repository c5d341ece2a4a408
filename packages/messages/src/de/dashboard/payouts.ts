import type en from '../../en/dashboard/payouts.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Auszahlungen',
  description:
    'Guthaben von Veranstaltungen, die Sie an die Veranstalter überweisen. Tragen Sie jede Auszahlung nach der Überweisung hier ein.',
  states: {
    due: 'Auszuzahlen',
    unfinalized: 'Vorbei, nicht abgeschlossen',
  },
  state: 'Guthaben',
  dueEmpty: 'Nichts ist auszuzahlen',
  dueEmptyText: 'Ein Guthaben steht hier, wenn die Abrechnung seiner Veranstaltung abgeschlossen ist.',
  unfinalizedEmpty: 'Keine Veranstaltung wartet auf den Abschluss',
  unfinalizedEmptyText: 'Eine Veranstaltung mit Guthaben steht hier, wenn sie vorbei ist.',
  event: 'Veranstaltung',
  organizer: 'Veranstalter',
  ended: 'Ende',
  account: 'Konto',
  noAccount: 'Keine Bankverbindung',
  suspended: 'Gesperrt',
  balance: 'Guthaben',
  actions: 'Aktionen',
  finalize: 'Abschließen',
  finalizeOf: 'Abschließen: {event}',
  finalizeTitle: 'Diese Abrechnung abschließen?',
  finalizeText:
    'Das Guthaben von {event}, jetzt {balance}, kann dann ausgezahlt werden. Spätere Verkäufe und Erstattungen ändern es noch. Die Abrechnung kann nicht wieder geöffnet werden.',
  finalized: 'Die Abrechnung ist abgeschlossen.',
  markPaid: 'Als bezahlt markieren',
  markPaidOf: 'Als bezahlt markieren: {event}',
  payTitle: 'Auszahlung eintragen',
  payText: 'Überweisen Sie das Geld zuerst. Diese Seite bewegt kein Geld.',
  holder: 'Kontoinhaber',
  iban: 'IBAN',
  bic: 'BIC',
  amount: 'Betrag ({currency})',
  amountHint: 'Höchstens {balance}',
  reference: 'Referenz der Überweisung',
  referenceHint: 'Der Veranstalter sieht sie in der Abrechnung',
  paid: 'Die Auszahlung ist eingetragen.',
} satisfies Translation<typeof en>;
