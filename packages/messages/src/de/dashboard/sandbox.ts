import type en from '../../en/dashboard/sandbox.ts';
import type { Translation } from '../../texts.ts';

export default {
  switch: 'Testmodus',
  bannerTitle: 'Testmodus',
  bannerText: 'Alles auf dieser Seite sind Testdaten. Zahlungen werden simuliert.',
  bannerClock: 'Die Uhr zeigt',
  inReset: 'Die Daten der Sandbox werden gelöscht. Bis das fertig ist, kann nichts geändert werden.',
  title: 'Testmodus',
  description:
    'Eine Sandbox hat eigene Veranstaltungen, Bestellungen und API-Schlüssel. Sie erscheint nie in echten Daten.',
  about: 'Was in der Sandbox ist',
  aboutText:
    'Die Sandbox hat die Mitglieder dieses Veranstalters mit denselben Rollen. Ihre API-Schlüssel beginnen mit sk_test_ und pk_test_. Bestellungen werden ohne Geld bezahlt, und E-Mails gehen nur an Mitglieder.',
  open: 'In den Testmodus wechseln',
  leave: 'Testmodus verlassen',
  clock: 'Uhr',
  clockText:
    'Stellen Sie die Uhr vor, um zu sehen, was später geschieht: abgelaufene Reservierungen, wiederholte Webhooks, das Ende einer Veranstaltung. Danach läuft die Uhr weiter.',
  now: 'Zeit in der Sandbox',
  sameAsServer: 'die aktuelle Zeit',
  limit: 'Späteste mögliche Zeit',
  forward: 'Vorstellen um',
  steps: {
    hour: '1 Stunde',
    day: '1 Tag',
    week: '7 Tage',
    month: '30 Tage',
  },
  moveTo: 'Oder die Zeit setzen',
  move: 'Uhr stellen',
  moveTitle: 'Die Uhr vorstellen?',
  moveQuestion: 'Die Uhr kann nicht zurückgestellt werden. Das geht nur, indem die Sandbox zurückgesetzt wird.',
  moved: 'Die Uhr wurde gestellt',
  reset: 'Zurücksetzen',
  resetText: 'Löscht die Daten der Sandbox und stellt ihre Uhr zurück.',
  resetButton: 'Alle Testdaten löschen',
  resetTitle: 'Alle Testdaten löschen?',
  resetQuestion:
    'Alle Veranstaltungen, Bestellungen, Tickets, Webhook-Ereignisse und das Protokoll der Sandbox werden gelöscht. API-Schlüssel, Webhook-Endpunkte und Einstellungen bleiben. Echte Daten ändern sich nicht.',
  resetStarted: 'Das Zurücksetzen hat begonnen',
  resetDone: 'Die Testdaten wurden gelöscht',
} satisfies Translation<typeof en>;
