import type en from '../../en/dashboard/privacy.ts';
import type { Translation } from '../../texts.ts';

export default {
  title: 'Datenschutz',
  description: 'Wie lange personenbezogene Daten bleiben, was über eine Person bekannt ist, und dessen Löschung.',
  retention: 'Aufbewahrung',
  retentionText:
    'Namen, Adressen, Telefonnummern und Antworten von Käufern und Ticketinhabern werden einige Zeit nach jeder Veranstaltung gelöscht, auch nach vergangenen. Bestellnummern, Beträge, Zahlungen, Erstattungen und Abrechnungen bleiben, weil das Handels- und Steuerrecht es verlangt.',
  days: 'Tage nach der Veranstaltung',
  daysHint: 'Leer: sie bleiben',
  preview: 'Zählen, was jetzt gelöscht würde',
  previewNone: 'Keine Veranstaltung mit personenbezogenen Daten ist so lange vorbei.',
  previewCount:
    '{orders, plural, one {# Bestellung} other {# Bestellungen}} mit {tickets, plural, one {# Ticket} other {# Tickets}} von {events, plural, one {# Veranstaltung} other {# Veranstaltungen}}',
  event: 'Veranstaltung',
  orders: 'Bestellungen',
  ended: 'Ende',
  person: 'Eine Person',
  personText:
    'Alles, was über eine E-Mail-Adresse bekannt ist, wie es die Person verlangen kann, und dessen Löschung. Das Protokoll vermerkt die Abfrage, ohne die Adresse.',
  email: 'E-Mail-Adresse',
  find: 'Suchen',
  found:
    '{orders, plural, =0 {Keine Bestellung hat diese Adresse.} one {# Bestellung hat diese Adresse.} other {# Bestellungen haben diese Adresse.}}',
  member: 'Ein Mitglied des Veranstalters hat diese Adresse. Mitglieder werden auf der Seite „Mitglieder“ entfernt.',
  invited: 'Mit dieser Adresse wurde jemand eingeladen. Die Einladung wird 30 Tage nach ihrem Ablauf gelöscht.',
  downloadJson: 'Als JSON herunterladen',
  downloadPage: 'Als Seite herunterladen',
  erase: 'Löschen',
  eraseTitle: 'Daten dieser Person löschen?',
  eraseText:
    'Name, Adresse, Telefonnummer, Namen der Ticketinhaber und Antworten aller Bestellungen mit dieser Adresse werden gelöscht, auch im Testmodus. Das lässt sich nicht rückgängig machen. Tickets behalten ihre QR-Codes. Links in früheren Mails funktionieren nicht mehr.',
  erased:
    '{orders, plural, =0 {Es gab nichts zu löschen.} one {Die Daten von # Bestellung wurden gelöscht.} other {Die Daten von # Bestellungen wurden gelöscht.}}',
  kept: 'Noch nicht gelöscht',
  keptReason: {
    pending: 'Die Bestellung kann noch bezahlt werden. Stornieren Sie sie, oder wiederholen Sie dies später.',
    payment_open: 'Eine Zahlung ist noch nicht geschlossen. Wiederholen Sie dies später.',
  },
  stays: 'Was bleibt, und warum',
  staysItems: {
    accounts:
      'Bestellnummern, Beträge, Zahlungen, Erstattungen und Abrechnungen: das Handels- und Steuerrecht verlangt sie.',
    tickets: 'Startnummern, Klassen, QR-Codes und Scans, ohne Namen: sie gehören zur Veranstaltung.',
    external: 'Externe Kennungen und Metadaten Ihrer eigenen Systeme: ändern Sie sie dort und über die API.',
    audit: 'Das Protokoll: wer was getan hat. Es enthält keine Daten von Käufern.',
    receivers: 'Kopien in Ihren anderen Systemen: sie bekommen das Webhook-Ereignis order.anonymized.',
    outside: 'Daten beim Zahlungsanbieter und in Postfächern, und Sicherungen, bis sie gelöscht werden.',
  },
} satisfies Translation<typeof en>;
