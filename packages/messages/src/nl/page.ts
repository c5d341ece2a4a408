import type en from '../en/page.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  testMode: {
    label: 'Testmodus',
    notice: 'Dit is een test. Bestellingen zijn niet echt en er wordt geen geld overgemaakt.',
  },

  preview: {
    label: 'Voorbeeld',
    title: 'Voorbeeld: {event}',
    notice:
      'Dit evenement is niet gepubliceerd. Iedereen met deze link kan deze pagina zien tot {until}. Hier kan niets worden gekocht.',
    ended: 'Dit voorbeeld is afgelopen',
    endedText:
      'De link is verlopen of het evenement is gearchiveerd. Leden van de organisator krijgen een nieuwe link op de pagina van het evenement in het dashboard.',
  },

  waitingRoom: {
    title: 'Wachtkamer: {event}',
    heading: 'Wacht tot u aan de beurt bent',
    ahead:
      '{people, plural, =0 {U bent zo aan de beurt.} one {Er is # persoon vóór u.} other {Er zijn # personen vóór u.}}',
    lessThanMinute: 'Minder dan een minuut wachten.',
    minutes: '{minutes, plural, one {Maximaal # minuut wachten.} other {Maximaal # minuten wachten.}}',
    turnAt: 'U bent uiterlijk om <clock>{time}</clock> aan de beurt.',
    keepOpen:
      'Laat deze pagina open. Ze werkt zichzelf bij en gaat verder als u aan de beurt bent. U hebt maar één plaats, ook als u de pagina nog een keer in deze browser opent.',
    yourTurn:
      'U hebt dan 15 minuten om tickets te reserveren. Als deze pagina gesloten is en na het begin van uw beurt 5 minuten gesloten blijft, gaat uw plaats naar de volgende persoon.',
    connectionLost:
      'De server is niet bereikbaar, dus deze pagina is misschien verouderd. Controleer uw verbinding. De pagina probeert het vanzelf opnieuw.',
    gatheringHeading: 'De verkoop is nog niet begonnen',
    opensAt: 'De verkoop begint op <clock>{time}</clock>.',
    opening: 'De verkoop begint nu.',
    gatheringOrder:
      'Bij het begin wordt de volgorde geloot onder iedereen die hier wacht. Het maakt niet uit wanneer u bent gekomen. Wie later komt, wacht achteraan.',
    soldOutHeading: 'Uitverkocht',
    soldOut:
      'Alle tickets zijn verkocht en de wachtkamer is gesloten. Als er tickets worden teruggegeven, worden ze weer verkocht en gaat deze pagina verder.',
    busyHeading: 'Een ogenblik',
    busy: 'Er zijn in de afgelopen minuut veel mensen vanaf uw netwerk gekomen. Deze pagina probeert het vanzelf opnieuw.',
    lost: {
      too_late: 'U was aan de beurt, maar deze pagina was te lang gesloten. U hebt een nieuwe plaats.',
      ended: 'Uw tijd om tickets te reserveren is voorbij. U hebt een nieuwe plaats.',
    },
    updated: 'Bijgewerkt om <clock>{time}</clock>',
  },

  language: 'Taal',
  reload: 'Gebeurt er niets? Laad de pagina opnieuw.',
  about: 'Over dit evenement',
  needsScript:
    'Om hier tickets te kopen is JavaScript nodig. Sta het toe voor deze pagina of open de pagina in een andere browser.',
  openingOrder: 'Uw bestelling wordt geopend…',
  orderNeedsScript:
    'Om een bestelling te openen is JavaScript nodig. Sta het toe voor deze pagina of open de pagina in een andere browser. Uw tickets staan ook in de e-mail met deze link.',
  findTickets: 'Al besteld? Vind uw tickets terug',
  soldBy: 'Tickets verkocht door <name>{organizer}</name>',
  links: {
    website: 'Website',
    contact: 'Contact',
    imprint: 'Colofon',
    terms: 'Voorwaarden',
    privacy: 'Privacy',
  },
  summary: 'Tickets voor {event}. {whenAndWhere}',
  notFound: 'Evenement niet gevonden',
  notFoundHeading: 'Hier is geen evenement',
  notFoundText:
    'Misschien is de link verkeerd getypt, of worden er geen tickets meer verkocht. Controleer de link of vraag het aan de organisator van wie u de link hebt.',
  notFoundTickets: 'Hebt u al tickets? De link in uw bevestigingsmail leidt er nog steeds naartoe.',
} satisfies PartialTranslation<typeof en>;
