import type en from '../../en/dashboard/roles.ts';
import type { Translation } from '../../texts.ts';

export default {
  owner: {
    name: 'Inhaber',
    text: 'Alles, auch Mitglieder, Auszahlungen und der Export aller Daten',
  },
  manager: {
    name: 'Manager',
    text: 'Veranstaltungen, Bestellungen, Erstattungen und die Daten der Käufer und Teilnehmer',
  },
  developer: {
    name: 'Entwickler',
    text: 'API-Schlüssel, Webhooks und Protokolle; keine Daten der Käufer und Teilnehmer',
  },
  viewer: {
    name: 'Betrachter',
    text: 'Zahlen, Veranstaltungen und Abrechnungen, ohne etwas zu ändern',
  },
} satisfies Translation<typeof en>;
