import type en from '../../en/dashboard/privacy.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Datenschutz',
  description:
    'Wie lange personenbezogene Daten aufbewahrt werden, was zu einer Person gespeichert ist und wie es gelöscht wird.',
  retention: 'Aufbewahrung',
  retentionText:
    'Namen, Adressen, Telefonnummern und Antworten von Käufern und Ticketinhabern werden eine bestimmte Zahl von Tagen nach jeder Veranstaltung gelöscht, auch bei vergangenen Veranstaltungen. Bestellnummern, Beträge, Zahlungen, Erstattungen und Abrechnungen bleiben, weil das Handels- und Steuerrecht es verlangt.',
  days: 'Tage nach der Veranstaltung',
  daysHint: 'Leer: Es wird nichts gelöscht',
  preview: 'Zählen, was jetzt gelöscht würde',
  previewNone: 'Keine Veranstaltung mit personenbezogenen Daten ist so lange vorbei.',
  previewCount:
    '{orders, plural, one {# Bestellung} other {# Bestellungen}} mit {tickets, plural, one {# Ticket} other {# Tickets}} von {events, plural, one {# Veranstaltung} other {# Veranstaltungen}}',
  removeTitle: 'Personenbezogene Daten löschen?',
  removeText:
    'Namen, Adressen, Telefonnummern und Antworten von {what} werden nach dem Speichern gelöscht. Das lässt sich nicht rückgängig machen.',
  saveAndRemove: 'Speichern und löschen',
  previewAnswers: 'Antworten, die schon früher gelöscht werden',
  question: 'Frage',
  answers: 'Antworten',
  event: 'Veranstaltung',
  orders: 'Bestellungen',
  ended: 'Ende',
  person: 'Eine Person',
  personText:
    'Alles, was zu einer E-Mail-Adresse gespeichert ist: als Auskunft für die Person oder zum Löschen. Das Protokoll vermerkt die Abfrage ohne die Adresse.',
  email: 'E-Mail-Adresse',
  find: 'Suchen',
  found:
    '{orders, plural, =0 {Keine Bestellung hat diese Adresse.} one {# Bestellung hat diese Adresse.} other {# Bestellungen haben diese Adresse.}}',
  otherOrders:
    'In diesen Bestellungen anderer hat ein Ticketinhaber diese Adresse, oder jemand hat eine Frage mit ihr beantwortet. Dort werden nur die Daten dieser Person gelöscht.',
  notShown:
    '{orders, plural, one {# weitere Bestellung wird} other {# weitere Bestellungen werden}} nicht angezeigt. Der Befehl „organizer privacy show“ schreibt alle.',
  ordersLeft:
    '{orders, plural, one {# Bestellung ist} other {# Bestellungen sind}} noch übrig. Suchen Sie die Adresse noch einmal, und löschen Sie ihre Daten noch einmal.',
  member: 'Ein Mitglied des Veranstalters hat diese Adresse. Mitglieder werden auf der Seite „Mitglieder“ entfernt.',
  invited:
    'Mit dieser Adresse wurde jemand eingeladen. Die Einladung wird gelöscht, wenn sie seit 30 Tagen abgelaufen ist.',
  downloadJson: 'Als JSON herunterladen',
  downloadPage: 'Als Seite herunterladen',
  erase: 'Löschen',
  eraseTitle: 'Daten dieser Person löschen?',
  eraseText:
    'Name, Adresse, Telefonnummer, Namen der Ticketinhaber und Antworten aller Bestellungen mit dieser Adresse werden gelöscht, auch im Testmodus. In Bestellungen anderer werden Name und Antworten der Ticketinhaber mit dieser Adresse gelöscht. Das lässt sich nicht rückgängig machen. Tickets behalten ihre QR-Codes. Links in früheren Mails funktionieren nicht mehr.',
  erased:
    '{orders, plural, =0 {Es gab nichts zu löschen.} one {Die Daten von # Bestellung wurden gelöscht.} other {Die Daten von # Bestellungen wurden gelöscht.}}',
  erasedInOthers:
    'In diesen Bestellungen anderer wurden die Daten der Person gelöscht. Die Käufer und die anderen Ticketinhaber bleiben.',
  kept: 'Noch nicht gelöscht',
  keptReason: {
    pending: 'Die Bestellung kann noch bezahlt werden. Stornieren Sie sie, oder wiederholen Sie dies später.',
    payment_open: 'Eine Zahlung ist noch nicht abgeschlossen. Wiederholen Sie dies später.',
  },
  stays: 'Was bleibt, und warum',
  staysItems: {
    accounts:
      'Bestellnummern, Beträge, Zahlungen, Erstattungen und Abrechnungen: Das Handels- und Steuerrecht verlangt sie.',
    tickets: 'Startnummern, Kategorien, QR-Codes und Scans, ohne Namen: Sie gehören zur Veranstaltung.',
    external: 'Externe Kennungen und Metadaten Ihrer eigenen Systeme: Ändern Sie sie dort und über die API.',
    audit: 'Das Protokoll: wer was getan hat. Es enthält keine Daten von Käufern.',
    receivers:
      'Kopien in Ihren anderen Systemen: Sie bekommen das Webhook-Ereignis order.anonymized, oder ticket.updated zu einem Ticket in der Bestellung eines anderen.',
    outside: 'Daten beim Zahlungsanbieter und in Postfächern, und Sicherungen, bis sie gelöscht werden.',
  },
} satisfies Translation<typeof en>;
