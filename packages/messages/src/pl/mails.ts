import type en from '../en/mails.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  links: { website: 'Strona internetowa', imprint: 'Dane firmy', terms: 'Regulamin', privacy: 'Prywatność' },
  hello: 'Dzień dobry {name},',
  reason: 'Ta wiadomość dotyczy zamówienia {orderNumber} (organizator: {organizer}), złożonego dla adresu {email}.',
  viewOrder: 'Zobacz zamówienie',
  yourOrder: 'Twoje zamówienie',
  event: 'Wydarzenie',
  when: 'Kiedy',
  where: 'Gdzie',
  order: 'Zamówienie',

  code: {
    subject: '{code} to Twój kod',
    title: 'Twój kod weryfikacyjny',
    summary:
      'Wpisz ten kod, aby potwierdzić adres e-mail. Kod wygaśnie za {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}}.',
    cart: 'Jeśli strona została zamknięta, ten link otworzy ją ponownie na dowolnym urządzeniu.',
    continue: 'Kontynuuj zamówienie',
    secret: 'Nie przekazuj nikomu tego kodu. Nigdy o niego nie poprosimy.',
    notRequested: 'Jeśli kod nie był potrzebny, zignoruj tę wiadomość.',
    reason: 'Wysłaliśmy tę wiadomość, ponieważ poproszono o kod dla adresu {email}.',
  },

  sums: {
    heading: 'Podsumowanie',
    quantity: 'Liczba: {quantity, number}, {unitPrice} za sztukę',
    discount: 'Rabat',
    fees: 'Opłaty',
    tax: 'Podatek',
    total: 'Razem',
    taxIncluded: 'Suma zawiera podatek: {tax}.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Twoje zamówienie: {event}} one {Twój bilet: {event}} few {Twoje bilety: {event}} many {Twoje bilety: {event}} other {Twoje bilety: {event}}}',
    summary:
      '{tickets, plural, =0 {Dziękujemy, zamówienie jest potwierdzone.} one {Dziękujemy, zamówienie jest potwierdzone. Przy wejściu pokaż kod QR biletu w telefonie lub na wydruku.} few {Dziękujemy, zamówienie jest potwierdzone. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.} many {Dziękujemy, zamówienie jest potwierdzone. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.} other {Dziękujemy, zamówienie jest potwierdzone. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.}}',
    further:
      '{tickets, plural, one {Zamówienie obejmuje jeszcze # bilet. Otwórz je przyciskiem powyżej, aby zobaczyć kod QR.} few {Zamówienie obejmuje jeszcze # bilety. Otwórz je przyciskiem powyżej, aby zobaczyć kody QR.} many {Zamówienie obejmuje jeszcze # biletów. Otwórz je przyciskiem powyżej, aby zobaczyć kody QR.} other {Zamówienie obejmuje jeszcze # biletu. Otwórz je przyciskiem powyżej, aby zobaczyć kody QR.}}',
    position:
      '{tickets, plural, one {Twój bilet} few {Bilet {number, number} z #} many {Bilet {number, number} z #} other {Bilet {number, number} z #}}',
    qrCode:
      '{tickets, plural, one {Kod QR biletu} few {Kod QR biletu {number, number} z #} many {Kod QR biletu {number, number} z #} other {Kod QR biletu {number, number} z #}}',
    holder: 'Posiadacz',
    bib: 'Numer startowy',
    category: 'Kategoria',
    status: 'Stan',
    used: 'Już wykorzystany',
    from: 'Od',
    to: 'Do',
    date: 'Data',
    time: 'Godzina',
    addons: 'Dodatki',
    units: 'do wykorzystania: {units, plural, one {# sztuka} few {# sztuki} many {# sztuk} other {# sztuki}}',
    unitsLeft:
      'do wykorzystania pozostało: {left, number} z {units, plural, one {# sztuki} few {# sztuk} many {# sztuk} other {# sztuki}}',
  },

  awaitingPayment: {
    subject: 'Dokończ płatność: {event}',
    title: 'Do zapłaty: {amount}',
    summary:
      'Zamówienie na wydarzenie {event} jest zarezerwowane, ale jeszcze nieopłacone. Odbiorca płatności: {organizer}.',
    summaryUntil:
      'Zamówienie na wydarzenie {event} jest zarezerwowane, ale jeszcze nieopłacone. Odbiorca płatności: {organizer}. Termin: {deadline}.',
    heading: 'Jak zapłacić',
    amount: 'Kwota',
    accountHolder: 'Posiadacz rachunku',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Tytuł przelewu',
    payBy: 'Termin płatności',
    enterReference: 'Wpisz tytuł przelewu dokładnie tak, jak podano, abyśmy mogli przypisać płatność do zamówienia.',
    instructionsFollow: '{organizer} poinformuje, jak zapłacić. Podaj w płatności tytuł przelewu.',
    qrCode: 'Kod QR do przelewu',
    scan: 'Aplikacje bankowe mogą zeskanować ten kod QR (payment.png), aby wypełnić przelew.',
    ticketsFollow: 'Wyślemy bilety e-mailem, gdy tylko {organizer} potwierdzi płatność.',
    expires: 'Jeśli płatność nie zostanie potwierdzona na czas, zamówienie wygaśnie, a bilety wrócą do sprzedaży.',
  },

  cancelled: {
    subject: 'Zamówienie zostało anulowane: {event}',
    title: 'Zamówienie zostało anulowane',
    summary: 'Organizator {organizer} anulował zamówienie na wydarzenie {event}. Nie trzeba nic płacić.',
    contact:
      'Jeśli zamówienie jest już opłacone albo anulowanie jest niespodziewane, skontaktuj się z organizatorem: {organizer}.',
  },

  refunded: {
    subject: 'Zwrot pieniędzy: {event}',
    title: 'Zwrot {amount}',
    subjectFree: 'Zamówienie zostało zmienione: {event}',
    titleFree: 'Zamówienie zostało zmienione',
    summaryFree: 'Organizator {organizer} anulował część zamówienia na wydarzenie {event}.',
    byProvider:
      'Organizator {organizer} zwraca {amount} z zamówienia na wydarzenie {event}. Pieniądze wrócą tą samą drogą, którą dokonano płatności, co może potrwać do 10 dni roboczych.',
    byOrganizer:
      'Organizator {organizer} zwraca {amount} z zamówienia na wydarzenie {event}. Pieniądze przekaże bezpośrednio {organizer}.',
    byBoth:
      'Organizator {organizer} zwraca {amount} z zamówienia na wydarzenie {event}. Kwota {byProvider} wróci tą samą drogą, którą dokonano płatności, co może potrwać do 10 dni roboczych. Kwotę {byOrganizer} przekaże bezpośrednio {organizer}.',
    note: 'Powód: {note}',
    allValid: 'Wszystko, co w zamówieniu było ważne, pozostaje ważne.',
    nothingValid: 'Zwrócono pieniądze za całe zamówienie. Jego bilety i ich kody QR nie są już ważne.',
    itemsInvalid: 'Zwróconych pozycji nie można już wykorzystać. Reszta zamówienia pozostaje ważna.',
    ticketsInvalid:
      '{tickets, plural, one {Ten bilet i jego kod QR nie są już ważne:} few {Te bilety i ich kody QR nie są już ważne:} many {Te bilety i ich kody QR nie są już ważne:} other {Te bilety i ich kody QR nie są już ważne:}}',
    furtherTickets: 'i jeszcze {tickets, number}',
    restValid: 'Reszta zamówienia pozostaje ważna.',
    bib: 'Numer startowy {bib}',
    heading: 'Zwrot',
    orderTotal: 'Wartość zamówienia',
    thisRefund: 'Ten zwrot',
    earlierRefunds: 'Wcześniejsze zwroty',
    totalAfter: 'Suma po zwrotach',
  },

  paymentReturned: {
    subject: 'Zwracamy płatność: {event}',
    title: 'Zwracamy płatność {amount}',
    summary: 'Nie mogliśmy przyjąć płatności {amount} za wydarzenie {event} i zwracamy ją w całości.',
    explanation:
      'Dzieje się tak, gdy płatność dotrze po wygaśnięciu zamówienia, a jego bilety są wyprzedane, gdy zamówienie jest już opłacone albo gdy kwota się nie zgadza. Nie trzeba nic robić: pieniądze wrócą tą samą drogą, którą dokonano płatności. Może to potrwać do 10 dni roboczych.',
  },
} satisfies PartialTranslation<typeof en>;
