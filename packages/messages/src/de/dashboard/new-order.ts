import type en from '../../en/dashboard/new-order.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Bestellung anlegen',
  description:
    'Verkaufen Sie Tickets an der Abendkasse, oder verschenken Sie sie. Die Bestellung ist sofort bezahlt, und ihre Tickets werden gemailt oder gedruckt.',
  event: 'Veranstaltung',
  chooseEvent: 'Veranstaltung wählen',
  sale: 'Art des Verkaufs',
  boxOffice: 'Abendkasse',
  boxOfficeText: 'Sie haben das Geld erhalten. Preise und Gebühren sind die jeder Bestellung.',
  complimentary: 'Freikarte',
  complimentaryText: 'Für den Käufer ist alles kostenlos, und es fallen keine Gebühren an.',
  cart: 'Tickets und Extras',
  noEvents: 'Keine veröffentlichten Veranstaltungen',
  noEventsText: 'Veröffentlichen Sie eine Veranstaltung. Dann können Sie Bestellungen dafür anlegen.',
  nothingToSell: 'Diese Veranstaltung hat nichts zu verkaufen',
  nothingToSellText: 'Legen Sie auf der Seite der Veranstaltung eine Ticketart oder ein Extra an.',
  left: 'noch {count, number}',
  buyer: 'Käufer',
  email: 'E-Mail-Adresse',
  emailText:
    'Die Tickets werden an diese Adresse gesendet. Ohne Adresse wird nichts gemailt: Öffnen und drucken Sie die Tickets auf der Seite der Bestellung.',
  name: 'Name',
  phone: 'Telefonnummer',
  holder: 'Inhaber von {type} {number, number}',
  holders: 'Inhaber',
  answersText: 'Sie können Antworten offen lassen. Auf der Seite der Bestellung lassen sie sich ergänzen.',
  price: 'Preis',
  create: 'Bestellung anlegen',
  createFor: 'Bestellung für {amount} anlegen',
  created: 'Die Bestellung {number} ist angelegt. Die Tickets sind unterwegs.',
  createdWithoutMail:
    'Die Bestellung {number} ist angelegt. Es wird nichts gemailt: Öffnen und drucken Sie ihre Tickets.',
} satisfies Translation<typeof en>;
