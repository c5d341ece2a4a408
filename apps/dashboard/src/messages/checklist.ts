import { defineMessages } from '#app/parts/localized.ts';

/** Texts of the list of what a new organizer does before its first sale. */
export const checklistMessages = defineMessages({
  en: {
    title: 'Before the first sale',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    open: 'Open',
    items: {
      payments: 'How buyers pay',
      imprint: 'Imprint',
      terms: 'Terms of sale',
      privacy: 'Privacy policy',
      event: 'First event',
      testOrder: 'Test order',
    },
    texts: {
      payments:
        'Enter your bank account, or a text that says how to pay. For payments by card, ask the operator of the service to enable Stripe.',
      imprint: 'Enter the address of the page that says who you are. Many countries require it.',
      terms: 'Enter the address of the page with your terms. Buyers see it before they pay.',
      privacy: 'Enter the address of the page that says how you use the data of buyers.',
      event: 'Create an event, and add its ticket types.',
      testOrder: 'Turn on the test mode, publish an event there, and buy a ticket. No money is moved.',
    },
    links: {
      payments: 'Set up payments',
      imprint: 'Add the imprint',
      terms: 'Add the terms',
      privacy: 'Add the policy',
      event: 'Create an event',
      testOrder: 'Open the test mode',
    },
    unpayable: 'Nobody can pay for these tickets',
    unpayableText:
      'Buyers pay you directly, and your bank account is missing. They can fill a cart, but not pay. You can still add orders by hand.',
    publishUnpayableText: 'Its page becomes public, but its tickets cannot be bought there yet.',
    publishAnyway: 'Publish without online sale',
    stillOpen: (items: string) => `Still open before the first sale: ${items}.`,
    toChecklist: 'Show the list',
  },
  de: {
    title: 'Vor dem ersten Verkauf',
    progress: (done: number, all: number) => `${done} von ${all} erledigt`,
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
    stillOpen: (items: string) => `Vor dem ersten Verkauf noch offen: ${items}.`,
    toChecklist: 'Liste zeigen',
  },
});
