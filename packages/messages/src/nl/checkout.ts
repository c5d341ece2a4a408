import type en from '../en/checkout.ts';
import type { PartialTranslation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Een ogenblik…',
  pleaseWait: 'Even geduld…',
  tryAgain: 'Opnieuw proberen',
  progress: 'Voortgang',
  steps: { tickets: 'Tickets', details: 'Gegevens', pay: 'Betalen', done: 'Klaar' },
  stepDone: ', afgerond',
  total: 'Totaal',
  free: 'Gratis',
  continue: 'Doorgaan',
  change: 'Wijzigen',
  optional: '(optioneel)',
  email: 'E-mailadres',
  yourOrder: 'Uw bestelling',
  order: 'Bestelling {number}',
  chooseTickets: 'Tickets kiezen',
  or: 'of',

  failures: {
    fieldErrors: {
      required: 'Vul dit veld in.',
      too_long: 'Vul maximaal {lengthMax, plural, one {# teken} other {# tekens}} in.',
      invalid_character: 'Deze tekst bevat een teken dat niet is toegestaan.',
      not_deliverable: 'Vul een e-mailadres in dat e-mail kan ontvangen, zoals naam@example.com.',
      too_many_tickets: 'Een bestelling kan maximaal {quantityMax, plural, one {# ticket} other {# tickets}} bevatten.',
      unknown_offer: 'Dit wordt niet meer verkocht.',
      below_order_minimum: 'Een bestelling moet minimaal {quantityMin, number} keer {name} bevatten.',
      above_order_maximum: 'Een bestelling kan maximaal {quantityMax, number} keer {name} bevatten.',
      above_holder_maximum: 'Eén persoon kan maximaal {quantityMax, number} keer {name} hebben.',
      no_longer_sold: '{name} wordt niet meer verkocht.',
      sale_not_started: '{name} is te koop vanaf {salesStartAt}.',
      sale_ended: '{name} was te koop tot {salesEndAt}.',
      sold_out: '{name} is uitverkocht.',
      not_enough_left: 'Van {name} {available, plural, one {is er nog maar # over} other {zijn er nog maar # over}}.',
      wrong_type: '{type, select, number {Vul een getal in.} other {Deze waarde is niet geldig.}}',
      wrong_format: 'Dit heeft niet de gevraagde indeling.',
      too_short: 'Vul minimaal {lengthMin, plural, one {# teken} other {# tekens}} in.',
      below_minimum: 'Vul minimaal {minimum, number} in.',
      above_maximum: 'Vul maximaal {maximum, number} in.',
      too_few_items: 'Kies er minimaal {itemsMin, number}.',
      too_many_items: 'Kies er maximaal {itemsMax, number}.',
      not_a_date: 'Vul een volledige datum in: dag, maand en jaar.',
      date_too_early: 'De vroegste datum is {date}.',
      date_too_late: 'De uiterste datum is {date}.',
      not_a_phone_number: 'Vul een telefoonnummer met landnummer in, zoals +31 6 12345678.',
      not_an_email: 'Vul een e-mailadres in, zoals naam@example.com.',
      too_young:
        '{name} is voor personen die op {onDate} minstens {age, plural, one {# jaar} other {# jaar}} oud zijn.',
      too_old: '{name} is voor personen die op {onDate} hoogstens {age, plural, one {# jaar} other {# jaar}} oud zijn.',
    },
    invalidField: 'Deze waarde is niet geldig.',
    invalidFields: 'Corrigeer wat hieronder is gemarkeerd.',
    problems: {
      order_too_expensive: 'Een bestelling mag maximaal {amount} kosten. Verlaag de aantallen.',
      network_holds_too_much:
        'Zonder betaling {unitsMax, plural, one {kan maximaal # ticket of extra} other {kunnen maximaal # tickets en extra’s}} tegelijk gereserveerd zijn. Betaal of annuleer een andere reservering, of wacht tot deze verloopt.',
      ipv6_network_holds_too_much:
        'Zonder betaling {unitsMax, plural, one {kan maximaal # ticket of extra} other {kunnen maximaal # tickets en extra’s}} tegelijk gereserveerd zijn. Betaal of annuleer een andere reservering, of wacht tot deze verloopt.',
      email_holds_too_much:
        'Zonder betaling {unitsMax, plural, one {kan maximaal # ticket of extra} other {kunnen maximaal # tickets en extra’s}} tegelijk gereserveerd zijn. Betaal of annuleer een andere reservering, of wacht tot deze verloopt.',
      unverified_email_holds_too_much:
        'Zonder betaling {unitsMax, plural, one {kan maximaal # ticket of extra} other {kunnen maximaal # tickets en extra’s}} tegelijk gereserveerd zijn. Betaal of annuleer een andere reservering, of wacht tot deze verloopt.',
      order_holds_too_much:
        'Een onbetaalde bestelling kan maximaal {unitsMax, plural, one {# ticket of extra} other {# tickets en extra’s}} bevatten. Verlaag de aantallen of neem contact op met de organisator.',
      manual_orders_hold_too_much:
        'Te veel bestellingen vanaf uw netwerk wachten op een overschrijving. Kies een andere betaalmethode of neem contact op met de organisator.',
      published_event_not_found: 'Voor dit evenement worden geen tickets meer verkocht.',
      answers_closed:
        'De antwoorden van deze bestelling kunnen hier niet meer worden gewijzigd. Vraag het aan de organisator.',
      order_not_found: 'Er is geen bestelling {orderNumber} voor u.',
      reservation_not_found:
        'De link naar bestelling {orderNumber} is niet meer geldig. Open de link in de nieuwste e-mail hierover of plaats een nieuwe bestelling.',
      order_not_payable:
        '{status, select, expired {Bestelling {orderNumber} is verlopen.} other {Bestelling {orderNumber} kan niet meer worden betaald.}}',
      sale_closed: 'Voor dit evenement worden geen tickets meer verkocht. Er is niets afgeschreven.',
      payment_rejected: 'De betaling kon niet worden gestart. Er is niets afgeschreven. Kies een andere betaalmethode.',
      no_payment_method: 'De organisator heeft geen betaalmethode ingesteld. Vraag de organisator hoe u kunt betalen.',
      token_of_other_email: 'Deze bestelling is met een ander e-mailadres geplaatst.',
      wrong_code: 'De code is onjuist, al gebruikt of verlopen. Controleer de code of vraag een nieuwe aan.',
      request_limit_reached:
        'Er kwamen te veel verzoeken vanaf uw netwerk. Probeer het over {retryAfterSeconds, plural, one {# seconde} other {# seconden}} opnieuw.',
      code_request_limit_reached:
        'U hebt te veel codes voor dit e-mailadres aangevraagd. Probeer het over een uur opnieuw.',
      email_code_limit_reached:
        'Er zijn te veel codes naar dit e-mailadres gestuurd. Probeer het over een uur opnieuw.',
      server_overloaded: 'Op dit moment kopen te veel mensen tickets. Probeer het zo meteen opnieuw.',
      offers_changing: 'Op dit moment kopen te veel mensen tickets. Probeer het zo meteen opnieuw.',
      payment_provider_unavailable:
        'De betaaldienst is op dit moment niet beschikbaar. Er is niets afgeschreven. Probeer het zo meteen opnieuw.',
    },
    problem: 'De server heeft een fout gemeld ({status}). Probeer het opnieuw.',
    unavailable: 'De server is op dit moment niet beschikbaar. Probeer het zo meteen opnieuw.',
    timeout:
      'De server heeft niet binnen {seconds, plural, one {# seconde} other {# seconden}} geantwoord. Controleer uw verbinding en probeer het opnieuw.',
    unreachable: 'De server is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.',
    onPage: 'Er is iets misgegaan op deze pagina. Probeer het opnieuw.',
  },

  offers: {
    heading: 'Kies uw tickets',
    closedHeading: 'Tickets',
    otherTickets: 'Overige tickets',
    extras: 'Extra’s',
    saleClosed: {
      not_started: 'De verkoop begint op {time}.',
      sold_out: 'Dit evenement is uitverkocht. Teruggegeven tickets worden hier weer verkocht.',
      ended: 'De verkoop voor dit evenement is afgelopen.',
      no_tickets: 'Er zijn nog geen tickets voor dit evenement.',
    },
    closed: { on_sale: '', sold_out: 'Uitverkocht', not_started: 'Nog niet te koop', ended: 'Verkoop afgelopen' },
    onSaleFrom: 'Te koop vanaf {time}',
    onSaleUntil: 'Te koop tot {time}',
    ages: {
      from: 'Minimumleeftijd: {minimum, number}',
      to: 'Maximumleeftijd: {maximum, number}',
      between: 'Leeftijd: {minimum, number}–{maximum, number}',
    },
    starts: 'Start: {time}',
    atLeast: 'Minimaal {quantity, number} per bestelling',
    placesLeft: '{quantity, plural, one {Nog # plaats} other {Nog # plaatsen}}',
    atMost: 'Maximaal {quantity, number} per bestelling.',
    reducedTo: 'Maximaal {max, number} per bestelling. {quantity, number} is gewijzigd in {max, number}.',
    forPersons: 'Te kiezen voor elke persoon in de volgende stap: {names}.',
    usesEach: '{uses, plural, one {# keer te gebruiken per stuk} other {# keer te gebruiken per stuk}}',
    quantity: 'Aantal: {name}',
    oneLess: 'Eén minder: {name}',
    oneMore: 'Eén meer: {name}',
    shortage:
      '{available, plural, =0 {Uitverkocht. U hebt er {quantity, number} gekozen.} one {Nog maar # over. U hebt er {quantity, number} gekozen.} other {Nog maar # over. U hebt er {quantity, number} gekozen.}}',
    take: '{quantity, number} nemen',
    remove: 'Verwijderen',
    soldOut: '{count, plural, one {{names} is uitverkocht.} other {{names} zijn uitverkocht.}}',
    restUnchanged: 'De rest van uw keuze is ongewijzigd.',
    removedLines:
      '{lines, plural, one {# regel van uw keuze wordt niet meer verkocht.} other {# regels van uw keuze worden niet meer verkocht.}}',
    nothingChosen: 'Nog niets gekozen.',
    chooseSomething: 'Kies minstens één ticket.',
    ticketCount: '{tickets, plural, one {# ticket} other {# tickets}}',
    beforeFees: 'exclusief kosten',
    feesIncluded: 'Inclusief alle kosten en belastingen.',
    noFees: 'Er komen geen kosten bij.',
    calculating: 'Totaal wordt berekend…',
    calculateAgain: 'Totaal opnieuw berekenen',
    unpayable:
      'Deze tickets kunnen hier op dit moment niet worden betaald: de organisator heeft geen betaalmethode ingesteld.',
    askOrganizer: 'Vraag het aan de organisator.',
    contactOrganizer: 'Neem contact op met de organisator:',
  },

  receipt: { discount: 'Korting', fees: 'Kosten', tax: 'Belasting', taxIncluded: 'Inclusief belasting' },

  details: {
    heading: 'Uw gegevens',
    emailHint: 'We sturen uw tickets naar dit adres. Eerst sturen we een code, zodat ze zeker aankomen.',
    name: 'Naam',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    phone: 'Telefoon',
    enterEmail: 'Vul een e-mailadres in, zoals naam@example.com.',
    enterName: 'Vul uw naam in.',
    holders: 'Namen op de tickets',
    holderOf: '{ticketType}, ticket {number, number}',
    changeTickets: 'Tickets wijzigen',
    you: 'U, de koper',
    person: '{persons, plural, one {Tickethouder} other {Persoon {number, number} van #}}',
    copyFirst: 'Overnemen van persoon 1',
    copied: 'Overgenomen van persoon 1. Toestemmingen, geboortedatum en geslacht worden niet overgenomen.',
    sameAs:
      'De naam en de geboortedatum zijn dezelfde als die van persoon {number, number}. Controleer of niemand dubbel is ingevuld.',
    errorOf: '{field}: {error}',
    draftKept: 'Uw gegevens zijn in deze browser bewaard (laatste wijziging: {time}).',
    draftDelete: 'Verwijderen',
    draftDeleted: 'Uw gegevens zijn uit deze browser verwijderd.',
  },

  answers: {
    ...answers,
    choose: 'Maak een keuze',
    clear: 'Antwoord wissen',
    accept: 'Ga hiermee akkoord om door te gaan.',
    phoneHint: 'Met landnummer, zoals +31 6 12345678.',
    newTab: '(opent in een nieuw tabblad)',
    street: 'Straat en huisnummer',
    postalCode: 'Postcode',
    city: 'Plaats',
    country: 'Land',
    guardianName: 'Naam van de ouder of voogd',
    heading: 'Uw antwoorden',
    correct: 'Corrigeren: {person}',
    correctUntil: 'U kunt ze corrigeren tot {time}.',
    save: 'Opslaan',
    saved: 'Uw antwoorden zijn opgeslagen.',
    discard: 'Niet opslaan',
  },

  code: {
    label: 'Code van {digits, number} cijfers',
    enter: 'Vul de {digits, number} cijfers uit de e-mail aan {email} in.',
    enterNew: 'Bevestig uw e-mailadres nog een keer met de nieuwe code die we hebben gestuurd.',
    confirmed: '<b>{email}</b> is bevestigd.',
    sending: 'Er wordt een code naar <b>{email}</b> gestuurd…',
    sent: 'We hebben een code naar {email} gestuurd.',
    sentHint:
      'We hebben de code naar <b>{email}</b> gestuurd. Niets ontvangen? Kijk in uw spammap of <resend>vraag een nieuwe code aan</resend>.',
    resending:
      'We hebben de code naar <b>{email}</b> gestuurd. Niets ontvangen? Kijk in uw spammap of wacht even: er wordt een nieuwe code gestuurd.',
    notSent: 'De code kon niet worden gestuurd.',
    sendAgain: 'Code opnieuw sturen',
  },

  pay: {
    heading: 'Betalen',
    freeHeading: 'Bestelling bevestigen',
    confirm: 'Bestelling bevestigen',
    place: 'Bestelling met betalingsverplichting',
    pay: '{total} betalen',
    how: 'Hoe wilt u betalen?',
    methods: {
      stripe: {
        name: 'Kaart of wallet',
        hint: 'U betaalt op de beveiligde pagina van Stripe en keert daarna hierheen terug.',
      },
      manual: {
        name: 'Rechtstreeks aan de organisator',
        hint: 'Bijvoorbeeld per overschrijving: de volgende stap laat zien hoe. U ontvangt uw tickets zodra de organisator uw betaling heeft bevestigd.',
      },
      test: { name: 'Testbetaling', hint: 'Er wordt niets afgeschreven.' },
    },
    timeLeft: 'Nog <b>{time}</b> voor u gereserveerd',
    minutesLeft: 'Uw tickets zijn nog {minutes, plural, one {# minuut} other {# minuten}} gereserveerd.',
    cancel: 'Reservering annuleren',
    cancelled: 'Uw reservering is geannuleerd. Er is niets afgeschreven.',
    nothingPaid:
      'Er is niets betaald. Uw tickets zijn nog gereserveerd voor de tijd die hierboven staat: u kunt nu betalen.',
    expiredHeading: 'Uw reservering is verlopen',
    expired: 'De tijd om te betalen is voorbij en de tickets zijn weer te koop.',
    expiredUncharged: 'Er is niets afgeschreven.',
    expiredMaybePaid:
      'Als uw betaling is geaccepteerd, ontvangt u uw tickets of krijgt u uw geld terug; in beide gevallen sturen we u een e-mail.',
    reserveAgain: 'Hetzelfde opnieuw reserveren',
    reserving: 'Bezig met reserveren…',
  },

  transfer: {
    label: 'Zo betaalt u',
    accountHolder: 'Rekeninghouder',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Bedrag',
    reference: 'Betalingskenmerk',
    payBy: 'Betalen vóór',
    qrCode: 'QR-code voor een overschrijving van {amount}',
    scan: 'Scan deze code met uw bankapp.',
  },

  copy: { copy: 'Kopiëren', copied: 'Gekopieerd', copyWhat: '{what} kopiëren', wasCopied: 'Gekopieerd.' },

  placedOrder: {
    heading: '{tickets, plural, =0 {Uw bestelling} one {Uw ticket} other {Uw tickets}}',
    refundedHeading: 'Deze bestelling is terugbetaald',
    refunded: 'Van deze bestelling is {amount} terugbetaald.',
    ticketsNotValid: 'De tickets zijn niet meer geldig.',
    thanks:
      '{tickets, plural, =0 {Hartelijk dank.} one {Hartelijk dank. Toon de QR-code bij de ingang, op uw telefoon of afgedrukt.} other {Hartelijk dank. Toon de QR-code van elk ticket bij de ingang, op uw telefoon of afgedrukt.}}',
    sentTo: 'We sturen alles ook naar <b>{email}</b>.',
    addToCalendar: 'Toevoegen aan agenda',
    print: 'Afdrukken',
    buyMore: 'Meer tickets kopen',
    saved: 'Uw bestelling {number} is opgeslagen.',
    show: 'Bestelling tonen',
    confirmingHeading: 'Uw betaling wordt bevestigd',
    confirming: 'U hebt betaald. We wachten op de bevestiging; dat duurt enkele seconden.',
    awaitingConfirmation: 'We wachten op de bevestiging van uw betaling.',
    notConfirmedHeading: 'Uw betaling is nog niet bevestigd',
    notConfirmed: 'Uw betaling is nog niet bevestigd.',
    confirmedLater:
      'Dit kan enkele minuten duren. U kunt deze pagina sluiten: uw tickets worden per e-mail naar <b>{email}</b> gestuurd zodra de betaling binnen is.',
    confirmedLaterByEmail:
      'Dit kan enkele minuten duren. U kunt deze pagina sluiten: uw tickets worden u per e-mail gestuurd zodra de betaling binnen is.',
    check: 'Opnieuw controleren',
    checking: 'Bezig met controleren…',
    unchanged: 'Er is nog niets veranderd. U ontvangt uw tickets per e-mail zodra de betaling is bevestigd.',
    transferHeading: 'Maak {amount} over om uw tickets te ontvangen',
    payHeading: 'Betaal {amount} om uw tickets te ontvangen',
    placedHeading: 'Uw bestelling is geplaatst',
    unpaidHeading: 'Deze bestelling is nog niet betaald',
    reservedUntil: 'Uw tickets zijn gereserveerd tot <b>{time}</b>.',
    sentWhenConfirmed: 'We sturen ze naar <b>{email}</b> zodra de organisator uw betaling heeft bevestigd.',
    orderWithTotal: 'Bestelling <b>{number}</b>, {total}',
    questions: 'Vragen over de betaling? Neem contact op met de organisator:',
    expiredHeading: 'Deze bestelling is verlopen',
    expired:
      'De bestelling is niet op tijd betaald en de tickets zijn weer te koop. Als u later hebt betaald, ontvangt u uw tickets of krijgt u uw geld terug.',
    cancelledHeading: 'Deze bestelling is geannuleerd',
    cancelled: 'De tickets zijn niet geldig.',
    wasRefunded: 'Er is {amount} terugbetaald.',
  },

  ticket: {
    name: '{tickets, plural, one {Ticket} other {Ticket {number, number} van #}}',
    qrCode:
      '{tickets, plural, one {QR-code van het ticket, {ticketType}} other {QR-code van ticket {number, number} van #, {ticketType}}}',
    drawQrCode: 'QR-code tonen',
    status: { valid: '', used: 'Gebruikt', void: 'Ongeldig' },
    holder: 'Op naam van',
    bib: 'Startnummer',
    category: 'Categorie',
    code: 'code van het ticket',
    uses: '{uses, plural, one {in totaal # keer te gebruiken} other {in totaal # keer te gebruiken}}',
    usesLeft: 'nog {left, number} van {uses, plural, one {# keer} other {# keer}} te gebruiken',
  },

  lookup: {
    heading: 'Bestelling {number} openen',
    emailHint:
      'Het e-mailadres van uw bestelling. We sturen daar een code heen, zodat niemand anders uw tickets kan zien.',
    open: 'Bestelling openen',
    enterEmail: 'Vul het e-mailadres van uw bestelling in.',
    enterConfirmedEmail: 'Vul het e-mailadres in waarnaar de bevestiging is gestuurd.',
    notFound: 'Er is geen bestelling {number} voor {email}.',
    findHeading: 'Uw tickets terugvinden',
    find: 'Mijn tickets zoeken',
    noOrders: 'Er is hier geen bestelling voor {email}. Misschien hebt u een ander e-mailadres gebruikt.',
    ordersHeading: 'Uw bestellingen',
    status: {
      pending: 'nog niet betaald',
      paid: '',
      partially_refunded: '',
      refunded: 'terugbetaald',
      cancelled: 'geannuleerd',
      expired: 'verlopen',
    },
    linkInvalid:
      'Deze link is niet meer geldig. Open de link in de nieuwste e-mail of vul het e-mailadres van uw bestelling in.',
  },

  preview: {
    prices: 'In een voorbeeld worden kosten en belastingen niet berekend.',
    notForSale:
      'Dit is een voorbeeld: er kan niets worden gekocht. Op de gepubliceerde pagina vullen kopers hierna hun gegevens in.',
  },
} satisfies PartialTranslation<typeof en>;
