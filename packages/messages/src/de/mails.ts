import type en from '../en/mails.ts';
import type { Translation } from '../texts.ts';

export default {
  links: { website: 'Website', imprint: 'Impressum', terms: 'AGB', privacy: 'Datenschutz' },
  hello: 'Guten Tag {name},',
  reason: 'Sie erhalten diese E-Mail wegen der Bestellung {orderNumber} bei {organizer}, aufgegeben für {email}.',
  viewOrder: 'Bestellung ansehen',
  yourOrder: 'Ihre Bestellung',
  event: 'Veranstaltung',
  when: 'Wann',
  where: 'Wo',
  order: 'Bestellung',

  code: {
    subject: '{code} ist Ihr Code',
    title: 'Ihr Bestätigungscode',
    summary:
      'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse zu bestätigen. Er gilt {minutes, plural, one {# Minute} other {# Minuten}}.',
    cart: 'Wenn Sie die Seite geschlossen haben: Dieser Link öffnet sie wieder, auf jedem Gerät.',
    continue: 'Bestellung fortsetzen',
    secret: 'Geben Sie diesen Code nicht weiter. Wir fragen Sie nie danach.',
    notRequested: 'Wenn Sie keinen Code angefordert haben, können Sie diese E-Mail ignorieren.',
    reason: 'Sie erhalten diese E-Mail, weil ein Code für {email} angefordert wurde.',
  },

  sums: {
    heading: 'Übersicht',
    quantity: 'Anzahl {quantity, number}, je {unitPrice}',
    discount: 'Rabatt',
    fees: 'Gebühren',
    tax: 'Steuer',
    total: 'Summe',
    taxIncluded: 'In der Summe sind {tax} Steuer enthalten.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Ihre Bestellung für {event}} one {Ihr Ticket für {event}} other {Ihre Tickets für {event}}}',
    summary:
      '{tickets, plural, =0 {Vielen Dank, Ihre Bestellung ist bestätigt.} one {Vielen Dank, Ihre Bestellung ist bestätigt. Zeigen Sie am Einlass den QR-Code Ihres Tickets, auf dem Telefon oder ausgedruckt.} other {Vielen Dank, Ihre Bestellung ist bestätigt. Zeigen Sie am Einlass den QR-Code jedes Tickets, auf dem Telefon oder ausgedruckt.}}',
    further:
      '{tickets, plural, one {Zu Ihrer Bestellung gehört noch # Ticket. Seinen QR-Code sehen Sie, wenn Sie oben die Bestellung öffnen.} other {Zu Ihrer Bestellung gehören noch # Tickets. Ihre QR-Codes sehen Sie, wenn Sie oben die Bestellung öffnen.}}',
    position: '{tickets, plural, one {Ihr Ticket} other {Ticket {number, number} von #}}',
    qrCode: '{tickets, plural, one {QR-Code Ihres Tickets} other {QR-Code von Ticket {number, number} von #}}',
    holder: 'Inhaber/in',
    bib: 'Startnummer',
    category: 'Kategorie',
    status: 'Status',
    used: 'Schon benutzt',
    from: 'Von',
    to: 'Bis',
    date: 'Datum',
    time: 'Uhrzeit',
    addons: 'Extras',
    units: '{units, plural, one {# Einheit} other {# Einheiten}} einzulösen',
    unitsLeft: 'noch {left, number} von {units, plural, one {# Einheit} other {# Einheiten}} einzulösen',
  },

  awaitingPayment: {
    subject: 'Bitte bezahlen Sie Ihre Bestellung für {event}',
    title: 'Bitte zahlen Sie {amount}',
    summary: 'Ihre Bestellung für {event} ist reserviert, aber noch nicht bezahlt. Bitte zahlen Sie an {organizer}.',
    summaryUntil:
      'Ihre Bestellung für {event} ist reserviert, aber noch nicht bezahlt. Bitte zahlen Sie bis {deadline} an {organizer}.',
    heading: 'So bezahlen Sie',
    amount: 'Betrag',
    accountHolder: 'Kontoinhaber',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Verwendungszweck',
    payBy: 'Zahlbar bis',
    enterReference:
      'Geben Sie den Verwendungszweck genau so an, damit wir Ihre Zahlung der Bestellung zuordnen können.',
    instructionsFollow: '{organizer} teilt Ihnen mit, wie Sie bezahlen. Bitte geben Sie dabei den Verwendungszweck an.',
    qrCode: 'QR-Code für die Überweisung',
    scan: 'Banking-Apps können diesen QR-Code (payment.png) scannen und füllen damit die Überweisung aus.',
    ticketsFollow: 'Wir senden Ihnen Ihre Tickets, sobald {organizer} Ihre Zahlung bestätigt hat.',
    expires:
      'Wird die Zahlung nicht rechtzeitig bestätigt, verfällt die Bestellung, und ihre Tickets werden wieder verkauft.',
  },

  cancelled: {
    subject: 'Ihre Bestellung für {event} wurde storniert',
    title: 'Ihre Bestellung wurde storniert',
    summary: '{organizer} hat Ihre Bestellung für {event} storniert. Sie müssen nichts bezahlen.',
    contact: 'Wenn Sie schon bezahlt haben oder das nicht erwartet haben, wenden Sie sich bitte an {organizer}.',
  },

  refunded: {
    subject: 'Ihre Erstattung für {event}',
    title: 'Ihre Erstattung von {amount}',
    subjectFree: 'Ihre Bestellung für {event} wurde geändert',
    titleFree: 'Ihre Bestellung wurde geändert',
    summaryFree: '{organizer} hat Teile Ihrer Bestellung für {event} storniert.',
    byProvider:
      '{organizer} erstattet Ihnen {amount} Ihrer Bestellung für {event}. Das Geld kommt über die Zahlungsart zurück, mit der Sie bezahlt haben. Das kann bis zu 10 Werktage dauern.',
    byOrganizer:
      '{organizer} erstattet Ihnen {amount} Ihrer Bestellung für {event}. Das Geld erhalten Sie direkt von {organizer}.',
    byBoth:
      '{organizer} erstattet Ihnen {amount} Ihrer Bestellung für {event}. {byProvider} kommen über die Zahlungsart zurück, mit der Sie bezahlt haben. Das kann bis zu 10 Werktage dauern. {byOrganizer} erhalten Sie direkt von {organizer}.',
    note: 'Grund: {note}',
    allValid: 'Alles, was von Ihrer Bestellung bisher gültig war, bleibt gültig.',
    nothingValid: 'Ihre ganze Bestellung wurde erstattet. Ihre Tickets und deren QR-Codes sind nicht mehr gültig.',
    itemsInvalid: 'Was erstattet wurde, kann nicht mehr benutzt werden. Der Rest Ihrer Bestellung bleibt gültig.',
    ticketsInvalid:
      '{tickets, plural, one {Dieses Ticket und sein QR-Code sind nicht mehr gültig:} other {Diese Tickets und ihre QR-Codes sind nicht mehr gültig:}}',
    furtherTickets: 'und {tickets, number} weitere',
    restValid: 'Der Rest Ihrer Bestellung bleibt gültig.',
    bib: 'Startnummer {bib}',
    heading: 'Ihre Erstattung',
    orderTotal: 'Summe der Bestellung',
    thisRefund: 'Diese Erstattung',
    earlierRefunds: 'Frühere Erstattungen',
    totalAfter: 'Summe nach Erstattungen',
  },

  paymentReturned: {
    subject: 'Ihre Zahlung für {event} wird erstattet',
    title: 'Ihre Zahlung von {amount} wird erstattet',
    summary: 'Wir konnten Ihre Zahlung von {amount} für {event} nicht annehmen und erstatten sie vollständig.',
    explanation:
      'Das geschieht, wenn eine Zahlung erst eingeht, nachdem die Bestellung verfallen ist und ihre Tickets ausverkauft sind, wenn die Bestellung schon bezahlt ist oder wenn der Betrag nicht stimmt. Sie müssen nichts tun: Das Geld kommt über die Zahlungsart zurück, mit der Sie bezahlt haben. Das kann bis zu 10 Werktage dauern.',
  },
} satisfies Translation<typeof en>;
