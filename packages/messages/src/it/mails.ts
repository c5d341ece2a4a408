import type en from '../en/mails.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  links: { website: 'Sito web', imprint: 'Note legali', terms: 'Condizioni', privacy: 'Privacy' },
  hello: 'Buongiorno {name},',
  reason: 'Riceve questa e-mail per l’ordine {orderNumber} presso {organizer}, effettuato per {email}.',
  viewOrder: 'Visualizza l’ordine',
  yourOrder: 'Il suo ordine',
  event: 'Evento',
  when: 'Quando',
  where: 'Dove',
  order: 'Ordine',

  code: {
    subject: '{code} è il suo codice',
    title: 'Il suo codice di verifica',
    summary:
      'Inserisca questo codice per confermare il suo indirizzo e-mail. Scade tra {minutes, plural, one {# minuto} many {# di minuti} other {# minuti}}.',
    cart: 'Se ha chiuso la pagina, questo link la riapre, su qualsiasi dispositivo.',
    continue: 'Prosegui con l’ordine',
    secret: 'Non comunichi questo codice a nessuno. Non glielo chiederemo mai.',
    notRequested: 'Se non ha richiesto alcun codice, può ignorare questa e-mail.',
    reason: 'Riceve questa e-mail perché è stato richiesto un codice per {email}.',
  },

  sums: {
    heading: 'Riepilogo',
    quantity: 'Quantità {quantity, number}, {unitPrice} ciascuno',
    discount: 'Sconto',
    fees: 'Commissioni',
    tax: 'Imposta',
    total: 'Totale',
    taxIncluded: 'Il totale include {tax} di imposta.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Il suo ordine per {event}} one {Il suo biglietto per {event}} many {I suoi biglietti per {event}} other {I suoi biglietti per {event}}}',
    summary:
      '{tickets, plural, =0 {Grazie, il suo ordine è confermato.} one {Grazie, il suo ordine è confermato. Mostri il codice QR del biglietto all’ingresso, sul telefono o stampato.} many {Grazie, il suo ordine è confermato. Mostri il codice QR di ogni biglietto all’ingresso, sul telefono o stampato.} other {Grazie, il suo ordine è confermato. Mostri il codice QR di ogni biglietto all’ingresso, sul telefono o stampato.}}',
    further:
      '{tickets, plural, one {Il suo ordine contiene ancora # biglietto. Lo apra con il pulsante qui sopra per vedere il codice QR.} many {Il suo ordine contiene ancora # di biglietti. Lo apra con il pulsante qui sopra per vedere i codici QR.} other {Il suo ordine contiene ancora # biglietti. Lo apra con il pulsante qui sopra per vedere i codici QR.}}',
    position:
      '{tickets, plural, one {Il suo biglietto} many {Biglietto {number, number} di #} other {Biglietto {number, number} di #}}',
    qrCode:
      '{tickets, plural, one {Codice QR del suo biglietto} many {Codice QR del biglietto {number, number} di #} other {Codice QR del biglietto {number, number} di #}}',
    holder: 'Intestatario',
    bib: 'Pettorale',
    category: 'Categoria',
    status: 'Stato',
    used: 'Già utilizzato',
    from: 'Dal',
    to: 'Al',
    date: 'Data',
    time: 'Ora',
    addons: 'Extra',
    units: '{units, plural, one {# unità da utilizzare} many {# di unità da utilizzare} other {# unità da utilizzare}}',
    unitsLeft:
      'ancora {left, number} di {units, plural, one {# unità da utilizzare} many {# di unità da utilizzare} other {# unità da utilizzare}}',
  },

  awaitingPayment: {
    subject: 'Completi il pagamento per {event}',
    title: 'Importo da pagare: {amount}',
    summary:
      'Il suo ordine per {event} è riservato, ma non ancora pagato. La preghiamo di effettuare il pagamento a {organizer}.',
    summaryUntil:
      'Il suo ordine per {event} è riservato, ma non ancora pagato. La preghiamo di effettuare il pagamento a {organizer} entro {deadline}.',
    heading: 'Come pagare',
    amount: 'Importo',
    accountHolder: 'Intestatario del conto',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Causale',
    payBy: 'Da pagare entro',
    enterReference:
      'Inserisca la causale esattamente come indicata, affinché il pagamento possa essere associato all’ordine.',
    instructionsFollow: '{organizer} le comunicherà come pagare. Indichi la causale nel pagamento.',
    qrCode: 'Codice QR per il bonifico',
    scan: 'Le app bancarie possono scansionare questo codice QR (payment.png) per compilare il bonifico.',
    ticketsFollow: 'Le invieremo i biglietti per e-mail non appena {organizer} avrà confermato il pagamento.',
    expires: 'Se il pagamento non viene confermato in tempo, l’ordine scade e i suoi biglietti tornano in vendita.',
  },

  cancelled: {
    subject: 'Il suo ordine per {event} è stato annullato',
    title: 'Il suo ordine è stato annullato',
    summary: '{organizer} ha annullato il suo ordine per {event}. Non deve pagare nulla.',
    contact: 'Se ha già pagato o non se lo aspettava, contatti {organizer}.',
  },

  refunded: {
    subject: 'Il suo rimborso per {event}',
    title: 'Il suo rimborso di {amount}',
    subjectFree: 'Il suo ordine per {event} è stato modificato',
    titleFree: 'Il suo ordine è stato modificato',
    summaryFree: '{organizer} ha annullato una parte del suo ordine per {event}.',
    byProvider:
      '{organizer} le rimborsa {amount} del suo ordine per {event}. Il denaro torna sul metodo di pagamento utilizzato; possono volerci fino a 10 giorni lavorativi.',
    byOrganizer:
      '{organizer} le rimborsa {amount} del suo ordine per {event}. Riceverà il denaro direttamente da {organizer}.',
    byBoth:
      '{organizer} le rimborsa {amount} del suo ordine per {event}. {byProvider} tornano sul metodo di pagamento utilizzato; possono volerci fino a 10 giorni lavorativi. Riceverà {byOrganizer} direttamente da {organizer}.',
    note: 'Motivo: {note}',
    allValid: 'Tutto ciò che era valido nel suo ordine resta valido.',
    nothingValid: 'L’intero ordine è stato rimborsato. I suoi biglietti e i relativi codici QR non sono più validi.',
    itemsInvalid: 'Quanto rimborsato non può più essere utilizzato. Il resto dell’ordine resta valido.',
    ticketsInvalid:
      '{tickets, plural, one {Questo biglietto e il suo codice QR non sono più validi:} many {Questi biglietti e i loro codici QR non sono più validi:} other {Questi biglietti e i loro codici QR non sono più validi:}}',
    furtherTickets: 'e altri {tickets, number}',
    restValid: 'Il resto dell’ordine resta valido.',
    bib: 'Pettorale {bib}',
    heading: 'Il suo rimborso',
    orderTotal: 'Totale dell’ordine',
    thisRefund: 'Questo rimborso',
    earlierRefunds: 'Rimborsi precedenti',
    totalAfter: 'Totale dopo i rimborsi',
  },

  paymentReturned: {
    subject: 'Il suo pagamento per {event} viene rimborsato',
    title: 'Il suo pagamento di {amount} viene rimborsato',
    summary: 'Non abbiamo potuto accettare il suo pagamento di {amount} per {event} e lo rimborsiamo per intero.',
    explanation:
      'Questo accade quando un pagamento arriva dopo la scadenza dell’ordine e i biglietti sono esauriti, quando l’ordine è già pagato oppure quando l’importo non è corretto. Non deve fare nulla: il denaro torna sul metodo di pagamento utilizzato. Possono volerci fino a 10 giorni lavorativi.',
  },
} satisfies PartialTranslation<typeof en>;
