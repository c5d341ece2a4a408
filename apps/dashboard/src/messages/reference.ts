import { defineMessages } from '#app/parts/localized.ts';

/** Texts of the page with the API reference. */
export const referenceMessages = defineMessages({
  en: {
    title: 'API reference',
    description:
      'All endpoints of the API. Examples and test requests contain the key that you choose. It stays in this tab and is not stored.',
    key: 'Key',
    noKey: 'No key',
    paste: 'Another key',
    notAKey: 'A key begins with sk_ or pk_.',
    use: 'Use this key',
    pasted: 'Pasted key',
    create: 'Create a key',
    realData: 'Test requests read and change the real data of this organizer.',
    failedTitle: 'The reference could not be loaded',
    failedText: 'Check the connection, then try again.',
  },
  de: {
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
  },
});
