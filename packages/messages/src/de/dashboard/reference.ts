import type en from '../../en/dashboard/reference.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'API-Referenz',
  description:
    'Alle Endpunkte der API, auf Englisch. Beispiele und Testanfragen enthalten den Schlüssel, den Sie wählen. Er bleibt in diesem Tab und wird nicht gespeichert.',
  key: 'Schlüssel',
  noKey: 'Kein Schlüssel',
  paste: 'Anderer Schlüssel',
  notAKey: 'Ein Schlüssel beginnt mit sk_ oder pk_.',
  use: 'Diesen Schlüssel verwenden',
  pasted: 'Eingefügter Schlüssel',
  create: 'Schlüssel anlegen',
  realData: 'Testanfragen lesen und ändern die echten Daten dieses Veranstalters.',
  failedTitle: 'Die Referenz konnte nicht geladen werden',
  failedText: 'Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
} satisfies Translation<typeof en>;
