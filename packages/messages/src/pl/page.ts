import type en from '../en/page.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  testMode: {
    label: 'Tryb testowy',
    notice: 'To jest test. Zamówienia nie są prawdziwe i nie są przekazywane żadne pieniądze.',
  },

  preview: {
    label: 'Podgląd',
    title: 'Podgląd: {event}',
    notice:
      'To wydarzenie nie jest opublikowane. Każda osoba z tym linkiem może oglądać tę stronę do: {until}. Tutaj nie można nic kupić.',
    ended: 'Ten podgląd się zakończył',
    endedText:
      'Link wygasł albo wydarzenie zostało zarchiwizowane. Członkowie zespołu organizatora otrzymają nowy link na stronie wydarzenia w panelu.',
  },

  waitingRoom: {
    title: 'Poczekalnia: {event}',
    heading: 'Proszę czekać na swoją kolej',
    ahead:
      '{people, plural, =0 {Zaraz będzie Twoja kolej.} one {Przed Tobą jest # osoba.} few {Przed Tobą są # osoby.} many {Przed Tobą jest # osób.} other {Przed Tobą jest # osoby.}}',
    lessThanMinute: 'Mniej niż minuta oczekiwania.',
    minutes:
      '{minutes, plural, one {Najwyżej # minuta oczekiwania.} few {Najwyżej # minuty oczekiwania.} many {Najwyżej # minut oczekiwania.} other {Najwyżej # minuty oczekiwania.}}',
    turnAt: 'Twoja kolej nadejdzie najpóźniej o <clock>{time}</clock>.',
    keepOpen:
      'Nie zamykaj tej strony. Odświeża się sama i przejdzie dalej, gdy nadejdzie Twoja kolej. Masz tylko jedno miejsce, nawet jeśli otworzysz stronę w tej przeglądarce ponownie.',
    yourTurn:
      'Będziesz mieć wtedy 15 minut na rezerwację biletów. Jeśli ta strona będzie zamknięta przez 5 minut od nadejścia Twojej kolei, miejsce otrzyma następna osoba.',
    connectionLost:
      'Nie udało się połączyć z serwerem, więc ta strona może być nieaktualna. Sprawdź połączenie. Strona sama spróbuje ponownie.',
    gatheringHeading: 'Sprzedaż jeszcze się nie rozpoczęła',
    opensAt: 'Początek: <clock>{time}</clock>.',
    opening: 'Właśnie się rozpoczyna.',
    gatheringOrder:
      'Na początku sprzedaży kolejność wszystkich czekających tu osób zostanie wylosowana. Godzina przybycia nie ma znaczenia. Osoby, które przyjdą później, czekają za nimi.',
    soldOutHeading: 'Wyprzedane',
    soldOut:
      'Wszystkie bilety zostały sprzedane, a poczekalnia jest zamknięta. Jeśli bilety zostaną zwrócone, wrócą do sprzedaży, a ta strona przejdzie dalej.',
    busyHeading: 'Chwileczkę',
    busy: 'W ostatniej minucie z Twojej sieci weszło wiele osób. Ta strona sama spróbuje ponownie.',
    lost: {
      too_late: 'Była Twoja kolej, ale ta strona była zbyt długo zamknięta. Masz nowe miejsce.',
      ended: 'Czas na rezerwację biletów minął. Masz nowe miejsce.',
    },
    updated: 'Zaktualizowano o <clock>{time}</clock>',
  },

  language: 'Język',
  reload: 'Nic się nie dzieje? Wczytaj stronę ponownie.',
  about: 'O tym wydarzeniu',
  needsScript:
    'Do zakupu biletów potrzebny jest JavaScript. Zezwól na niego na tej stronie albo otwórz ją w innej przeglądarce.',
  openingOrder: 'Otwieranie zamówienia…',
  orderNeedsScript:
    'Do otwarcia zamówienia potrzebny jest JavaScript. Zezwól na niego na tej stronie albo otwórz ją w innej przeglądarce. Bilety są też w wiadomości e-mail, w której był ten link.',
  findTickets: 'Masz już zamówienie? Znajdź swoje bilety',
  soldBy: 'Sprzedawca biletów: <name>{organizer}</name>',
  links: {
    website: 'Strona internetowa',
    contact: 'Kontakt',
    imprint: 'Dane firmy',
    terms: 'Regulamin',
    privacy: 'Prywatność',
  },
  summary: 'Bilety: {event}. {whenAndWhere}',
  notFound: 'Nie znaleziono wydarzenia',
  notFoundHeading: 'Nie ma tu żadnego wydarzenia',
  notFoundText:
    'Być może link zawiera błąd albo bilety na to wydarzenie nie są już sprzedawane. Sprawdź link lub zapytaj organizatora, od którego pochodzi.',
  notFoundTickets: 'Masz już bilety? Link w wiadomości z potwierdzeniem nadal do nich prowadzi.',
} satisfies PartialTranslation<typeof en>;
