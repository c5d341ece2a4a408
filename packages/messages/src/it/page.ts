import type en from '../en/page.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  testMode: {
    label: 'Modalità di prova',
    notice: 'Questa è una prova. Gli ordini non sono reali e non viene movimentato denaro.',
  },

  preview: {
    label: 'Anteprima',
    title: 'Anteprima: {event}',
    notice:
      'Questo evento non è pubblicato. Chiunque abbia questo link può vedere questa pagina fino a {until}. Qui non è possibile acquistare nulla.',
    ended: 'Questa anteprima è terminata',
    endedText:
      'Il link è scaduto oppure l’evento è archiviato. I membri dell’organizzatore ottengono un nuovo link nella pagina dell’evento del pannello.',
  },

  waitingRoom: {
    title: 'Sala d’attesa: {event}',
    heading: 'Attenda il suo turno',
    ahead:
      '{people, plural, =0 {Il prossimo turno è il suo.} one {C’è # persona prima di lei.} many {Ci sono # di persone prima di lei.} other {Ci sono # persone prima di lei.}}',
    lessThanMinute: 'Meno di un minuto di attesa.',
    minutes:
      '{minutes, plural, one {Al massimo # minuto di attesa.} many {Al massimo # di minuti di attesa.} other {Al massimo # minuti di attesa.}}',
    turnAt: 'Il suo turno arriva al più tardi alle <clock>{time}</clock>.',
    keepOpen:
      'Lasci aperta questa pagina. Si aggiorna da sola e prosegue quando è il suo turno. Ha un solo posto, anche se apre di nuovo la pagina in questo browser.',
    yourTurn:
      'Avrà poi 15 minuti per prenotare i biglietti. Se questa pagina è chiusa e resta chiusa per 5 minuti dall’inizio del suo turno, il suo posto passa alla persona successiva.',
    connectionLost:
      'Il server non è raggiungibile, quindi questa pagina potrebbe non essere aggiornata. Verifichi la connessione. La pagina riprova da sola.',
    gatheringHeading: 'La vendita non è ancora iniziata',
    opensAt: 'Inizio: <clock>{time}</clock>.',
    opening: 'Sta iniziando.',
    gatheringOrder:
      'All’inizio, l’ordine tra tutte le persone in attesa qui viene sorteggiato. L’orario di arrivo non conta. Chi arriva più tardi attende dietro.',
    soldOutHeading: 'Esaurito',
    soldOut:
      'Tutti i biglietti sono venduti e la sala d’attesa è chiusa. Se vengono restituiti dei biglietti, tornano in vendita e questa pagina prosegue.',
    busyHeading: 'Un momento',
    busy: 'Nell’ultimo minuto sono arrivate molte persone dalla sua rete. Questa pagina riprova da sola.',
    lost: {
      too_late: 'Era il suo turno, ma questa pagina è rimasta chiusa troppo a lungo. Ha un nuovo posto.',
      ended: 'Il suo tempo per prenotare i biglietti è terminato. Ha un nuovo posto.',
    },
    updated: 'Aggiornato alle <clock>{time}</clock>',
  },

  language: 'Lingua',
  reload: 'Non succede nulla? Ricarichi la pagina.',
  about: 'Informazioni sull’evento',
  needsScript:
    'Per acquistare biglietti qui è necessario JavaScript. Lo consenta per questa pagina o apra la pagina in un altro browser.',
  openingOrder: 'Apertura dell’ordine…',
  orderNeedsScript:
    'Per aprire un ordine è necessario JavaScript. Lo consenta per questa pagina o apra la pagina in un altro browser. I biglietti sono anche nell’e-mail che conteneva questo link.',
  findTickets: 'Ha già ordinato? Ritrovi i suoi biglietti',
  soldBy: 'Biglietti venduti da <name>{organizer}</name>',
  links: {
    website: 'Sito web',
    contact: 'Contatti',
    imprint: 'Note legali',
    terms: 'Condizioni',
    privacy: 'Privacy',
  },
  summary: 'Biglietti per {event}. {whenAndWhere}',
  notFound: 'Evento non trovato',
  notFoundHeading: 'Qui non c’è alcun evento',
  notFoundText:
    'Forse l’indirizzo è scritto in modo errato, oppure i biglietti non sono più in vendita. Verifichi il link o si rivolga all’organizzatore che glielo ha fornito.',
  notFoundTickets: 'Ha già dei biglietti? Il link nella sua e-mail di conferma porta ancora ai biglietti.',
} satisfies PartialTranslation<typeof en>;
