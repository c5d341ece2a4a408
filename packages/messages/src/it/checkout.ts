import type en from '../en/checkout.ts';
import type { PartialTranslation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Un momento…',
  pleaseWait: 'Attendere…',
  tryAgain: 'Riprova',
  progress: 'Avanzamento',
  steps: { tickets: 'Biglietti', details: 'Dati', pay: 'Pagamento', done: 'Fatto' },
  stepDone: ', completato',
  total: 'Totale',
  free: 'Gratuito',
  continue: 'Continua',
  change: 'Modifica',
  optional: '(facoltativo)',
  email: 'E-mail',
  yourOrder: 'Il suo ordine',
  order: 'Ordine {number}',
  chooseTickets: 'Scegli i biglietti',
  or: 'o',

  failures: {
    fieldErrors: {
      required: 'Compili questo campo.',
      too_long:
        'Inserisca al massimo {lengthMax, plural, one {# carattere} many {# di caratteri} other {# caratteri}}.',
      invalid_character: 'Questo testo contiene un carattere non consentito.',
      not_deliverable: 'Inserisca un indirizzo e-mail che possa ricevere messaggi, come nome@example.com.',
      too_many_tickets:
        'Un ordine può contenere al massimo {quantityMax, plural, one {# biglietto} many {# di biglietti} other {# biglietti}}.',
      unknown_offer: 'Questa offerta non è più in vendita.',
      below_order_minimum: '{name}: la quantità minima per ordine è {quantityMin, number}.',
      above_order_maximum: '{name}: la quantità massima per ordine è {quantityMax, number}.',
      above_holder_maximum: '{name}: la quantità massima per persona è {quantityMax, number}.',
      no_longer_sold: '{name}: non è più in vendita.',
      sale_not_started: '{name}: in vendita da {salesStartAt}.',
      sale_ended: '{name}: in vendita fino a {salesEndAt}.',
      sold_out: '{name}: esaurito.',
      not_enough_left:
        '{name}: {available, plural, one {ne resta solo #} many {ne restano solo #} other {ne restano solo #}}.',
      wrong_type: '{type, select, number {Inserisca un numero.} other {Questo valore non è valido.}}',
      wrong_format: 'Questo valore non ha il formato richiesto.',
      too_short: 'Inserisca almeno {lengthMin, plural, one {# carattere} many {# di caratteri} other {# caratteri}}.',
      below_minimum: 'Inserisca almeno {minimum, number}.',
      above_maximum: 'Inserisca al massimo {maximum, number}.',
      too_few_items: 'Ne scelga almeno {itemsMin, number}.',
      too_many_items: 'Ne scelga al massimo {itemsMax, number}.',
      not_a_date: 'Inserisca una data completa: giorno, mese e anno.',
      date_too_early: 'La prima data possibile è {date}.',
      date_too_late: 'L’ultima data possibile è {date}.',
      not_a_phone_number: 'Inserisca un numero di telefono con il prefisso internazionale, come +39 312 345 6789.',
      not_an_email: 'Inserisca un indirizzo e-mail, come nome@example.com.',
      too_young:
        'Per {name} bisogna avere almeno {age, plural, one {# anno} many {# di anni} other {# anni}} in data {onDate}.',
      too_old:
        'Per {name} bisogna avere al massimo {age, plural, one {# anno} many {# di anni} other {# anni}} in data {onDate}.',
    },
    invalidField: 'Questo valore non è valido.',
    invalidFields: 'Corregga quanto evidenziato qui sotto.',
    problems: {
      order_too_expensive: 'Un ordine può costare al massimo {amount}. Riduca le quantità.',
      network_holds_too_much:
        'Senza pagamento {unitsMax, plural, one {può essere prenotato al massimo # biglietto o extra} many {possono essere prenotati al massimo # di biglietti ed extra} other {possono essere prenotati al massimo # biglietti ed extra}} contemporaneamente. Paghi o annulli un’altra prenotazione, oppure attenda che scada.',
      ipv6_network_holds_too_much:
        'Senza pagamento {unitsMax, plural, one {può essere prenotato al massimo # biglietto o extra} many {possono essere prenotati al massimo # di biglietti ed extra} other {possono essere prenotati al massimo # biglietti ed extra}} contemporaneamente. Paghi o annulli un’altra prenotazione, oppure attenda che scada.',
      email_holds_too_much:
        'Senza pagamento {unitsMax, plural, one {può essere prenotato al massimo # biglietto o extra} many {possono essere prenotati al massimo # di biglietti ed extra} other {possono essere prenotati al massimo # biglietti ed extra}} contemporaneamente. Paghi o annulli un’altra prenotazione, oppure attenda che scada.',
      unverified_email_holds_too_much:
        'Senza pagamento {unitsMax, plural, one {può essere prenotato al massimo # biglietto o extra} many {possono essere prenotati al massimo # di biglietti ed extra} other {possono essere prenotati al massimo # biglietti ed extra}} contemporaneamente. Paghi o annulli un’altra prenotazione, oppure attenda che scada.',
      order_holds_too_much:
        'Un ordine non pagato può contenere al massimo {unitsMax, plural, one {# biglietto o extra} many {# di biglietti ed extra} other {# biglietti ed extra}}. Riduca le quantità o si rivolga all’organizzatore.',
      manual_orders_hold_too_much:
        'Troppi ordini dalla sua rete sono in attesa di un bonifico. Scelga un altro metodo di pagamento o si rivolga all’organizzatore.',
      published_event_not_found: 'I biglietti per questo evento non sono più in vendita.',
      answers_closed:
        'Le risposte di questo ordine non possono più essere modificate qui. Si rivolga all’organizzatore.',
      order_not_found: 'Non risulta alcun ordine {orderNumber} a suo nome.',
      reservation_not_found:
        'Il link all’ordine {orderNumber} non è più valido. Apra il link nell’e-mail più recente oppure effettui un nuovo ordine.',
      order_not_payable:
        '{status, select, expired {L’ordine {orderNumber} è scaduto.} other {L’ordine {orderNumber} non può più essere pagato.}}',
      sale_closed: 'I biglietti per questo evento non sono più in vendita. Non è stato addebitato nulla.',
      payment_rejected:
        'Non è stato possibile avviare il pagamento. Non è stato addebitato nulla. Scelga un altro metodo di pagamento.',
      no_payment_method:
        'L’organizzatore non ha impostato alcun metodo di pagamento. Chieda all’organizzatore come pagare.',
      token_of_other_email: 'Questo ordine è stato effettuato con un altro indirizzo e-mail.',
      wrong_code: 'Il codice è errato, già utilizzato o scaduto. Lo verifichi o ne richieda uno nuovo.',
      request_limit_reached:
        'Dalla sua rete sono arrivate troppe richieste. Riprovi tra {retryAfterSeconds, plural, one {# secondo} many {# di secondi} other {# secondi}}.',
      code_request_limit_reached: 'Sono stati richiesti troppi codici per questo indirizzo e-mail. Riprovi tra un’ora.',
      email_code_limit_reached: 'Sono stati inviati troppi codici a questo indirizzo e-mail. Riprovi tra un’ora.',
      server_overloaded: 'Troppe persone stanno acquistando biglietti in questo momento. Riprovi tra poco.',
      offers_changing: 'Troppe persone stanno acquistando biglietti in questo momento. Riprovi tra poco.',
      payment_provider_unavailable:
        'Il servizio di pagamento non è al momento disponibile. Non è stato addebitato nulla. Riprovi tra poco.',
    },
    problem: 'Il server ha segnalato un errore ({status}). Riprovi.',
    unavailable: 'Il server non è al momento disponibile. Riprovi tra poco.',
    timeout:
      'Il server non ha risposto entro {seconds, plural, one {# secondo} many {# di secondi} other {# secondi}}. Verifichi la connessione e riprovi.',
    unreachable: 'Il server non è raggiungibile. Verifichi la connessione e riprovi.',
    onPage: 'Si è verificato un errore in questa pagina. Riprovi.',
  },

  offers: {
    heading: 'Scelga i biglietti',
    closedHeading: 'Biglietti',
    otherTickets: 'Altri biglietti',
    extras: 'Extra',
    saleClosed: {
      not_started: 'Inizio della vendita: {time}.',
      sold_out: 'I biglietti per questo evento sono esauriti. I biglietti restituiti tornano in vendita qui.',
      ended: 'La vendita dei biglietti per questo evento è terminata.',
      no_tickets: 'Non ci sono ancora biglietti per questo evento.',
    },
    closed: { on_sale: '', sold_out: 'Esaurito', not_started: 'Non ancora in vendita', ended: 'Vendita terminata' },
    onSaleFrom: 'In vendita da {time}',
    onSaleUntil: 'In vendita fino a {time}',
    ages: {
      from: 'Età minima: {minimum, number}',
      to: 'Età massima: {maximum, number}',
      between: 'Età: {minimum, number}–{maximum, number}',
    },
    starts: 'Inizio: {time}',
    atLeast: 'Almeno {quantity, number} per ordine',
    placesLeft:
      '{quantity, plural, one {# posto disponibile} many {# di posti disponibili} other {# posti disponibili}}',
    atMost: 'Al massimo {quantity, number} per ordine.',
    reducedTo: 'Al massimo {max, number} per ordine. La quantità è passata da {quantity, number} a {max, number}.',
    forPersons: 'Da scegliere per ogni persona nel passaggio successivo: {names}.',
    usesEach: '{uses, plural, one {# utilizzo ciascuno} many {# di utilizzi ciascuno} other {# utilizzi ciascuno}}',
    quantity: 'Quantità: {name}',
    oneLess: 'Uno in meno: {name}',
    oneMore: 'Uno in più: {name}',
    shortage:
      '{available, plural, =0 {Esaurito. Quantità scelta: {quantity, number}.} one {Ne resta solo #. Quantità scelta: {quantity, number}.} many {Ne restano solo #. Quantità scelta: {quantity, number}.} other {Ne restano solo #. Quantità scelta: {quantity, number}.}}',
    take: 'Prendi {quantity, number}',
    remove: 'Rimuovi',
    soldOut: '{count, plural, one {Esaurito: {names}.} many {Esauriti: {names}.} other {Esauriti: {names}.}}',
    restUnchanged: 'Il resto della selezione è invariato.',
    removedLines:
      '{lines, plural, one {# riga della selezione non è più in vendita.} many {# di righe della selezione non sono più in vendita.} other {# righe della selezione non sono più in vendita.}}',
    nothingChosen: 'Non ha ancora scelto nulla.',
    chooseSomething: 'Scelga almeno un biglietto.',
    ticketCount: '{tickets, plural, one {# biglietto} many {# di biglietti} other {# biglietti}}',
    beforeFees: 'commissioni escluse',
    feesIncluded: 'Commissioni e imposte incluse.',
    noFees: 'Nessuna commissione aggiuntiva.',
    calculating: 'Calcolo del totale…',
    calculateAgain: 'Ricalcola il totale',
    unpayable:
      'Al momento questi biglietti non possono essere pagati qui: l’organizzatore non ha impostato alcun metodo di pagamento.',
    askOrganizer: 'Si rivolga all’organizzatore.',
    contactOrganizer: 'Contatti l’organizzatore:',
  },

  receipt: { discount: 'Sconto', fees: 'Commissioni', tax: 'Imposta', taxIncluded: 'Imposta inclusa' },

  details: {
    heading: 'I suoi dati',
    emailHint: 'I biglietti vengono inviati qui. Prima inviamo un codice, per essere certi che arrivino.',
    name: 'Nome',
    firstName: 'Nome',
    lastName: 'Cognome',
    phone: 'Telefono',
    enterEmail: 'Inserisca un indirizzo e-mail, come nome@example.com.',
    enterName: 'Inserisca il nome.',
    holders: 'Nomi sui biglietti',
    holderOf: '{ticketType}, biglietto {number, number}',
    changeTickets: 'Modifica i biglietti',
    you: 'Chi acquista',
    person:
      '{persons, plural, one {Intestatario del biglietto} many {Persona {number, number} di #} other {Persona {number, number} di #}}',
    copyFirst: 'Copia dalla persona 1',
    copied: 'Copiato dalla persona 1. I consensi, la data di nascita e il sesso non vengono copiati.',
    sameAs:
      'Il nome e la data di nascita sono gli stessi della persona {number, number}. Verificare che nessuno sia inserito due volte.',
    errorOf: '{field}: {error}',
    draftKept: 'I dati inseriti sono stati conservati in questo browser (ultima modifica: {time}).',
    draftDelete: 'Elimina',
    draftDeleted: 'I dati inseriti sono stati eliminati da questo browser.',
  },

  answers: {
    ...answers,
    choose: 'Scelga un’opzione',
    clear: 'Cancella la risposta',
    accept: 'Accetti per continuare.',
    phoneHint: 'Con il prefisso internazionale, come +39 312 345 6789.',
    newTab: '(si apre in una nuova scheda)',
    street: 'Via e numero civico',
    postalCode: 'CAP',
    city: 'Città',
    country: 'Paese',
    guardianName: 'Nome del genitore o tutore',
    heading: 'Le sue risposte',
    correct: 'Correggi: {person}',
    correctUntil: 'Può correggerle fino a {time}.',
    save: 'Salva',
    saved: 'Le sue risposte sono salvate.',
    discard: 'Non salvare',
  },

  code: {
    label: 'Codice di {digits, number} cifre',
    enter: 'Inserisca le {digits, number} cifre dell’e-mail inviata a {email}.',
    enterNew: 'Confermi ancora una volta l’indirizzo e-mail con il nuovo codice che abbiamo inviato.',
    confirmed: '<b>{email}</b> è confermato.',
    sending: 'Invio di un codice a <b>{email}</b>…',
    sent: 'Abbiamo inviato un codice a {email}.',
    sentHint:
      'Lo abbiamo inviato a <b>{email}</b>. Non è arrivato nulla? Controlli la cartella dello spam o <resend>richieda un nuovo codice</resend>.',
    resending:
      'Lo abbiamo inviato a <b>{email}</b>. Non è arrivato nulla? Controlli la cartella dello spam o attenda: è in corso l’invio di un nuovo codice.',
    notSent: 'Non è stato possibile inviare il codice.',
    sendAgain: 'Invia di nuovo il codice',
  },

  pay: {
    heading: 'Pagamento',
    freeHeading: 'Conferma dell’ordine',
    confirm: 'Conferma l’ordine',
    place: 'Ordine con obbligo di pagare',
    pay: 'Paga {total}',
    how: 'Come desidera pagare?',
    methods: {
      stripe: {
        name: 'Carta o portafoglio digitale',
        hint: 'Il pagamento avviene sulla pagina sicura di Stripe, poi tornerà qui.',
      },
      manual: {
        name: 'Pagamento diretto all’organizzatore',
        hint: 'Per esempio con bonifico: il passaggio successivo mostra come. I biglietti arrivano non appena l’organizzatore ha confermato il pagamento.',
      },
      test: { name: 'Pagamento di prova', hint: 'Non viene addebitato nulla.' },
    },
    timeLeft: 'Riservato per lei ancora per <b>{time}</b>',
    minutesLeft:
      'I biglietti restano riservati ancora per {minutes, plural, one {# minuto} many {# di minuti} other {# minuti}}.',
    cancel: 'Annulla la prenotazione',
    cancelled: 'La prenotazione è annullata. Non è stato addebitato nulla.',
    nothingPaid:
      'Non è stato pagato nulla. I biglietti restano riservati per il tempo indicato sopra: è possibile pagare ora.',
    expiredHeading: 'La prenotazione è scaduta',
    expired: 'Il tempo per pagare è terminato e i biglietti sono di nuovo in vendita.',
    expiredUncharged: 'Non è stato addebitato nulla.',
    expiredMaybePaid:
      'Se il pagamento è stato accettato, riceverà i biglietti oppure il denaro le sarà restituito; in entrambi i casi le inviamo un’e-mail.',
    reserveAgain: 'Prenota di nuovo la stessa selezione',
    reserving: 'Prenotazione in corso…',
  },

  transfer: {
    label: 'Come pagare',
    accountHolder: 'Intestatario del conto',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Importo',
    reference: 'Causale',
    payBy: 'Da pagare entro',
    qrCode: 'Codice QR per un bonifico di {amount}',
    scan: 'Scansioni questo codice con l’app della sua banca.',
  },

  copy: { copy: 'Copia', copied: 'Copiato', copyWhat: 'Copia: {what}', wasCopied: 'Copiato.' },

  placedOrder: {
    heading:
      '{tickets, plural, =0 {Il suo ordine} one {Il suo biglietto} many {I suoi biglietti} other {I suoi biglietti}}',
    refundedHeading: 'Questo ordine è stato rimborsato',
    refunded: 'Importo rimborsato di questo ordine: {amount}.',
    ticketsNotValid: 'I biglietti non sono più validi.',
    thanks:
      '{tickets, plural, =0 {Grazie.} one {Grazie. Mostri il codice QR all’ingresso, sul telefono o stampato.} many {Grazie. Mostri il codice QR di ogni biglietto all’ingresso, sul telefono o stampato.} other {Grazie. Mostri il codice QR di ogni biglietto all’ingresso, sul telefono o stampato.}}',
    sentTo: 'Inviamo tutto anche a <b>{email}</b>.',
    addToCalendar: 'Aggiungi al calendario',
    print: 'Stampa',
    buyMore: 'Acquista altri biglietti',
    saved: 'Il suo ordine {number} è salvato.',
    show: 'Mostra l’ordine',
    confirmingHeading: 'Conferma del pagamento',
    confirming: 'Il pagamento è stato effettuato. Attendiamo la conferma, che richiede alcuni secondi.',
    awaitingConfirmation: 'In attesa della conferma del pagamento.',
    notConfirmedHeading: 'Il pagamento non è ancora confermato',
    notConfirmed: 'Il pagamento non è ancora confermato.',
    confirmedLater:
      'Possono volerci alcuni minuti. Può chiudere questa pagina: i biglietti vengono inviati per e-mail a <b>{email}</b> non appena arriva il pagamento.',
    confirmedLaterByEmail:
      'Possono volerci alcuni minuti. Può chiudere questa pagina: i biglietti le vengono inviati per e-mail non appena arriva il pagamento.',
    check: 'Controlla di nuovo',
    checking: 'Controllo in corso…',
    unchanged:
      'Non è ancora cambiato nulla. I biglietti arriveranno per e-mail non appena il pagamento sarà confermato.',
    transferHeading: 'Effettui un bonifico di {amount} per ricevere i biglietti',
    payHeading: 'Paghi {amount} per ricevere i biglietti',
    placedHeading: 'Il suo ordine è stato registrato',
    unpaidHeading: 'Questo ordine non è ancora pagato',
    reservedUntil: 'I biglietti sono riservati fino a <b>{time}</b>.',
    sentWhenConfirmed: 'Li inviamo a <b>{email}</b> non appena l’organizzatore ha confermato il pagamento.',
    orderWithTotal: 'Ordine <b>{number}</b>, {total}',
    questions: 'Domande sul pagamento? Si rivolga all’organizzatore:',
    expiredHeading: 'Questo ordine è scaduto',
    expired:
      'Non è stato pagato in tempo e i suoi biglietti sono tornati in vendita. Se ha pagato più tardi, riceverà i biglietti oppure il denaro le sarà restituito.',
    cancelledHeading: 'Questo ordine è stato annullato',
    cancelled: 'I suoi biglietti non sono validi.',
    wasRefunded: 'Importo rimborsato: {amount}.',
  },

  ticket: {
    name: '{tickets, plural, one {Biglietto} many {Biglietto {number, number} di #} other {Biglietto {number, number} di #}}',
    qrCode:
      '{tickets, plural, one {Codice QR del biglietto, {ticketType}} many {Codice QR del biglietto {number, number} di #, {ticketType}} other {Codice QR del biglietto {number, number} di #, {ticketType}}}',
    drawQrCode: 'Mostra il codice QR',
    status: { valid: '', used: 'Utilizzato', void: 'Non valido' },
    holder: 'Intestatario',
    bib: 'Pettorale',
    category: 'Categoria',
    code: 'codice del biglietto',
    uses: '{uses, plural, one {# utilizzo in tutto} many {# di utilizzi in tutto} other {# utilizzi in tutto}}',
    usesLeft: 'ancora {left, number} di {uses, plural, one {# utilizzo} many {# di utilizzi} other {# utilizzi}}',
  },

  lookup: {
    heading: 'Apri l’ordine {number}',
    emailHint:
      'L’indirizzo e-mail dell’ordine. Inviamo un codice a questo indirizzo, in modo che nessun altro possa vedere i suoi biglietti.',
    open: 'Apri l’ordine',
    enterEmail: 'Inserisca l’indirizzo e-mail dell’ordine.',
    enterConfirmedEmail: 'Inserisca l’indirizzo e-mail al quale è stata inviata la conferma.',
    notFound: 'Non c’è alcun ordine {number} per {email}.',
    findHeading: 'Ritrovi i suoi biglietti',
    find: 'Trova i miei biglietti',
    noOrders: 'Qui non c’è alcun ordine per {email}. Forse è stato usato un altro indirizzo e-mail.',
    ordersHeading: 'I suoi ordini',
    status: {
      pending: 'non ancora pagato',
      paid: '',
      partially_refunded: '',
      refunded: 'rimborsato',
      cancelled: 'annullato',
      expired: 'scaduto',
    },
    linkInvalid:
      'Questo link non è più valido. Apra il link nell’e-mail più recente oppure inserisca l’indirizzo e-mail dell’ordine.',
  },

  preview: {
    prices: 'Un’anteprima non calcola commissioni e imposte.',
    notForSale:
      'Questa è un’anteprima: non è possibile acquistare nulla. Nella pagina pubblicata gli acquirenti inseriscono poi i loro dati.',
  },
} satisfies PartialTranslation<typeof en>;
