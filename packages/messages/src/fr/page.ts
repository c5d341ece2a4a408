import type en from '../en/page.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  testMode: {
    label: 'Mode test',
    notice: 'Ceci est un test. Les commandes ne sont pas réelles et aucun argent ne circule.',
  },

  preview: {
    label: 'Aperçu',
    title: 'Aperçu : {event}',
    notice:
      'Cet événement n’est pas publié. Toute personne disposant de ce lien peut voir cette page jusqu’au {until}. Rien ne peut être acheté ici.',
    ended: 'Cet aperçu est terminé',
    endedText:
      'Le lien a expiré ou l’événement est archivé. Les membres de l’organisateur obtiennent un nouveau lien sur la page de l’événement dans le tableau de bord.',
  },

  waitingRoom: {
    title: 'Salle d’attente : {event}',
    heading: 'Veuillez attendre votre tour',
    ahead:
      '{people, plural, =0 {C’est bientôt à vous.} one {Il y a # personne avant vous.} many {Il y a # de personnes avant vous.} other {Il y a # personnes avant vous.}}',
    lessThanMinute: 'Moins d’une minute d’attente.',
    minutes:
      '{minutes, plural, one {# minute d’attente au maximum.} many {# de minutes d’attente au maximum.} other {# minutes d’attente au maximum.}}',
    turnAt: 'Votre tour viendra au plus tard à <clock>{time}</clock>.',
    keepOpen:
      'Laissez cette page ouverte. Elle s’actualise d’elle-même et passe à la suite quand votre tour arrive. Vous n’avez qu’une seule place, même si vous ouvrez de nouveau la page dans ce navigateur.',
    yourTurn:
      'Vous avez alors 15 minutes pour réserver des billets. Si cette page est fermée et le reste pendant 5 minutes après le début de votre tour, votre place est donnée à la personne suivante.',
    connectionLost:
      'Le serveur est injoignable ; cette page n’est donc peut-être plus à jour. Veuillez vérifier votre connexion. La page réessaie d’elle-même.',
    gatheringHeading: 'La vente n’a pas encore commencé',
    opensAt: 'Ouverture : <clock>{time}</clock>.',
    opening: 'Elle commence.',
    gatheringOrder:
      'À l’ouverture, les places de toutes les personnes qui attendent ici sont tirées au sort. Peu importe l’heure de votre arrivée. Les personnes qui arrivent plus tard attendent derrière.',
    soldOutHeading: 'Épuisé',
    soldOut:
      'Tous les billets sont vendus et la salle d’attente est fermée. Si des billets sont rendus, ils sont remis en vente et cette page passe à la suite.',
    busyHeading: 'Un instant',
    busy: 'Beaucoup de personnes sont arrivées de votre réseau au cours de la dernière minute. Cette page réessaie d’elle-même.',
    lost: {
      too_late: 'C’était votre tour, mais cette page est restée fermée trop longtemps. Vous avez une nouvelle place.',
      ended: 'Votre temps pour réserver des billets est écoulé. Vous avez une nouvelle place.',
    },
    updated: 'Actualisé à <clock>{time}</clock>',
  },

  language: 'Langue',
  reload: 'Rien ne se passe ? Rechargez la page.',
  about: 'À propos de cet événement',
  needsScript:
    'Pour acheter des billets ici, JavaScript est nécessaire. Veuillez l’autoriser pour cette page ou ouvrir la page dans un autre navigateur.',
  openingOrder: 'Ouverture de votre commande…',
  orderNeedsScript:
    'Pour ouvrir une commande, JavaScript est nécessaire. Veuillez l’autoriser pour cette page ou ouvrir la page dans un autre navigateur. Vos billets se trouvent aussi dans l’e-mail qui contenait ce lien.',
  findTickets: 'Déjà commandé ? Retrouvez vos billets',
  soldBy: 'Billets vendus par <name>{organizer}</name>',
  links: {
    website: 'Site web',
    contact: 'Contact',
    imprint: 'Mentions légales',
    terms: 'Conditions générales',
    privacy: 'Confidentialité',
  },
  summary: 'Billets pour {event}. {whenAndWhere}',
  notFound: 'Événement introuvable',
  notFoundHeading: 'Il n’y a pas d’événement ici',
  notFoundText:
    'L’adresse est peut-être mal saisie, ou la vente est terminée. Veuillez vérifier le lien ou vous adresser à l’organisateur qui vous l’a donné.',
  notFoundTickets: 'Vous avez déjà des billets ? Le lien de votre e-mail de confirmation y mène toujours.',
} satisfies PartialTranslation<typeof en>;
