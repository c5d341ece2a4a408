import type en from '../../en/dashboard/checklist.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Vor dem ersten Verkauf',
  progress: '{done, number} von {all, number} erledigt',
  done: 'Erledigt',
  open: 'Offen',
  items: {
    payments: 'Wie Käufer zahlen',
    imprint: 'Impressum',
    terms: 'Verkaufsbedingungen',
    privacy: 'Datenschutzerklärung',
    event: 'Erste Veranstaltung',
    testOrder: 'Testbestellung',
  },
  texts: {
    payments:
      'Geben Sie Ihr Bankkonto ein, oder einen Text, der sagt, wie gezahlt wird. Für Kartenzahlungen bitten Sie den Betreiber des Dienstes, Stripe einzuschalten.',
    imprint: 'Geben Sie die Adresse der Seite ein, die sagt, wer Sie sind. Viele Länder verlangen sie.',
    terms: 'Geben Sie die Adresse der Seite mit Ihren Bedingungen ein. Käufer sehen sie, bevor sie zahlen.',
    privacy: 'Geben Sie die Adresse der Seite ein, die sagt, wie Sie die Daten der Käufer verwenden.',
    event: 'Legen Sie eine Veranstaltung mit ihren Ticketarten an.',
    testOrder:
      'Schalten Sie den Testmodus ein, veröffentlichen Sie dort eine Veranstaltung, und kaufen Sie ein Ticket. Dabei fließt kein Geld.',
  },
  links: {
    payments: 'Zahlung einrichten',
    imprint: 'Impressum angeben',
    terms: 'Bedingungen angeben',
    privacy: 'Erklärung angeben',
    event: 'Veranstaltung anlegen',
    testOrder: 'Testmodus öffnen',
  },
  unpayable: 'Niemand kann diese Tickets bezahlen',
  unpayableText:
    'Käufer zahlen direkt an Sie, und Ihr Bankkonto fehlt. Sie können einen Warenkorb füllen, aber nicht zahlen. Bestellungen von Hand sind möglich.',
  publishUnpayableText: 'Ihre Seite wird öffentlich, aber ihre Tickets können dort noch nicht gekauft werden.',
  publishAnyway: 'Ohne Onlineverkauf veröffentlichen',
  stillOpen: 'Vor dem ersten Verkauf noch offen: {items}.',
  toChecklist: 'Liste zeigen',
} satisfies Translation<typeof en>;
