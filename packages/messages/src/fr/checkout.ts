import type en from '../en/checkout.ts';
import type { PartialTranslation } from '../texts.ts';
import answers from './answers.ts';
import formats from './formats.ts';

export default {
  formats,

  oneMoment: 'Un instant…',
  pleaseWait: 'Veuillez patienter…',
  tryAgain: 'Réessayer',
  progress: 'Avancement',
  steps: { tickets: 'Billets', details: 'Informations', pay: 'Paiement', done: 'Terminé' },
  stepDone: ', étape terminée',
  total: 'Total',
  free: 'Gratuit',
  continue: 'Continuer',
  change: 'Modifier',
  optional: '(facultatif)',
  email: 'E-mail',
  yourOrder: 'Votre commande',
  order: 'Commande {number}',
  chooseTickets: 'Choisir des billets',
  or: 'ou',

  failures: {
    fieldErrors: {
      required: 'Veuillez remplir ce champ.',
      too_long:
        'Veuillez saisir au maximum {lengthMax, plural, one {# caractère} many {# de caractères} other {# caractères}}.',
      invalid_character: 'Ce texte contient un caractère qui n’est pas autorisé.',
      not_deliverable: 'Saisissez une adresse e-mail qui peut recevoir des messages, comme nom@example.com.',
      too_many_tickets:
        'Une commande peut comporter au maximum {quantityMax, plural, one {# billet} many {# de billets} other {# billets}}.',
      unknown_offer: 'Cette offre n’est plus en vente.',
      below_order_minimum: 'La quantité minimale par commande est de {quantityMin, number} ({name}).',
      above_order_maximum: 'La quantité maximale par commande est de {quantityMax, number} ({name}).',
      above_holder_maximum: 'La quantité maximale par personne est de {quantityMax, number} ({name}).',
      no_longer_sold: '{name} : cette offre n’est plus en vente.',
      sale_not_started: '{name} : en vente à partir du {salesStartAt}.',
      sale_ended: '{name} : la vente s’est terminée le {salesEndAt}.',
      sold_out: '{name} : cette offre est épuisée.',
      not_enough_left:
        '{name} : il {available, plural, one {n’en reste que #} many {n’en reste que #} other {n’en reste que #}}.',
      wrong_type: '{type, select, number {Veuillez saisir un nombre.} other {Cette valeur n’est pas valable.}}',
      wrong_format: 'Cette valeur n’a pas le format demandé.',
      too_short:
        'Veuillez saisir au moins {lengthMin, plural, one {# caractère} many {# de caractères} other {# caractères}}.',
      below_minimum: 'Veuillez saisir au moins {minimum, number}.',
      above_maximum: 'Veuillez saisir au maximum {maximum, number}.',
      too_few_items: 'Veuillez en choisir au moins {itemsMin, number}.',
      too_many_items: 'Veuillez en choisir au maximum {itemsMax, number}.',
      not_a_date: 'Veuillez saisir une date complète : jour, mois et année.',
      date_too_early: 'La date la plus ancienne possible est le {date}.',
      date_too_late: 'La date la plus tardive possible est le {date}.',
      not_a_phone_number: 'Veuillez saisir un numéro de téléphone avec l’indicatif du pays, comme +33 1 23 45 67 89.',
      not_an_email: 'Veuillez saisir une adresse e-mail, comme nom@example.com.',
      too_young:
        'Pour {name}, il faut avoir au moins {age, plural, one {# an} many {# d’années} other {# ans}} le {onDate}.',
      too_old:
        'Pour {name}, il faut avoir au plus {age, plural, one {# an} many {# d’années} other {# ans}} le {onDate}.',
    },
    invalidField: 'Cette valeur n’est pas valable.',
    invalidFields: 'Veuillez corriger les champs signalés ci-dessous.',
    problems: {
      order_too_expensive: 'Une commande peut s’élever au maximum à {amount}. Veuillez réduire les quantités.',
      network_holds_too_much:
        'Sans paiement, au maximum {unitsMax, plural, one {# billet ou option peut être réservé} many {# de billets et options peuvent être réservés} other {# billets et options peuvent être réservés}} en même temps. Payez ou annulez une autre réservation, ou attendez qu’elle expire.',
      ipv6_network_holds_too_much:
        'Sans paiement, au maximum {unitsMax, plural, one {# billet ou option peut être réservé} many {# de billets et options peuvent être réservés} other {# billets et options peuvent être réservés}} en même temps. Payez ou annulez une autre réservation, ou attendez qu’elle expire.',
      email_holds_too_much:
        'Sans paiement, au maximum {unitsMax, plural, one {# billet ou option peut être réservé} many {# de billets et options peuvent être réservés} other {# billets et options peuvent être réservés}} en même temps. Payez ou annulez une autre réservation, ou attendez qu’elle expire.',
      unverified_email_holds_too_much:
        'Sans paiement, au maximum {unitsMax, plural, one {# billet ou option peut être réservé} many {# de billets et options peuvent être réservés} other {# billets et options peuvent être réservés}} en même temps. Payez ou annulez une autre réservation, ou attendez qu’elle expire.',
      order_holds_too_much:
        'Une commande non payée peut comporter au maximum {unitsMax, plural, one {# billet ou option} many {# de billets et options} other {# billets et options}}. Veuillez réduire les quantités ou vous adresser à l’organisateur.',
      manual_orders_hold_too_much:
        'Trop de commandes de votre réseau attendent un virement. Veuillez choisir un autre mode de paiement ou vous adresser à l’organisateur.',
      published_event_not_found: 'Les billets pour cet événement ne sont plus en vente.',
      answers_closed:
        'Les réponses de cette commande ne peuvent plus être modifiées ici. Adressez-vous à l’organisateur.',
      order_not_found: 'Aucune commande {orderNumber} ne vous est attribuée.',
      reservation_not_found:
        'Le lien vers la commande {orderNumber} n’est plus valable. Ouvrez le lien du dernier e-mail à son sujet ou passez une nouvelle commande.',
      order_not_payable:
        '{status, select, expired {La commande {orderNumber} a expiré.} other {La commande {orderNumber} ne peut plus être payée.}}',
      sale_closed: 'Les billets pour cet événement ne sont plus en vente. Rien n’a été débité.',
      payment_rejected:
        'Le paiement n’a pas pu commencer. Rien n’a été débité. Veuillez choisir un autre mode de paiement.',
      no_payment_method: 'L’organisateur n’a défini aucun mode de paiement. Veuillez lui demander comment payer.',
      token_of_other_email: 'Cette commande a été passée avec une autre adresse e-mail.',
      wrong_code: 'Le code est erroné, a déjà servi ou a expiré. Vérifiez-le ou demandez-en un nouveau.',
      request_limit_reached:
        'Trop de requêtes proviennent de votre réseau. Veuillez réessayer dans {retryAfterSeconds, plural, one {# seconde} many {# de secondes} other {# secondes}}.',
      code_request_limit_reached:
        'Vous avez demandé trop de codes pour cette adresse e-mail. Veuillez réessayer dans une heure.',
      email_code_limit_reached:
        'Trop de codes ont été envoyés à cette adresse e-mail. Veuillez réessayer dans une heure.',
      server_overloaded:
        'Trop de personnes achètent des billets en ce moment. Veuillez réessayer dans quelques instants.',
      offers_changing:
        'Trop de personnes achètent des billets en ce moment. Veuillez réessayer dans quelques instants.',
      payment_provider_unavailable:
        'Le service de paiement est indisponible en ce moment. Rien n’a été débité. Veuillez réessayer dans quelques instants.',
    },
    problem: 'Le serveur a signalé une erreur ({status}). Veuillez réessayer.',
    unavailable: 'Le serveur est indisponible en ce moment. Veuillez réessayer dans quelques instants.',
    timeout:
      'Le serveur n’a pas répondu après {seconds, plural, one {# seconde} many {# de secondes} other {# secondes}}. Veuillez vérifier votre connexion et réessayer.',
    unreachable: 'Le serveur est injoignable. Veuillez vérifier votre connexion et réessayer.',
    onPage: 'Une erreur s’est produite sur cette page. Veuillez réessayer.',
  },

  offers: {
    heading: 'Choisissez vos billets',
    closedHeading: 'Billets',
    otherTickets: 'Autres billets',
    extras: 'Options',
    saleClosed: {
      not_started: 'Ouverture de la vente : {time}.',
      sold_out: 'Cet événement est complet. Les billets rendus sont remis en vente ici.',
      ended: 'La vente pour cet événement est terminée.',
      no_tickets: 'Il n’y a pas encore de billets pour cet événement.',
    },
    closed: {
      on_sale: '',
      sold_out: 'Épuisé',
      not_started: 'Pas encore en vente',
      ended: 'Vente terminée',
    },
    onSaleFrom: 'En vente à partir du {time}',
    onSaleUntil: 'En vente jusqu’au {time}',
    ages: {
      from: 'Âge minimum : {minimum, number}',
      to: 'Âge maximum : {maximum, number}',
      between: 'Âge : {minimum, number}–{maximum, number}',
    },
    starts: 'Début : {time}',
    atLeast: 'Minimum {quantity, number} par commande',
    placesLeft: '{quantity, plural, one {# place restante} many {# de places restantes} other {# places restantes}}',
    atMost: 'Maximum {quantity, number} par commande.',
    reducedTo: 'Maximum {max, number} par commande. {quantity, number} a été remplacé par {max, number}.',
    forPersons: 'À choisir pour chaque personne à l’étape suivante : {names}.',
    usesEach:
      '{uses, plural, one {# utilisation par unité} many {# d’utilisations par unité} other {# utilisations par unité}}',
    quantity: 'Quantité : {name}',
    oneLess: 'Un de moins : {name}',
    oneMore: 'Un de plus : {name}',
    shortage:
      '{available, plural, =0 {Épuisé. Vous en avez choisi {quantity, number}.} one {Il n’en reste que #. Vous en avez choisi {quantity, number}.} many {Il n’en reste que #. Vous en avez choisi {quantity, number}.} other {Il n’en reste que #. Vous en avez choisi {quantity, number}.}}',
    take: 'En prendre {quantity, number}',
    remove: 'Retirer',
    soldOut:
      '{count, plural, one {Offre épuisée : {names}.} many {Offres épuisées : {names}.} other {Offres épuisées : {names}.}}',
    restUnchanged: 'Le reste de votre sélection est inchangé.',
    removedLines:
      '{lines, plural, one {# ligne de votre sélection n’est plus en vente.} many {# de lignes de votre sélection ne sont plus en vente.} other {# lignes de votre sélection ne sont plus en vente.}}',
    nothingChosen: 'Aucun choix pour l’instant.',
    chooseSomething: 'Choisissez au moins un billet.',
    ticketCount: '{tickets, plural, one {# billet} many {# de billets} other {# billets}}',
    beforeFees: 'hors frais',
    feesIncluded: 'Tous frais et taxes compris.',
    noFees: 'Sans frais supplémentaires.',
    calculating: 'Calcul du total…',
    calculateAgain: 'Recalculer le total',
    unpayable:
      'Ces billets ne peuvent pas être payés ici pour le moment : l’organisateur n’a défini aucun mode de paiement.',
    askOrganizer: 'Veuillez vous adresser à l’organisateur.',
    contactOrganizer: 'Veuillez contacter l’organisateur :',
  },

  receipt: { discount: 'Remise', fees: 'Frais', tax: 'Taxes', taxIncluded: 'Taxes comprises' },

  details: {
    heading: 'Vos informations',
    emailHint:
      'Vos billets sont envoyés à cette adresse. Nous y envoyons d’abord un code, pour être sûrs que vos billets arrivent.',
    name: 'Nom',
    firstName: 'Prénom',
    lastName: 'Nom de famille',
    phone: 'Téléphone',
    enterEmail: 'Saisissez une adresse e-mail, comme nom@example.com.',
    enterName: 'Saisissez votre nom.',
    holders: 'Noms sur les billets',
    holderOf: '{ticketType}, billet {number, number}',
    changeTickets: 'Modifier les billets',
    you: 'Vous, l’acheteur',
    person:
      '{persons, plural, one {Titulaire du billet} many {Personne {number, number} sur #} other {Personne {number, number} sur #}}',
    copyFirst: 'Copier depuis la personne 1',
    copied: 'Copié depuis la personne 1. Les consentements, la date de naissance et le sexe ne sont pas copiés.',
    sameAs:
      'Le nom et la date de naissance sont les mêmes que ceux de la personne {number, number}. Veuillez vérifier que personne n’est saisi deux fois.',
    errorOf: '{field} : {error}',
    draftKept: 'Vos saisies ont été conservées dans ce navigateur (dernière modification : {time}).',
    draftDelete: 'Les effacer',
    draftDeleted: 'Vos saisies ont été effacées de ce navigateur.',
  },

  answers: {
    ...answers,
    choose: 'Veuillez choisir',
    clear: 'Effacer la réponse',
    accept: 'Veuillez accepter pour continuer.',
    phoneHint: 'Avec l’indicatif du pays, comme +33 1 23 45 67 89.',
    newTab: '(s’ouvre dans un nouvel onglet)',
    street: 'Rue et numéro',
    postalCode: 'Code postal',
    city: 'Ville',
    country: 'Pays',
    guardianName: 'Nom du parent ou du représentant légal',
    heading: 'Vos réponses',
    correct: 'Corriger : {person}',
    correctUntil: 'Vous pouvez les corriger jusqu’au {time}.',
    save: 'Enregistrer',
    saved: 'Vos réponses sont enregistrées.',
    discard: 'Ne pas enregistrer',
  },

  code: {
    label: 'Code à {digits, number} chiffres',
    enter: 'Saisissez les {digits, number} chiffres de l’e-mail envoyé à {email}.',
    enterNew: 'Veuillez confirmer encore une fois votre adresse e-mail avec le nouveau code que nous avons envoyé.',
    confirmed: '<b>{email}</b> est confirmée.',
    sending: 'Envoi d’un code à <b>{email}</b>…',
    sent: 'Nous avons envoyé un code à {email}.',
    sentHint:
      'Nous l’avons envoyé à <b>{email}</b>. Rien reçu ? Regardez dans vos courriers indésirables ou <resend>demandez un nouveau code</resend>.',
    resending:
      'Nous l’avons envoyé à <b>{email}</b>. Rien reçu ? Regardez dans vos courriers indésirables ou patientez : un nouveau code est en cours d’envoi.',
    notSent: 'Le code n’a pas pu être envoyé.',
    sendAgain: 'Renvoyer le code',
  },

  pay: {
    heading: 'Paiement',
    freeHeading: 'Confirmer votre commande',
    confirm: 'Confirmer la commande',
    place: 'Commander avec obligation de paiement',
    pay: 'Payer {total}',
    how: 'Comment souhaitez-vous payer ?',
    methods: {
      stripe: {
        name: 'Carte ou portefeuille électronique',
        hint: 'Vous payez sur la page sécurisée de Stripe, puis vous revenez ici.',
      },
      manual: {
        name: 'Payer directement à l’organisateur',
        hint: 'Par exemple par virement : l’étape suivante indique comment. Vous recevez vos billets dès que l’organisateur a confirmé votre paiement.',
      },
      test: { name: 'Paiement de test', hint: 'Rien n’est débité.' },
    },
    timeLeft: 'Réservé pour vous pendant encore <b>{time}</b>',
    minutesLeft:
      'Vos billets sont réservés pendant encore {minutes, plural, one {# minute} many {# de minutes} other {# minutes}}.',
    cancel: 'Annuler la réservation',
    cancelled: 'Votre réservation est annulée. Rien n’a été débité.',
    nothingPaid:
      'Rien n’a été payé. Vos billets restent réservés pendant le temps indiqué ci-dessus : vous pouvez payer maintenant.',
    expiredHeading: 'Votre réservation a expiré',
    expired: 'Le délai de paiement est écoulé et les billets sont de nouveau en vente.',
    expiredUncharged: 'Rien n’a été débité.',
    expiredMaybePaid:
      'Si votre paiement a été accepté, vous recevez vos billets ou votre argent vous est rendu ; dans les deux cas, nous vous envoyons un e-mail.',
    reserveAgain: 'Refaire la même réservation',
    reserving: 'Réservation en cours…',
  },

  transfer: {
    label: 'Comment payer',
    accountHolder: 'Titulaire du compte',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Montant',
    reference: 'Référence',
    payBy: 'À payer avant le',
    qrCode: 'Code QR pour un virement de {amount}',
    scan: 'Scannez ce code avec votre application bancaire.',
  },

  copy: { copy: 'Copier', copied: 'Copié', copyWhat: 'Copier : {what}', wasCopied: 'Copié.' },

  placedOrder: {
    heading: '{tickets, plural, =0 {Votre commande} one {Votre billet} many {Vos billets} other {Vos billets}}',
    refundedHeading: 'Cette commande a été remboursée',
    refunded: 'Remboursé sur cette commande : {amount}.',
    ticketsNotValid: 'Les billets ne sont plus valables.',
    thanks:
      '{tickets, plural, =0 {Merci.} one {Merci. Présentez le code QR à l’entrée, sur votre téléphone ou imprimé.} many {Merci. Présentez le code QR de chaque billet à l’entrée, sur votre téléphone ou imprimé.} other {Merci. Présentez le code QR de chaque billet à l’entrée, sur votre téléphone ou imprimé.}}',
    sentTo: 'Nous envoyons aussi le tout à <b>{email}</b>.',
    addToCalendar: 'Ajouter à l’agenda',
    print: 'Imprimer',
    buyMore: 'Acheter d’autres billets',
    saved: 'Votre commande {number} est enregistrée.',
    show: 'Afficher la commande',
    confirmingHeading: 'Confirmation de votre paiement',
    confirming: 'Vous avez payé. Nous attendons la confirmation, ce qui prend quelques secondes.',
    awaitingConfirmation: 'En attente de la confirmation de votre paiement.',
    notConfirmedHeading: 'Votre paiement n’est pas encore confirmé',
    notConfirmed: 'Votre paiement n’est pas encore confirmé.',
    confirmedLater:
      'Cela peut prendre quelques minutes. Vous pouvez fermer cette page : vos billets sont envoyés par e-mail à <b>{email}</b> dès que le paiement est arrivé.',
    confirmedLaterByEmail:
      'Cela peut prendre quelques minutes. Vous pouvez fermer cette page : vos billets vous sont envoyés par e-mail dès que le paiement est arrivé.',
    check: 'Vérifier de nouveau',
    checking: 'Vérification…',
    unchanged: 'Rien n’a changé pour l’instant. Vos billets arriveront par e-mail dès que le paiement sera confirmé.',
    transferHeading: 'Virez {amount} pour recevoir vos billets',
    payHeading: 'Payez {amount} pour recevoir vos billets',
    placedHeading: 'Votre commande est enregistrée',
    unpaidHeading: 'Cette commande n’est pas encore payée',
    reservedUntil: 'Vos billets sont réservés jusqu’au <b>{time}</b>.',
    sentWhenConfirmed: 'Nous les envoyons à <b>{email}</b> dès que l’organisateur a confirmé votre paiement.',
    orderWithTotal: 'Commande <b>{number}</b>, {total}',
    questions: 'Des questions sur le paiement ? Adressez-vous à l’organisateur :',
    expiredHeading: 'Cette commande a expiré',
    expired:
      'Elle n’a pas été payée à temps et ses billets ont été remis en vente. Si vous avez payé plus tard, vous recevez vos billets ou votre argent vous est rendu.',
    cancelledHeading: 'Cette commande a été annulée',
    cancelled: 'Ses billets ne sont pas valables.',
    wasRefunded: 'Montant remboursé : {amount}.',
  },

  ticket: {
    name: '{tickets, plural, one {Billet} many {Billet {number, number} sur #} other {Billet {number, number} sur #}}',
    qrCode:
      '{tickets, plural, one {Code QR du billet, {ticketType}} many {Code QR du billet {number, number} sur #, {ticketType}} other {Code QR du billet {number, number} sur #, {ticketType}}}',
    drawQrCode: 'Afficher le code QR',
    status: { valid: '', used: 'Utilisé', void: 'Non valable' },
    holder: 'Titulaire',
    bib: 'Dossard',
    category: 'Catégorie',
    code: 'code du billet',
    uses: '{uses, plural, one {# utilisation en tout} many {# d’utilisations en tout} other {# utilisations en tout}}',
    usesLeft:
      'encore {left, number} sur {uses, plural, one {# utilisation} many {# d’utilisations} other {# utilisations}}',
  },

  lookup: {
    heading: 'Ouvrir la commande {number}',
    emailHint:
      'L’adresse e-mail de votre commande. Nous y envoyons un code, afin que personne d’autre ne voie vos billets.',
    open: 'Ouvrir la commande',
    enterEmail: 'Saisissez l’adresse e-mail de votre commande.',
    enterConfirmedEmail: 'Saisissez l’adresse e-mail à laquelle la confirmation a été envoyée.',
    notFound: 'Il n’y a pas de commande {number} pour {email}.',
    findHeading: 'Retrouver vos billets',
    find: 'Retrouver mes billets',
    noOrders: 'Il n’y a aucune commande ici pour {email}. Vous avez peut-être utilisé une autre adresse e-mail.',
    ordersHeading: 'Vos commandes',
    status: {
      pending: 'pas encore payée',
      paid: '',
      partially_refunded: '',
      refunded: 'remboursée',
      cancelled: 'annulée',
      expired: 'expirée',
    },
    linkInvalid:
      'Ce lien n’est plus valable. Ouvrez le lien du dernier e-mail ou saisissez l’adresse e-mail de votre commande.',
  },

  preview: {
    prices: 'Un aperçu ne calcule ni les frais ni les taxes.',
    notForSale:
      'Ceci est un aperçu : rien ne peut être acheté. Sur la page publiée, les acheteurs saisissent ensuite leurs coordonnées.',
  },
} satisfies PartialTranslation<typeof en>;
