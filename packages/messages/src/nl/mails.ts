import type en from '../en/mails.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  links: { website: 'Website', imprint: 'Colofon', terms: 'Voorwaarden', privacy: 'Privacy' },
  hello: 'Beste {name},',
  reason: 'U ontvangt deze e-mail vanwege bestelling {orderNumber} bij {organizer}, geplaatst voor {email}.',
  viewOrder: 'Bestelling bekijken',
  yourOrder: 'Uw bestelling',
  event: 'Evenement',
  when: 'Wanneer',
  where: 'Waar',
  order: 'Bestelling',

  code: {
    subject: '{code} is uw code',
    title: 'Uw verificatiecode',
    summary:
      'Vul deze code in om uw e-mailadres te bevestigen. De code verloopt over {minutes, plural, one {# minuut} other {# minuten}}.',
    cart: 'Pagina gesloten? Met deze link gaat u verder, op elk apparaat.',
    continue: 'Verdergaan met bestellen',
    secret: 'Deel deze code met niemand. We vragen er nooit om.',
    notRequested: 'Als u geen code hebt aangevraagd, kunt u deze e-mail negeren.',
    reason: 'U ontvangt deze e-mail omdat er een code is aangevraagd voor {email}.',
  },

  sums: {
    heading: 'Overzicht',
    quantity: 'Aantal {quantity, number}, {unitPrice} per stuk',
    discount: 'Korting',
    fees: 'Kosten',
    tax: 'Belasting',
    total: 'Totaal',
    taxIncluded: 'Het totaal is inclusief {tax} belasting.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Uw bestelling voor {event}} one {Uw ticket voor {event}} other {Uw tickets voor {event}}}',
    summary:
      '{tickets, plural, =0 {Hartelijk dank, uw bestelling is bevestigd.} one {Hartelijk dank, uw bestelling is bevestigd. Toon de QR-code van uw ticket bij de ingang, op uw telefoon of afgedrukt.} other {Hartelijk dank, uw bestelling is bevestigd. Toon de QR-code van elk ticket bij de ingang, op uw telefoon of afgedrukt.}}',
    further:
      '{tickets, plural, one {Bij uw bestelling hoort nog # ticket. Open de bestelling met de knop hierboven om de QR-code te zien.} other {Bij uw bestelling horen nog # tickets. Open de bestelling met de knop hierboven om de QR-codes te zien.}}',
    position: '{tickets, plural, one {Uw ticket} other {Ticket {number, number} van #}}',
    qrCode: '{tickets, plural, one {QR-code van uw ticket} other {QR-code van ticket {number, number} van #}}',
    holder: 'Op naam van',
    bib: 'Startnummer',
    category: 'Categorie',
    status: 'Status',
    used: 'Al gebruikt',
    from: 'Van',
    to: 'Tot',
    date: 'Datum',
    time: 'Tijd',
    addons: 'Extra’s',
    units: '{units, plural, one {# eenheid} other {# eenheden}} in te wisselen',
    unitsLeft: 'nog {left, number} van {units, plural, one {# eenheid} other {# eenheden}} in te wisselen',
  },

  awaitingPayment: {
    subject: 'Rond uw betaling voor {event} af',
    title: 'Te betalen: {amount}',
    summary: 'Uw bestelling voor {event} is gereserveerd, maar nog niet betaald. Betaal het bedrag aan {organizer}.',
    summaryUntil:
      'Uw bestelling voor {event} is gereserveerd, maar nog niet betaald. Betaal het bedrag aan {organizer} vóór {deadline}.',
    heading: 'Zo betaalt u',
    amount: 'Bedrag',
    accountHolder: 'Rekeninghouder',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Betalingskenmerk',
    payBy: 'Betalen vóór',
    enterReference:
      'Neem het betalingskenmerk precies zo over, zodat we uw betaling aan uw bestelling kunnen koppelen.',
    instructionsFollow: '{organizer} laat u weten hoe u betaalt. Vermeld het betalingskenmerk bij uw betaling.',
    qrCode: 'QR-code voor de overschrijving',
    scan: 'Bankapps kunnen deze QR-code (payment.png) scannen om de overschrijving in te vullen.',
    ticketsFollow: 'We sturen uw tickets per e-mail zodra {organizer} uw betaling heeft bevestigd.',
    expires: 'Als de betaling niet op tijd wordt bevestigd, verloopt de bestelling en worden de tickets weer verkocht.',
  },

  cancelled: {
    subject: 'Uw bestelling voor {event} is geannuleerd',
    title: 'Uw bestelling is geannuleerd',
    summary: '{organizer} heeft uw bestelling voor {event} geannuleerd. U hoeft niets te betalen.',
    contact: 'Als u al hebt betaald of dit niet had verwacht, neem dan contact op met {organizer}.',
  },

  refunded: {
    subject: 'Uw terugbetaling voor {event}',
    title: 'Uw terugbetaling van {amount}',
    subjectFree: 'Uw bestelling voor {event} is gewijzigd',
    titleFree: 'Uw bestelling is gewijzigd',
    summaryFree: '{organizer} heeft een deel van uw bestelling voor {event} geannuleerd.',
    byProvider:
      '{organizer} betaalt u {amount} van uw bestelling voor {event} terug. Het geld gaat terug naar de betaalmethode die u hebt gebruikt. Dat kan tot 10 werkdagen duren.',
    byOrganizer:
      '{organizer} betaalt u {amount} van uw bestelling voor {event} terug. U ontvangt het geld rechtstreeks van {organizer}.',
    byBoth:
      '{organizer} betaalt u {amount} van uw bestelling voor {event} terug. {byProvider} gaat terug naar de betaalmethode die u hebt gebruikt. Dat kan tot 10 werkdagen duren. U ontvangt {byOrganizer} rechtstreeks van {organizer}.',
    note: 'Reden: {note}',
    allValid: 'Alles van uw bestelling wat geldig was, blijft geldig.',
    nothingValid: 'Uw hele bestelling is terugbetaald. De tickets en hun QR-codes zijn niet meer geldig.',
    itemsInvalid: 'Wat is terugbetaald, kan niet meer worden gebruikt. De rest van uw bestelling blijft geldig.',
    ticketsInvalid:
      '{tickets, plural, one {Dit ticket en de bijbehorende QR-code zijn niet meer geldig:} other {Deze tickets en hun QR-codes zijn niet meer geldig:}}',
    furtherTickets: 'en nog {tickets, number}',
    restValid: 'De rest van uw bestelling blijft geldig.',
    bib: 'Startnummer {bib}',
    heading: 'Uw terugbetaling',
    orderTotal: 'Totaal van de bestelling',
    thisRefund: 'Deze terugbetaling',
    earlierRefunds: 'Eerdere terugbetalingen',
    totalAfter: 'Totaal na terugbetalingen',
  },

  paymentReturned: {
    subject: 'Uw betaling voor {event} wordt terugbetaald',
    title: 'Uw betaling van {amount} wordt terugbetaald',
    summary: 'We konden uw betaling van {amount} voor {event} niet accepteren en betalen het bedrag volledig terug.',
    explanation:
      'Dit gebeurt als een betaling binnenkomt nadat de bestelling is verlopen en de tickets zijn uitverkocht, als de bestelling al is betaald of als het bedrag niet klopt. U hoeft niets te doen: het geld gaat terug naar de betaalmethode die u hebt gebruikt. Het kan tot 10 werkdagen duren voordat het er is.',
  },
} satisfies PartialTranslation<typeof en>;
