import type en from '../en/checkout.ts';
import type { PartialTranslation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Chwileczkę…',
  pleaseWait: 'Proszę czekać…',
  tryAgain: 'Spróbuj ponownie',
  progress: 'Postęp',
  steps: { tickets: 'Bilety', details: 'Dane', pay: 'Płatność', done: 'Gotowe' },
  stepDone: ', ukończono',
  total: 'Razem',
  free: 'Bezpłatnie',
  continue: 'Dalej',
  change: 'Zmień',
  optional: '(opcjonalnie)',
  email: 'E-mail',
  yourOrder: 'Twoje zamówienie',
  order: 'Zamówienie {number}',
  chooseTickets: 'Wybierz bilety',
  or: 'lub',

  failures: {
    fieldErrors: {
      required: 'Wypełnij to pole.',
      too_long: 'Wpisz najwyżej {lengthMax, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}.',
      invalid_character: 'Ten tekst zawiera niedozwolony znak.',
      not_deliverable: 'Podaj adres e-mail, który może odbierać wiadomości, na przykład name@example.com.',
      too_many_tickets:
        'Zamówienie może obejmować najwyżej {quantityMax, plural, one {# bilet} few {# bilety} many {# biletów} other {# biletu}}.',
      unknown_offer: 'Ta pozycja nie jest już sprzedawana.',
      below_order_minimum: '{name}: najmniejsza liczba w zamówieniu to {quantityMin, number}.',
      above_order_maximum: '{name}: największa liczba w zamówieniu to {quantityMax, number}.',
      above_holder_maximum: '{name}: największa liczba na osobę to {quantityMax, number}.',
      no_longer_sold: '{name}: ta pozycja nie jest już sprzedawana.',
      sale_not_started: '{name} – początek sprzedaży: {salesStartAt}.',
      sale_ended: '{name} – koniec sprzedaży: {salesEndAt}.',
      sold_out: '{name}: wyprzedane.',
      not_enough_left:
        '{name}: {available, plural, one {została tylko # sztuka} few {zostały tylko # sztuki} many {zostało tylko # sztuk} other {zostało tylko # sztuki}}.',
      wrong_type: '{type, select, number {Wpisz liczbę.} other {Ta wartość jest nieprawidłowa.}}',
      wrong_format: 'Ta wartość nie ma wymaganego formatu.',
      too_short: 'Wpisz co najmniej {lengthMin, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}.',
      below_minimum: 'Wpisz co najmniej {minimum, number}.',
      above_maximum: 'Wpisz najwyżej {maximum, number}.',
      too_few_items: 'Wybierz co najmniej {itemsMin, number}.',
      too_many_items: 'Wybierz najwyżej {itemsMax, number}.',
      not_a_date: 'Wpisz pełną datę: dzień, miesiąc i rok.',
      date_too_early: 'Najwcześniejsza możliwa data to {date}.',
      date_too_late: 'Najpóźniejsza możliwa data to {date}.',
      not_a_phone_number: 'Wpisz numer telefonu z numerem kierunkowym kraju, na przykład +48 512 345 678.',
      not_an_email: 'Podaj adres e-mail, na przykład name@example.com.',
      too_young:
        '{name} – trzeba mieć co najmniej {age, plural, one {# rok} few {# lata} many {# lat} other {# roku}} (na dzień: {onDate}).',
      too_old:
        '{name} – można mieć najwyżej {age, plural, one {# rok} few {# lata} many {# lat} other {# roku}} (na dzień: {onDate}).',
    },
    invalidField: 'Ta wartość jest nieprawidłowa.',
    invalidFields: 'Popraw zaznaczone poniżej pola.',
    problems: {
      order_too_expensive: 'Zamówienie może kosztować najwyżej {amount}. Zmniejsz liczbę sztuk.',
      network_holds_too_much:
        'Bez płatności można mieć jednocześnie najwyżej {unitsMax, plural, one {# zarezerwowany bilet lub dodatek} few {# zarezerwowane bilety i dodatki} many {# zarezerwowanych biletów i dodatków} other {# zarezerwowanego biletu lub dodatku}}. Opłać lub anuluj inną rezerwację albo poczekaj, aż wygaśnie.',
      ipv6_network_holds_too_much:
        'Bez płatności można mieć jednocześnie najwyżej {unitsMax, plural, one {# zarezerwowany bilet lub dodatek} few {# zarezerwowane bilety i dodatki} many {# zarezerwowanych biletów i dodatków} other {# zarezerwowanego biletu lub dodatku}}. Opłać lub anuluj inną rezerwację albo poczekaj, aż wygaśnie.',
      email_holds_too_much:
        'Bez płatności można mieć jednocześnie najwyżej {unitsMax, plural, one {# zarezerwowany bilet lub dodatek} few {# zarezerwowane bilety i dodatki} many {# zarezerwowanych biletów i dodatków} other {# zarezerwowanego biletu lub dodatku}}. Opłać lub anuluj inną rezerwację albo poczekaj, aż wygaśnie.',
      unverified_email_holds_too_much:
        'Bez płatności można mieć jednocześnie najwyżej {unitsMax, plural, one {# zarezerwowany bilet lub dodatek} few {# zarezerwowane bilety i dodatki} many {# zarezerwowanych biletów i dodatków} other {# zarezerwowanego biletu lub dodatku}}. Opłać lub anuluj inną rezerwację albo poczekaj, aż wygaśnie.',
      order_holds_too_much:
        'Nieopłacone zamówienie może obejmować najwyżej {unitsMax, plural, one {# bilet lub dodatek} few {# bilety i dodatki} many {# biletów i dodatków} other {# biletu lub dodatku}}. Zmniejsz liczbę sztuk lub skontaktuj się z organizatorem.',
      manual_orders_hold_too_much:
        'Zbyt wiele zamówień z Twojej sieci czeka na przelew. Wybierz inny sposób płatności lub skontaktuj się z organizatorem.',
      published_event_not_found: 'Bilety na to wydarzenie nie są już sprzedawane.',
      answers_closed: 'Odpowiedzi w tym zamówieniu nie można już tutaj zmienić. Zapytaj organizatora.',
      order_not_found: 'Nie ma dla Ciebie zamówienia {orderNumber}.',
      reservation_not_found:
        'Link do zamówienia {orderNumber} jest już nieważny. Otwórz link z najnowszej wiadomości o tym zamówieniu albo złóż nowe.',
      order_not_payable:
        '{status, select, expired {Zamówienie {orderNumber} wygasło.} other {Zamówienia {orderNumber} nie można już opłacić.}}',
      sale_closed: 'Bilety na to wydarzenie nie są już sprzedawane. Nie pobrano żadnej opłaty.',
      payment_rejected: 'Nie udało się rozpocząć płatności. Nie pobrano żadnej opłaty. Wybierz inny sposób płatności.',
      no_payment_method: 'Organizator nie ustawił żadnego sposobu płatności. Zapytaj organizatora, jak zapłacić.',
      token_of_other_email: 'To zamówienie złożono z innym adresem e-mail.',
      wrong_code: 'Kod jest błędny, został już użyty albo wygasł. Sprawdź go lub poproś o nowy.',
      request_limit_reached:
        'Z Twojej sieci nadeszło zbyt wiele żądań. Spróbuj ponownie za {retryAfterSeconds, plural, one {# sekundę} few {# sekundy} many {# sekund} other {# sekundy}}.',
      code_request_limit_reached: 'Zbyt wiele próśb o kod dla tego adresu e-mail. Spróbuj ponownie za godzinę.',
      email_code_limit_reached: 'Na ten adres e-mail wysłano zbyt wiele kodów. Spróbuj ponownie za godzinę.',
      server_overloaded: 'W tej chwili zbyt wiele osób kupuje bilety. Spróbuj ponownie za chwilę.',
      offers_changing: 'W tej chwili zbyt wiele osób kupuje bilety. Spróbuj ponownie za chwilę.',
      payment_provider_unavailable:
        'Usługa płatnicza jest w tej chwili niedostępna. Nie pobrano żadnej opłaty. Spróbuj ponownie za chwilę.',
    },
    problem: 'Serwer zgłosił błąd ({status}). Spróbuj ponownie.',
    unavailable: 'Serwer jest w tej chwili niedostępny. Spróbuj ponownie za chwilę.',
    timeout:
      'Serwer nie odpowiedział w ciągu {seconds, plural, one {# sekundy} few {# sekund} many {# sekund} other {# sekundy}}. Sprawdź połączenie i spróbuj ponownie.',
    unreachable: 'Nie udało się połączyć z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    onPage: 'Na tej stronie wystąpił błąd. Spróbuj ponownie.',
  },

  offers: {
    heading: 'Wybierz bilety',
    closedHeading: 'Bilety',
    otherTickets: 'Pozostałe bilety',
    extras: 'Dodatki',
    saleClosed: {
      not_started: 'Początek sprzedaży: {time}.',
      sold_out: 'Bilety na to wydarzenie są wyprzedane. Zwrócone bilety wracają tu do sprzedaży.',
      ended: 'Sprzedaż biletów na to wydarzenie się zakończyła.',
      no_tickets: 'Nie ma jeszcze biletów na to wydarzenie.',
    },
    closed: {
      on_sale: '',
      sold_out: 'Wyprzedane',
      not_started: 'Jeszcze nie w sprzedaży',
      ended: 'Sprzedaż zakończona',
    },
    onSaleFrom: 'W sprzedaży od: {time}',
    onSaleUntil: 'W sprzedaży do: {time}',
    ages: {
      from: 'Wiek minimalny: {minimum, number}',
      to: 'Wiek maksymalny: {maximum, number}',
      between: 'Wiek: {minimum, number}–{maximum, number}',
    },
    starts: 'Start: {time}',
    atLeast: 'Co najmniej {quantity, number} w zamówieniu',
    placesLeft:
      '{quantity, plural, one {Zostało # miejsce} few {Zostały # miejsca} many {Zostało # miejsc} other {Zostało # miejsca}}',
    atMost: 'Najwyżej {quantity, number} w zamówieniu.',
    reducedTo: 'Najwyżej {max, number} w zamówieniu. Zmieniono {quantity, number} na {max, number}.',
    forPersons: 'Do wyboru dla każdej osoby w następnym kroku: {names}.',
    usesEach:
      '{uses, plural, one {# użycie na sztukę} few {# użycia na sztukę} many {# użyć na sztukę} other {# użycia na sztukę}}',
    quantity: 'Liczba: {name}',
    oneLess: 'O jeden mniej: {name}',
    oneMore: 'O jeden więcej: {name}',
    shortage:
      '{available, plural, =0 {Wyprzedane. Wybrana liczba: {quantity, number}.} one {Została tylko # sztuka. Wybrana liczba: {quantity, number}.} few {Zostały tylko # sztuki. Wybrana liczba: {quantity, number}.} many {Zostało tylko # sztuk. Wybrana liczba: {quantity, number}.} other {Zostało tylko # sztuki. Wybrana liczba: {quantity, number}.}}',
    take: 'Weź {quantity, number}',
    remove: 'Usuń',
    soldOut:
      '{count, plural, one {Wyprzedane: {names}.} few {Wyprzedane: {names}.} many {Wyprzedane: {names}.} other {Wyprzedane: {names}.}}',
    restUnchanged: 'Pozostały wybór nie zmienił się.',
    removedLines:
      '{lines, plural, one {# pozycja z Twojego wyboru nie jest już sprzedawana.} few {# pozycje z Twojego wyboru nie są już sprzedawane.} many {# pozycji z Twojego wyboru nie jest już sprzedawanych.} other {# pozycji z Twojego wyboru nie jest już sprzedawane.}}',
    nothingChosen: 'Nic jeszcze nie wybrano.',
    chooseSomething: 'Wybierz co najmniej jeden bilet.',
    ticketCount: '{tickets, plural, one {# bilet} few {# bilety} many {# biletów} other {# biletu}}',
    beforeFees: 'plus opłaty',
    feesIncluded: 'Zawiera wszystkie opłaty i podatki.',
    noFees: 'Bez dodatkowych opłat.',
    calculating: 'Obliczanie sumy…',
    calculateAgain: 'Oblicz sumę ponownie',
    unpayable: 'W tej chwili nie można tu zapłacić za te bilety: organizator nie ustawił żadnego sposobu płatności.',
    askOrganizer: 'Zapytaj organizatora.',
    contactOrganizer: 'Skontaktuj się z organizatorem:',
  },

  receipt: { discount: 'Rabat', fees: 'Opłaty', tax: 'Podatek', taxIncluded: 'W tym podatek' },

  details: {
    heading: 'Twoje dane',
    emailHint: 'Na ten adres wyślemy bilety. Najpierw wyślemy kod, aby mieć pewność, że dotrą.',
    name: 'Imię i nazwisko',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    phone: 'Telefon',
    enterEmail: 'Podaj adres e-mail, na przykład name@example.com.',
    enterName: 'Podaj imię i nazwisko.',
    holders: 'Imiona i nazwiska na biletach',
    holderOf: '{ticketType}, bilet {number, number}',
    changeTickets: 'Zmień bilety',
    you: 'Kupujący',
    person:
      '{persons, plural, one {Posiadacz biletu} few {Osoba {number, number} z #} many {Osoba {number, number} z #} other {Osoba {number, number} z #}}',
    copyFirst: 'Skopiuj od osoby 1',
    copied: 'Skopiowano od osoby 1. Zgody, data urodzenia i płeć nie są kopiowane.',
    sameAs:
      'Imię i nazwisko oraz data urodzenia są takie same jak u osoby {number, number}. Sprawdź, czy nikt nie został wpisany dwa razy.',
    errorOf: '{field}: {error}',
    draftKept: 'Wpisane dane zostały zachowane w tej przeglądarce (ostatnia zmiana: {time}).',
    draftDelete: 'Usuń',
    draftDeleted: 'Wpisane dane zostały usunięte z tej przeglądarki.',
  },

  answers: {
    ...answers,
    choose: 'Wybierz',
    clear: 'Usuń odpowiedź',
    accept: 'Zaakceptuj, aby kontynuować.',
    phoneHint: 'Z numerem kierunkowym kraju, na przykład +48 512 345 678.',
    newTab: '(otwiera się w nowej karcie)',
    street: 'Ulica i numer',
    postalCode: 'Kod pocztowy',
    city: 'Miejscowość',
    country: 'Kraj',
    guardianName: 'Imię i nazwisko opiekuna prawnego',
    heading: 'Twoje odpowiedzi',
    correct: 'Popraw: {person}',
    correctUntil: 'Możesz je poprawiać do: {time}.',
    save: 'Zapisz',
    saved: 'Odpowiedzi są zapisane.',
    discard: 'Nie zapisuj',
  },

  code: {
    label: 'Kod składający się z {digits, number} cyfr',
    enter: 'Wpisz {digits, number} cyfr z wiadomości wysłanej na adres {email}.',
    enterNew: 'Potwierdź adres e-mail jeszcze raz nowym kodem, który wysłaliśmy.',
    confirmed: 'Adres <b>{email}</b> jest potwierdzony.',
    sending: 'Wysyłanie kodu na adres <b>{email}</b>…',
    sent: 'Wysłaliśmy kod na adres {email}.',
    sentHint:
      'Wysłaliśmy go na adres <b>{email}</b>. Nic nie dotarło? Sprawdź folder ze spamem albo <resend>poproś o nowy kod</resend>.',
    resending:
      'Wysłaliśmy go na adres <b>{email}</b>. Nic nie dotarło? Sprawdź folder ze spamem albo poczekaj: nowy kod jest właśnie wysyłany.',
    notSent: 'Nie udało się wysłać kodu.',
    sendAgain: 'Wyślij kod ponownie',
  },

  pay: {
    heading: 'Płatność',
    freeHeading: 'Potwierdź zamówienie',
    confirm: 'Potwierdź zamówienie',
    place: 'Zamówienie z obowiązkiem zapłaty',
    pay: 'Zapłać {total}',
    how: 'Wybierz sposób płatności',
    methods: {
      stripe: {
        name: 'Karta lub portfel elektroniczny',
        hint: 'Płatność odbywa się na bezpiecznej stronie Stripe, a potem następuje powrót tutaj.',
      },
      manual: {
        name: 'Bezpośrednio do organizatora',
        hint: 'Na przykład przelewem: następny krok pokaże, jak to zrobić. Bilety otrzymasz, gdy organizator potwierdzi płatność.',
      },
      test: { name: 'Płatność testowa', hint: 'Nie zostanie pobrana żadna opłata.' },
    },
    timeLeft: 'Rezerwacja ważna jeszcze przez <b>{time}</b>',
    minutesLeft:
      'Bilety są zarezerwowane jeszcze przez {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}}.',
    cancel: 'Anuluj rezerwację',
    cancelled: 'Rezerwacja została anulowana. Nie pobrano żadnej opłaty.',
    nothingPaid:
      'Nic nie zostało zapłacone. Bilety są nadal zarezerwowane przez czas podany powyżej: można teraz zapłacić.',
    expiredHeading: 'Rezerwacja wygasła',
    expired: 'Czas na zapłatę minął, a bilety wróciły do sprzedaży.',
    expiredUncharged: 'Nie pobrano żadnej opłaty.',
    expiredMaybePaid:
      'Jeśli płatność została przyjęta, otrzymasz bilety albo zwrot pieniędzy; w obu przypadkach wyślemy wiadomość e-mail.',
    reserveAgain: 'Zarezerwuj to samo ponownie',
    reserving: 'Rezerwowanie…',
  },

  transfer: {
    label: 'Jak zapłacić',
    accountHolder: 'Posiadacz rachunku',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Kwota',
    reference: 'Tytuł przelewu',
    payBy: 'Termin płatności',
    qrCode: 'Kod QR do przelewu na kwotę {amount}',
    scan: 'Zeskanuj ten kod w aplikacji bankowej.',
  },

  copy: { copy: 'Kopiuj', copied: 'Skopiowano', copyWhat: 'Kopiuj: {what}', wasCopied: 'Skopiowano.' },

  placedOrder: {
    heading:
      '{tickets, plural, =0 {Twoje zamówienie} one {Twój bilet} few {Twoje bilety} many {Twoje bilety} other {Twoje bilety}}',
    refundedHeading: 'Za to zamówienie zwrócono pieniądze',
    refunded: 'Kwota zwrócona z tego zamówienia: {amount}.',
    ticketsNotValid: 'Bilety nie są już ważne.',
    thanks:
      '{tickets, plural, =0 {Dziękujemy.} one {Dziękujemy. Przy wejściu pokaż kod QR w telefonie lub na wydruku.} few {Dziękujemy. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.} many {Dziękujemy. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.} other {Dziękujemy. Przy wejściu pokaż kod QR każdego biletu w telefonie lub na wydruku.}}',
    sentTo: 'Wysyłamy też wszystko na adres <b>{email}</b>.',
    addToCalendar: 'Dodaj do kalendarza',
    print: 'Drukuj',
    buyMore: 'Kup więcej biletów',
    saved: 'Zamówienie {number} jest zapisane.',
    show: 'Pokaż zamówienie',
    confirmingHeading: 'Potwierdzanie płatności',
    confirming: 'Zapłacono. Czekamy na potwierdzenie, co trwa kilka sekund.',
    awaitingConfirmation: 'Czekamy na potwierdzenie płatności.',
    notConfirmedHeading: 'Płatność nie jest jeszcze potwierdzona',
    notConfirmed: 'Płatność nie jest jeszcze potwierdzona.',
    confirmedLater:
      'Może to potrwać kilka minut. Możesz zamknąć tę stronę: wyślemy bilety na adres <b>{email}</b>, gdy tylko płatność dotrze.',
    confirmedLaterByEmail:
      'Może to potrwać kilka minut. Możesz zamknąć tę stronę: wyślemy bilety e-mailem, gdy tylko płatność dotrze.',
    check: 'Sprawdź ponownie',
    checking: 'Sprawdzanie…',
    unchanged: 'Nic się jeszcze nie zmieniło. Gdy to nastąpi, bilety przyjdą e-mailem.',
    transferHeading: 'Przelej {amount}, aby otrzymać bilety',
    payHeading: 'Zapłać {amount}, aby otrzymać bilety',
    placedHeading: 'Zamówienie zostało złożone',
    unpaidHeading: 'To zamówienie nie jest jeszcze opłacone',
    reservedUntil: 'Bilety są zarezerwowane do: <b>{time}</b>.',
    sentWhenConfirmed: 'Wyślemy je na adres <b>{email}</b>, gdy tylko organizator potwierdzi płatność.',
    orderWithTotal: 'Zamówienie <b>{number}</b>, {total}',
    questions: 'Pytania dotyczące płatności? Zapytaj organizatora:',
    expiredHeading: 'To zamówienie wygasło',
    expired:
      'Nie zostało opłacone na czas, a jego bilety wróciły do sprzedaży. Jeśli zapłacono później, otrzymasz bilety albo zwrot pieniędzy.',
    cancelledHeading: 'To zamówienie zostało anulowane',
    cancelled: 'Jego bilety nie są ważne.',
    wasRefunded: 'Zwrócona kwota: {amount}.',
  },

  ticket: {
    name: '{tickets, plural, one {Bilet} few {Bilet {number, number} z #} many {Bilet {number, number} z #} other {Bilet {number, number} z #}}',
    qrCode:
      '{tickets, plural, one {Kod QR biletu, {ticketType}} few {Kod QR biletu {number, number} z #, {ticketType}} many {Kod QR biletu {number, number} z #, {ticketType}} other {Kod QR biletu {number, number} z #, {ticketType}}}',
    drawQrCode: 'Pokaż kod QR',
    status: { valid: '', used: 'Wykorzystany', void: 'Nieważny' },
    holder: 'Posiadacz',
    bib: 'Numer startowy',
    category: 'Kategoria',
    code: 'kod biletu',
    uses: '{uses, plural, one {łącznie # użycie} few {łącznie # użycia} many {łącznie # użyć} other {łącznie # użycia}}',
    usesLeft: 'pozostało {left, number} z {uses, plural, one {# użycia} few {# użyć} many {# użyć} other {# użycia}}',
  },

  lookup: {
    heading: 'Otwórz zamówienie {number}',
    emailHint: 'Adres e-mail podany w zamówieniu. Wyślemy na niego kod, aby nikt inny nie zobaczył biletów.',
    open: 'Otwórz zamówienie',
    enterEmail: 'Podaj adres e-mail z zamówienia.',
    enterConfirmedEmail: 'Podaj adres e-mail, na który wysłano potwierdzenie.',
    notFound: 'Nie ma zamówienia {number} dla adresu {email}.',
    findHeading: 'Znajdź swoje bilety',
    find: 'Znajdź moje bilety',
    noOrders: 'Nie ma tu zamówienia dla adresu {email}. Być może w zamówieniu podano inny adres e-mail.',
    ordersHeading: 'Twoje zamówienia',
    status: {
      pending: 'jeszcze nieopłacone',
      paid: '',
      partially_refunded: '',
      refunded: 'zwrócone',
      cancelled: 'anulowane',
      expired: 'wygasłe',
    },
    linkInvalid:
      'Ten link jest już nieważny. Otwórz link z najnowszej wiadomości albo podaj adres e-mail z zamówienia.',
  },

  preview: {
    prices: 'Podgląd nie oblicza opłat ani podatków.',
    notForSale: 'To jest podgląd: nie można nic kupić. Na opublikowanej stronie kupujący podają następnie swoje dane.',
  },
} satisfies PartialTranslation<typeof en>;
