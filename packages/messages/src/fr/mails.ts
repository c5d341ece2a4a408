import type en from '../en/mails.ts';
import type { PartialTranslation } from '../texts.ts';

export default {
  links: {
    website: 'Site web',
    imprint: 'Mentions légales',
    terms: 'Conditions générales',
    privacy: 'Confidentialité',
  },
  hello: 'Bonjour {name},',
  reason:
    'Vous recevez cet e-mail au sujet de la commande {orderNumber}, passée pour {email} (organisateur : {organizer}).',
  viewOrder: 'Voir la commande',
  yourOrder: 'Votre commande',
  event: 'Événement',
  when: 'Date',
  where: 'Lieu',
  order: 'Commande',

  code: {
    subject: '{code} est votre code',
    title: 'Votre code de vérification',
    summary:
      'Saisissez ce code pour confirmer votre adresse e-mail. Il est valable {minutes, plural, one {# minute} many {# de minutes} other {# minutes}}.',
    cart: 'Si vous avez fermé la page, ce lien la rouvre, sur n’importe quel appareil.',
    continue: 'Poursuivre la commande',
    secret: 'Ne communiquez ce code à personne. Nous ne vous le demanderons jamais.',
    notRequested: 'Si vous n’avez pas demandé de code, vous pouvez ignorer cet e-mail.',
    reason: 'Vous recevez cet e-mail parce qu’un code a été demandé pour {email}.',
  },

  sums: {
    heading: 'Récapitulatif',
    quantity: 'Quantité {quantity, number}, {unitPrice} l’unité',
    discount: 'Remise',
    fees: 'Frais',
    tax: 'Taxes',
    total: 'Total',
    taxIncluded: 'Le total comprend {tax} de taxes.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Votre commande pour {event}} one {Votre billet pour {event}} many {Vos billets pour {event}} other {Vos billets pour {event}}}',
    summary:
      '{tickets, plural, =0 {Merci, votre commande est confirmée.} one {Merci, votre commande est confirmée. Présentez le code QR de votre billet à l’entrée, sur votre téléphone ou imprimé.} many {Merci, votre commande est confirmée. Présentez le code QR de chaque billet à l’entrée, sur votre téléphone ou imprimé.} other {Merci, votre commande est confirmée. Présentez le code QR de chaque billet à l’entrée, sur votre téléphone ou imprimé.}}',
    further:
      '{tickets, plural, one {Votre commande comporte encore # billet. Ouvrez-la avec le bouton ci-dessus pour voir son code QR.} many {Votre commande comporte encore # de billets. Ouvrez-la avec le bouton ci-dessus pour voir leurs codes QR.} other {Votre commande comporte encore # billets. Ouvrez-la avec le bouton ci-dessus pour voir leurs codes QR.}}',
    position:
      '{tickets, plural, one {Votre billet} many {Billet {number, number} sur #} other {Billet {number, number} sur #}}',
    qrCode:
      '{tickets, plural, one {Code QR de votre billet} many {Code QR du billet {number, number} sur #} other {Code QR du billet {number, number} sur #}}',
    holder: 'Titulaire',
    bib: 'Dossard',
    category: 'Catégorie',
    status: 'État',
    used: 'Déjà utilisé',
    from: 'Du',
    to: 'Au',
    date: 'Date',
    time: 'Heure',
    addons: 'Options',
    units: 'à utiliser : {units, plural, one {# unité} many {# d’unités} other {# unités}}',
    unitsLeft:
      'reste à utiliser : {left, number} sur {units, plural, one {# unité} many {# d’unités} other {# unités}}',
  },

  awaitingPayment: {
    subject: 'Votre paiement pour {event}',
    title: 'Veuillez payer {amount}',
    summary:
      'Votre commande pour {event} est réservée, mais pas encore payée. Veuillez verser le montant à {organizer}.',
    summaryUntil:
      'Votre commande pour {event} est réservée, mais pas encore payée. Veuillez verser le montant à {organizer} avant le {deadline}.',
    heading: 'Comment payer',
    amount: 'Montant',
    accountHolder: 'Titulaire du compte',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Référence',
    payBy: 'À payer avant le',
    enterReference:
      'Indiquez la référence exactement comme ci-dessus, afin que nous puissions rattacher votre paiement à votre commande.',
    instructionsFollow: '{organizer} vous indiquera comment payer. Veuillez joindre la référence à votre paiement.',
    qrCode: 'Code QR pour le virement',
    scan: 'Les applications bancaires peuvent scanner ce code QR (payment.png) pour remplir le virement.',
    ticketsFollow: 'Nous vous envoyons vos billets par e-mail dès que {organizer} a confirmé votre paiement.',
    expires: 'Si le paiement n’est pas confirmé à temps, la commande expire et ses billets sont remis en vente.',
  },

  cancelled: {
    subject: 'Votre commande pour {event} a été annulée',
    title: 'Votre commande a été annulée',
    summary: '{organizer} a annulé votre commande pour {event}. Vous n’avez rien à payer.',
    contact: 'Si vous avez déjà payé, ou si vous ne vous y attendiez pas, veuillez contacter {organizer}.',
  },

  refunded: {
    subject: 'Votre remboursement pour {event}',
    title: 'Votre remboursement de {amount}',
    subjectFree: 'Votre commande pour {event} a été modifiée',
    titleFree: 'Votre commande a été modifiée',
    summaryFree: '{organizer} a annulé une partie de votre commande pour {event}.',
    byProvider:
      '{organizer} vous rembourse {amount} de votre commande pour {event}. L’argent est reversé sur le moyen de paiement que vous avez utilisé, ce qui peut prendre jusqu’à 10 jours ouvrés.',
    byOrganizer:
      '{organizer} vous rembourse {amount} de votre commande pour {event}. L’argent vous est versé directement par {organizer}.',
    byBoth:
      '{organizer} vous rembourse {amount} de votre commande pour {event}. {byProvider} sont reversés sur le moyen de paiement que vous avez utilisé, ce qui peut prendre jusqu’à 10 jours ouvrés. {organizer} vous verse directement {byOrganizer}.',
    note: 'Motif : {note}',
    allValid: 'Tout ce qui était valable dans votre commande le reste.',
    nothingValid: 'Toute votre commande a été remboursée. Ses billets et leurs codes QR ne sont plus valables.',
    itemsInvalid: 'Ce qui a été remboursé ne peut plus être utilisé. Le reste de votre commande demeure valable.',
    ticketsInvalid:
      '{tickets, plural, one {Ce billet et son code QR ne sont plus valables :} many {Ces billets et leurs codes QR ne sont plus valables :} other {Ces billets et leurs codes QR ne sont plus valables :}}',
    furtherTickets: 'et {tickets, number} de plus',
    restValid: 'Le reste de votre commande demeure valable.',
    bib: 'Dossard {bib}',
    heading: 'Votre remboursement',
    orderTotal: 'Total de la commande',
    thisRefund: 'Ce remboursement',
    earlierRefunds: 'Remboursements précédents',
    totalAfter: 'Total après remboursements',
  },

  paymentReturned: {
    subject: 'Votre paiement pour {event} vous est remboursé',
    title: 'Votre paiement de {amount} vous est remboursé',
    summary:
      'Nous n’avons pas pu accepter votre paiement de {amount} pour {event} et nous vous le remboursons en totalité.',
    explanation:
      'Cela se produit lorsqu’un paiement arrive après l’expiration de la commande et que ses billets sont épuisés, lorsque la commande est déjà payée ou lorsque le montant est inexact. Vous n’avez rien à faire : l’argent est reversé sur le moyen de paiement que vous avez utilisé. Cela peut prendre jusqu’à 10 jours ouvrés.',
  },
} satisfies PartialTranslation<typeof en>;
