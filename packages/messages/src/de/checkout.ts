import type en from '../en/checkout.ts';
import type { Translation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Einen Moment …',
  pleaseWait: 'Bitte warten …',
  tryAgain: 'Noch einmal versuchen',
  progress: 'Fortschritt',
  steps: { tickets: 'Tickets', details: 'Angaben', pay: 'Bezahlen', done: 'Fertig' },
  stepDone: ', erledigt',
  total: 'Summe',
  free: 'Kostenlos',
  continue: 'Weiter',
  change: 'Ändern',
  optional: '(freiwillig)',
  email: 'E-Mail',
  yourOrder: 'Ihre Bestellung',
  order: 'Bestellung {number}',
  chooseTickets: 'Tickets wählen',
  or: 'oder',

  failures: {
    fieldErrors: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      too_long: 'Bitte geben Sie höchstens {lengthMax, plural, one {# Zeichen} other {# Zeichen}} ein.',
      invalid_character: 'Dieser Text enthält ein Zeichen, das nicht erlaubt ist.',
      wrong_type: '{type, select, number {Bitte geben Sie eine Zahl ein.} other {Dieser Wert ist nicht gültig.}}',
      wrong_format: 'Diese Eingabe hat nicht das richtige Format.',
      too_short: 'Bitte geben Sie mindestens {lengthMin, plural, one {# Zeichen} other {# Zeichen}} ein.',
      below_minimum: 'Bitte geben Sie mindestens {minimum, number} ein.',
      above_maximum: 'Bitte geben Sie höchstens {maximum, number} ein.',
      too_few_items: 'Bitte wählen Sie mindestens {itemsMin, number}.',
      too_many_items: 'Bitte wählen Sie höchstens {itemsMax, number}.',
      not_a_date: 'Bitte geben Sie ein vollständiges Datum ein: Tag, Monat und Jahr.',
      date_too_early: 'Das früheste Datum ist {date}.',
      date_too_late: 'Das späteste Datum ist {date}.',
      not_a_phone_number: 'Bitte geben Sie eine Telefonnummer mit Ländervorwahl ein, wie +43 660 1234567.',
      not_an_email: 'Bitte geben Sie eine E-Mail-Adresse ein, wie name@example.com.',
      not_deliverable: 'Geben Sie eine E-Mail-Adresse ein, die E-Mails empfangen kann, wie name@example.com.',
      too_many_tickets: 'Eine Bestellung kann höchstens {quantityMax, plural, one {# Ticket} other {# Tickets}} haben.',
      unknown_offer: 'Das wird nicht mehr verkauft.',
      below_order_minimum: 'Eine Bestellung muss mindestens {quantityMin, number} von {name} enthalten.',
      above_order_maximum: 'Eine Bestellung kann höchstens {quantityMax, number} von {name} enthalten.',
      above_holder_maximum: 'Eine Person kann höchstens {quantityMax, number} von {name} haben.',
      no_longer_sold: '{name} wird nicht mehr verkauft.',
      sale_not_started: '{name} wird verkauft ab: {salesStartAt}.',
      sale_ended: '{name} wurde verkauft bis: {salesEndAt}.',
      sold_out: '{name} ist ausverkauft.',
      not_enough_left: 'Von {name} {available, plural, one {ist nur noch # übrig} other {sind nur noch # übrig}}.',
      too_young:
        '{name} ist für Personen, die am {onDate} mindestens {age, plural, one {# Jahr} other {# Jahre}} alt sind.',
      too_old:
        '{name} ist für Personen, die am {onDate} höchstens {age, plural, one {# Jahr} other {# Jahre}} alt sind.',
    },
    invalidField: 'Dieser Wert ist nicht gültig.',
    invalidFields: 'Bitte korrigieren Sie, was unten markiert ist.',
    problems: {
      order_too_expensive: 'Eine Bestellung kann höchstens {amount} kosten. Bitte verringern Sie die Anzahl.',
      network_holds_too_much:
        'Ohne Bezahlung {unitsMax, plural, one {kann höchstens # Ticket oder Extra} other {können höchstens # Tickets und Extras}} gleichzeitig reserviert sein. Bezahlen oder stornieren Sie eine andere Reservierung, oder warten Sie, bis sie abläuft.',
      ipv6_network_holds_too_much:
        'Ohne Bezahlung {unitsMax, plural, one {kann höchstens # Ticket oder Extra} other {können höchstens # Tickets und Extras}} gleichzeitig reserviert sein. Bezahlen oder stornieren Sie eine andere Reservierung, oder warten Sie, bis sie abläuft.',
      email_holds_too_much:
        'Ohne Bezahlung {unitsMax, plural, one {kann höchstens # Ticket oder Extra} other {können höchstens # Tickets und Extras}} gleichzeitig reserviert sein. Bezahlen oder stornieren Sie eine andere Reservierung, oder warten Sie, bis sie abläuft.',
      unverified_email_holds_too_much:
        'Ohne Bezahlung {unitsMax, plural, one {kann höchstens # Ticket oder Extra} other {können höchstens # Tickets und Extras}} gleichzeitig reserviert sein. Bezahlen oder stornieren Sie eine andere Reservierung, oder warten Sie, bis sie abläuft.',
      order_holds_too_much:
        'Eine unbezahlte Bestellung kann höchstens {unitsMax, plural, one {# Ticket oder Extra} other {# Tickets und Extras}} haben. Bitte verringern Sie die Anzahl, oder fragen Sie den Veranstalter.',
      manual_orders_hold_too_much:
        'Zu viele Bestellungen aus Ihrem Netz warten auf eine Überweisung. Bitte wählen Sie eine andere Zahlungsart, oder fragen Sie den Veranstalter.',
      published_event_not_found: 'Für diese Veranstaltung werden keine Tickets mehr verkauft.',
      answers_closed:
        'Die Angaben zu dieser Bestellung können hier nicht mehr geändert werden. Bitte fragen Sie den Veranstalter.',
      order_not_found: 'Für Sie gibt es keine Bestellung {orderNumber}.',
      reservation_not_found:
        'Der Link zur Bestellung {orderNumber} gilt nicht mehr. Öffnen Sie den Link in der neuesten E-Mail dazu, oder bestellen Sie neu.',
      order_not_payable:
        '{status, select, expired {Die Bestellung {orderNumber} ist abgelaufen.} other {Die Bestellung {orderNumber} kann nicht mehr bezahlt werden.}}',
      sale_closed: 'Für diese Veranstaltung werden keine Tickets mehr verkauft. Es wurde nichts abgebucht.',
      payment_rejected:
        'Die Zahlung konnte nicht begonnen werden. Es wurde nichts abgebucht. Bitte wählen Sie eine andere Zahlungsart.',
      no_payment_method:
        'Der Veranstalter hat keine Zahlungsart eingerichtet. Bitte fragen Sie ihn, wie Sie bezahlen können.',
      token_of_other_email: 'Diese Bestellung wurde mit einer anderen E-Mail-Adresse angelegt.',
      wrong_code:
        'Der Code ist falsch, schon benutzt oder abgelaufen. Prüfen Sie ihn, oder fordern Sie einen neuen an.',
      request_limit_reached:
        'Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in {retryAfterSeconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
      code_request_limit_reached:
        'Sie haben zu viele Codes für diese E-Mail-Adresse angefordert. Bitte versuchen Sie es in einer Stunde noch einmal.',
      email_code_limit_reached:
        'An diese E-Mail-Adresse wurden zu viele Codes gesendet. Bitte versuchen Sie es in einer Stunde noch einmal.',
      server_overloaded: 'Zurzeit kaufen zu viele Menschen Tickets. Bitte versuchen Sie es gleich noch einmal.',
      offers_changing: 'Zurzeit kaufen zu viele Menschen Tickets. Bitte versuchen Sie es gleich noch einmal.',
      payment_provider_unavailable:
        'Der Zahlungsdienst ist zurzeit nicht verfügbar. Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.',
    },
    problem: 'Der Server hat einen Fehler gemeldet ({status}). Bitte versuchen Sie es noch einmal.',
    unavailable: 'Der Server ist zurzeit nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
    timeout:
      'Der Server hat nach {seconds, plural, one {# Sekunde} other {# Sekunden}} nicht geantwortet. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    unreachable: 'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    onPage: 'Auf dieser Seite ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal.',
  },

  offers: {
    heading: 'Wählen Sie Ihre Tickets',
    closedHeading: 'Tickets',
    otherTickets: 'Weitere Tickets',
    extras: 'Extras',
    saleClosed: {
      not_started: 'Der Verkauf beginnt: {time}.',
      sold_out: 'Diese Veranstaltung ist ausverkauft. Zurückgegebene Tickets werden hier wieder verkauft.',
      ended: 'Der Verkauf für diese Veranstaltung ist beendet.',
      no_tickets: 'Für diese Veranstaltung gibt es noch keine Tickets.',
    },
    closed: { on_sale: '', sold_out: 'Ausverkauft', not_started: 'Noch nicht im Verkauf', ended: 'Verkauf beendet' },
    onSaleFrom: 'Im Verkauf ab {time}',
    onSaleUntil: 'Im Verkauf bis {time}',
    ages: {
      from: 'Mindestalter {minimum, number}',
      to: 'Höchstalter {maximum, number}',
      between: 'Alter {minimum, number}–{maximum, number}',
    },
    starts: 'Start {time}',
    atLeast: 'Mindestens {quantity, number} je Bestellung',
    placesLeft: '{quantity, plural, one {Noch # Platz} other {Noch # Plätze}}',
    atMost: 'Höchstens {quantity, number} je Bestellung.',
    reducedTo: 'Höchstens {max, number} je Bestellung. {quantity, number} wurde in {max, number} geändert.',
    forPersons: 'Wählen Sie im nächsten Schritt für jede Person: {names}.',
    usesEach: '{uses, plural, one {je # Nutzung} other {je # Nutzungen}}',
    quantity: 'Anzahl: {name}',
    oneLess: 'Eins weniger: {name}',
    oneMore: 'Eins mehr: {name}',
    shortage:
      '{available, plural, =0 {Ausverkauft. Sie haben {quantity, number} gewählt.} other {Nur noch # übrig. Sie haben {quantity, number} gewählt.}}',
    take: '{quantity, number} nehmen',
    remove: 'Entfernen',
    soldOut: '{count, plural, one {{names} ist ausverkauft.} other {{names} sind ausverkauft.}}',
    restUnchanged: 'Der Rest Ihrer Auswahl ist unverändert.',
    removedLines:
      '{lines, plural, one {# Zeile Ihrer Auswahl wird nicht mehr verkauft.} other {# Zeilen Ihrer Auswahl werden nicht mehr verkauft.}}',
    nothingChosen: 'Noch nichts gewählt.',
    chooseSomething: 'Wählen Sie mindestens ein Ticket.',
    ticketCount: '{tickets, plural, one {# Ticket} other {# Tickets}}',
    beforeFees: 'zuzüglich Gebühren',
    feesIncluded: 'Einschließlich aller Gebühren und Steuern.',
    noFees: 'Es kommen keine Gebühren hinzu.',
    calculating: 'Die Summe wird berechnet …',
    calculateAgain: 'Summe noch einmal berechnen',
    unpayable:
      'Diese Tickets können hier zurzeit nicht bezahlt werden: Der Veranstalter hat keine Zahlungsart eingerichtet.',
    askOrganizer: 'Bitte fragen Sie den Veranstalter.',
    contactOrganizer: 'Bitte wenden Sie sich an den Veranstalter:',
  },

  receipt: { discount: 'Rabatt', fees: 'Gebühren', tax: 'Steuer', taxIncluded: 'Enthaltene Steuer' },

  details: {
    heading: 'Ihre Angaben',
    emailHint: 'An diese Adresse senden wir Ihre Tickets. Vorher senden wir einen Code, damit sie sicher ankommen.',
    name: 'Name',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phone: 'Telefon',
    enterEmail: 'Geben Sie eine E-Mail-Adresse ein, wie name@example.com.',
    enterName: 'Geben Sie Ihren Namen ein.',
    holders: 'Namen auf den Tickets',
    holderOf: '{ticketType}, Ticket {number, number}',
    changeTickets: 'Tickets ändern',
    you: 'Sie als Käufer/in',
    person: '{persons, plural, one {Ticketinhaber/in} other {Person {number, number} von #}}',
    copyFirst: 'Von Person 1 übernehmen',
    copied: 'Von Person 1 übernommen. Einwilligungen, Geburtsdatum und Geschlecht werden nicht übernommen.',
    sameAs:
      'Name und Geburtsdatum sind dieselben wie bei Person {number, number}. Bitte prüfen Sie, ob jemand doppelt eingetragen ist.',
    errorOf: '{field}: {error}',
    draftKept: 'Ihre Eingaben waren noch in diesem Browser gespeichert (letzte Änderung: {time}).',
    draftDelete: 'Eingaben löschen',
    draftDeleted: 'Ihre Eingaben wurden aus diesem Browser gelöscht.',
  },

  answers: {
    ...answers,
    choose: 'Bitte wählen',
    clear: 'Antwort löschen',
    accept: 'Bitte stimmen Sie zu, um fortzufahren.',
    phoneHint: 'Mit Ländervorwahl, wie +43 660 1234567.',
    newTab: '(öffnet einen neuen Tab)',
    street: 'Straße und Hausnummer',
    postalCode: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    guardianName: 'Name der erziehungsberechtigten Person',
    heading: 'Ihre Angaben',
    correct: 'Korrigieren: {person}',
    correctUntil: 'Sie können sie bis {time} korrigieren.',
    save: 'Speichern',
    saved: 'Ihre Angaben sind gespeichert.',
    discard: 'Nicht speichern',
  },

  code: {
    label: '{digits, number}-stelliger Code',
    enter: 'Geben Sie die {digits, number} Ziffern aus der E-Mail an {email} ein.',
    enterNew: 'Bitte bestätigen Sie Ihre E-Mail-Adresse noch einmal mit dem neuen Code, den wir gesendet haben.',
    confirmed: '<b>{email}</b> ist bestätigt.',
    sending: 'Ein Code wird an <b>{email}</b> gesendet …',
    sent: 'Wir haben einen Code an {email} gesendet.',
    sentHint:
      'Wir haben ihn an <b>{email}</b> gesendet. Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder <resend>fordern Sie einen neuen Code an</resend>.',
    resending:
      'Wir haben ihn an <b>{email}</b> gesendet. Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder warten Sie: Ein neuer Code wird gesendet.',
    notSent: 'Der Code konnte nicht gesendet werden.',
    sendAgain: 'Code noch einmal senden',
  },

  pay: {
    heading: 'Bezahlen',
    freeHeading: 'Bestellung bestätigen',
    confirm: 'Bestellung bestätigen',
    place: 'Zahlungspflichtig bestellen',
    pay: '{total} bezahlen',
    how: 'Wie möchten Sie bezahlen?',
    methods: {
      stripe: {
        name: 'Karte oder Wallet',
        hint: 'Sie bezahlen auf der sicheren Seite von Stripe und kommen dann hierher zurück.',
      },
      manual: {
        name: 'Direkt an den Veranstalter',
        hint: 'Zum Beispiel mit einer Überweisung: Der nächste Schritt zeigt, wie. Sie erhalten Ihre Tickets, sobald der Veranstalter Ihre Zahlung bestätigt hat.',
      },
      test: { name: 'Testzahlung', hint: 'Es wird kein Geld abgebucht.' },
    },
    timeLeft: 'Für Sie reserviert: noch <b>{time}</b>',
    minutesLeft: 'Ihre Tickets sind noch {minutes, plural, one {# Minute} other {# Minuten}} reserviert.',
    cancel: 'Reservierung stornieren',
    cancelled: 'Ihre Reservierung ist storniert. Es wurde nichts abgebucht.',
    nothingPaid:
      'Es wurde nichts bezahlt. Ihre Tickets sind noch für die oben angezeigte Zeit reserviert: Sie können jetzt bezahlen.',
    expiredHeading: 'Ihre Reservierung ist abgelaufen',
    expired: 'Die Zeit zum Bezahlen ist vorbei, und die Tickets werden wieder verkauft.',
    expiredUncharged: 'Es wurde nichts abgebucht.',
    expiredMaybePaid:
      'Wenn Ihre Zahlung angenommen wurde, erhalten Sie Ihre Tickets oder Ihr Geld zurück; wir senden Ihnen in beiden Fällen eine E-Mail.',
    reserveAgain: 'Dasselbe noch einmal reservieren',
    reserving: 'Wird reserviert …',
  },

  transfer: {
    label: 'So bezahlen Sie',
    accountHolder: 'Kontoinhaber',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Betrag',
    reference: 'Verwendungszweck',
    payBy: 'Zahlbar bis',
    qrCode: 'QR-Code für eine Überweisung von {amount}',
    scan: 'Scannen Sie diesen Code mit Ihrer Banking-App.',
  },

  copy: { copy: 'Kopieren', copied: 'Kopiert', copyWhat: '{what} kopieren', wasCopied: 'Kopiert.' },

  placedOrder: {
    heading: '{tickets, plural, =0 {Ihre Bestellung} one {Ihr Ticket} other {Ihre Tickets}}',
    refundedHeading: 'Diese Bestellung wurde erstattet',
    refunded: 'Von dieser Bestellung wurden {amount} erstattet.',
    ticketsNotValid: 'Die Tickets sind nicht mehr gültig.',
    thanks:
      '{tickets, plural, =0 {Vielen Dank.} one {Vielen Dank. Zeigen Sie den QR-Code am Einlass, auf dem Telefon oder ausgedruckt.} other {Vielen Dank. Zeigen Sie den QR-Code jedes Tickets am Einlass, auf dem Telefon oder ausgedruckt.}}',
    sentTo: 'Wir senden alles auch an <b>{email}</b>.',
    addToCalendar: 'In den Kalender',
    print: 'Drucken',
    buyMore: 'Weitere Tickets kaufen',
    saved: 'Ihre Bestellung {number} ist gespeichert.',
    show: 'Bestellung anzeigen',
    confirmingHeading: 'Ihre Zahlung wird bestätigt',
    confirming: 'Sie haben bezahlt. Wir warten auf die Bestätigung; das dauert einige Sekunden.',
    awaitingConfirmation: 'Wir warten auf die Bestätigung Ihrer Zahlung.',
    notConfirmedHeading: 'Ihre Zahlung ist noch nicht bestätigt',
    notConfirmed: 'Ihre Zahlung ist noch nicht bestätigt.',
    confirmedLater:
      'Das kann einige Minuten dauern. Sie können diese Seite schließen: Ihre Tickets kommen per E-Mail an <b>{email}</b>, sobald die Zahlung eingegangen ist.',
    confirmedLaterByEmail:
      'Das kann einige Minuten dauern. Sie können diese Seite schließen: Ihre Tickets kommen per E-Mail zu Ihnen, sobald die Zahlung eingegangen ist.',
    check: 'Noch einmal prüfen',
    checking: 'Wird geprüft …',
    unchanged: 'Es hat sich noch nichts geändert. Sobald das geschieht, kommen Ihre Tickets per E-Mail.',
    transferHeading: 'Überweisen Sie {amount}, um Ihre Tickets zu erhalten',
    payHeading: 'Bezahlen Sie {amount}, um Ihre Tickets zu erhalten',
    placedHeading: 'Ihre Bestellung ist eingegangen',
    unpaidHeading: 'Diese Bestellung ist noch nicht bezahlt',
    reservedUntil: 'Ihre Tickets sind reserviert bis <b>{time}</b>.',
    sentWhenConfirmed: 'Wir senden sie an <b>{email}</b>, sobald der Veranstalter Ihre Zahlung bestätigt hat.',
    orderWithTotal: 'Bestellung <b>{number}</b>, {total}',
    questions: 'Fragen zur Bezahlung? Fragen Sie den Veranstalter:',
    expiredHeading: 'Diese Bestellung ist abgelaufen',
    expired:
      'Sie wurde nicht rechtzeitig bezahlt, und ihre Tickets werden wieder verkauft. Wenn Sie später bezahlt haben, erhalten Sie Ihre Tickets oder Ihr Geld zurück.',
    cancelledHeading: 'Diese Bestellung wurde storniert',
    cancelled: 'Ihre Tickets sind nicht gültig.',
    wasRefunded: '{amount} wurden erstattet.',
  },

  ticket: {
    name: '{tickets, plural, one {Ticket} other {Ticket {number, number} von #}}',
    qrCode:
      '{tickets, plural, one {QR-Code des Tickets, {ticketType}} other {QR-Code von Ticket {number, number} von #, {ticketType}}}',
    drawQrCode: 'QR-Code anzeigen',
    status: { valid: '', used: 'Benutzt', void: 'Ungültig' },
    holder: 'Inhaber/in',
    bib: 'Startnummer',
    category: 'Kategorie',
    code: 'Code des Tickets',
    uses: '{uses, plural, one {insgesamt # Nutzung} other {insgesamt # Nutzungen}}',
    usesLeft: 'noch {left, number} von {uses, plural, one {# Nutzung} other {# Nutzungen}}',
  },

  lookup: {
    heading: 'Bestellung {number} öffnen',
    emailHint: 'Die E-Mail-Adresse Ihrer Bestellung. Wir senden einen Code dorthin, damit nur Sie Ihre Tickets sehen.',
    open: 'Bestellung öffnen',
    enterEmail: 'Geben Sie die E-Mail-Adresse Ihrer Bestellung ein.',
    enterConfirmedEmail: 'Geben Sie die E-Mail-Adresse ein, an die die Bestätigung gesendet wurde.',
    notFound: 'Es gibt keine Bestellung {number} für {email}.',
    findHeading: 'Ihre Tickets finden',
    find: 'Meine Tickets finden',
    noOrders: 'Für {email} gibt es hier keine Bestellung. Vielleicht haben Sie eine andere E-Mail-Adresse benutzt.',
    ordersHeading: 'Ihre Bestellungen',
    status: {
      pending: 'noch nicht bezahlt',
      paid: '',
      partially_refunded: '',
      refunded: 'erstattet',
      cancelled: 'storniert',
      expired: 'abgelaufen',
    },
    linkInvalid:
      'Dieser Link gilt nicht mehr. Öffnen Sie den Link in der neuesten E-Mail, oder geben Sie die E-Mail-Adresse Ihrer Bestellung ein.',
  },

  preview: {
    prices: 'In einer Vorschau werden Gebühren und Steuern nicht berechnet.',
    notForSale:
      'Dies ist eine Vorschau: Es kann nichts gekauft werden. Auf der veröffentlichten Seite geben Käufer als Nächstes ihre Daten ein.',
  },
} satisfies Translation<typeof en>;
