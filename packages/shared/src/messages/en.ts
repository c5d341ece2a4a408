import { createFormats } from '../formats.ts';
import type { NotOnSaleReason, Sale } from '../ticket-types.ts';

/** A message with embedded elements, such as an e-mail address in bold. */
type Parts<T> = readonly (string | T)[];

const formats = createFormats({
  locale: 'en',
  dateLocale: 'en-GB',
  date: ({ weekday, day, month, year }) => `${weekday}, ${day} ${month} ${year}`,
});

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const isOrAre = (number: number) => (number === 1 ? 'is' : 'are');

type Named = { readonly name: string };

/** Texts of errors of fields and lines, by the code of the field error. */
const fieldErrors = {
  required: () => 'Please fill in this field.',
  too_long: ({ lengthMax }: { lengthMax: number }) => `Please enter at most ${lengthMax} characters.`,
  invalid_character: () => 'This text contains a character that is not allowed.',
  not_deliverable: () => 'Enter an e-mail address that can receive mail, like name@example.com.',
  too_many_tickets: ({ quantityMax }: { quantityMax: number }) => `An order can have at most ${quantityMax} tickets.`,
  unknown_offer: () => 'This is no longer sold.',
  below_order_minimum: ({ name, quantityMin }: Named & { quantityMin: number }) =>
    `An order must have at least ${quantityMin} of ${name}.`,
  above_order_maximum: ({ name, quantityMax }: Named & { quantityMax: number }) =>
    `An order can have at most ${quantityMax} of ${name}.`,
  no_longer_sold: ({ name }: Named) => `${name} is no longer sold.`,
  sale_not_started: ({ name, salesStartAt }: Named & { salesStartAt: string }, timeZone: string) =>
    `${name} is on sale from ${formats.dateTime(salesStartAt, timeZone)}.`,
  sale_ended: ({ name, salesEndAt }: Named & { salesEndAt: string }, timeZone: string) =>
    `${name} was on sale until ${formats.dateTime(salesEndAt, timeZone)}.`,
  sold_out: ({ name }: Named) => `${name} is sold out.`,
  not_enough_left: ({ name, available }: Named & { available: number }) =>
    `Only ${available} of ${name} ${isOrAre(available)} left.`,
};

const tooManyBuyers = () => 'Too many people are buying tickets right now. Please try again shortly.';
const wrongCode = () => 'The code is wrong, was used or has expired. Check it, or request a new one.';
const tooManyHolds = ({ unitsMax }: { unitsMax: number }) =>
  `At most ${count(unitsMax, 'ticket or extra', 'tickets and extras')} can be reserved without payment at the same time. ` +
  'Pay or cancel another reservation, or wait until it expires.';

/** Texts of errors of requests, by the reason of the error. */
const problems = {
  order_too_expensive: ({ amountMax, currency }: { amountMax: number; currency: string }) =>
    `An order can cost at most ${formats.money(amountMax, currency)}. Please reduce the quantities.`,
  network_holds_too_much: tooManyHolds,
  ipv6_network_holds_too_much: tooManyHolds,
  order_holds_too_much: ({ unitsMax }: { unitsMax: number }) =>
    `An unpaid order can have at most ${count(unitsMax, 'ticket or extra', 'tickets and extras')}. Please reduce the quantities, or ask the organizer.`,
  manual_orders_hold_too_much: () =>
    'Too many orders from your network wait for a bank transfer. Please choose another way to pay, or ask the organizer.',
  email_holds_too_much: tooManyHolds,
  unverified_email_holds_too_much: tooManyHolds,
  published_event_not_found: () => 'This event is no longer on sale.',
  order_not_found: ({ orderNumber }: { orderNumber: string }) => `There is no order ${orderNumber} for you.`,
  reservation_not_found: ({ orderNumber }: { orderNumber: string }) =>
    `The link to the order ${orderNumber} is no longer valid. Open the link in the newest e-mail about it, or start a new order.`,
  order_not_payable: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
    `The order ${orderNumber} ${status === 'expired' ? 'has expired' : 'can no longer be paid'}.`,
  sale_closed: () => 'This event is no longer on sale. Nothing was charged.',
  payment_rejected: () => 'The payment could not be started. Nothing was charged. Please choose another way to pay.',
  no_payment_method: () => 'The organizer has not set up a way to pay. Please ask the organizer how to pay.',
  token_of_other_email: () => 'This order was created with another e-mail address.',
  wrong_code: wrongCode,
  request_limit_reached: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Too many requests came from your network. Please try again in ${count(retryAfterSeconds, 'second')}.`,
  code_request_limit_reached: () =>
    'You requested too many codes for this e-mail address. Please try again in an hour.',
  email_code_limit_reached: () => 'Too many codes were sent to this e-mail address. Please try again in an hour.',
  server_overloaded: tooManyBuyers,
  offers_changing: tooManyBuyers,
  payment_provider_unavailable: () =>
    'The payment service is unavailable right now. Nothing was charged. Please try again shortly.',
};

/** The reason why no ticket of an event can be bought. */
const saleClosed = (notOnSale: NotOnSaleReason, timeZone: string) => {
  switch (notOnSale.state) {
    case 'not_started':
      return `Tickets go on sale on ${formats.dateTime(notOnSale.salesStartAt, timeZone)}.`;
    case 'sold_out':
      return 'This event is sold out. Returned tickets go back on sale here.';
    case 'ended':
      return 'Ticket sales for this event have ended.';
    case 'no_tickets':
      return 'There are no tickets for this event yet.';
  }
};

/** All texts of the checkout in English. */
export const en = {
  language: 'en',
  formats,

  oneMoment: 'One moment…',
  pleaseWait: 'Please wait…',
  tryAgain: 'Try again',
  progress: 'Progress',
  steps: ['Tickets', 'Details', 'Pay', 'Done'],
  stepDone: ', done',
  total: 'Total',
  free: 'Free',
  continue: 'Continue',
  change: 'Change',
  optional: '(optional)',
  email: 'E-mail',
  yourOrder: 'Your order',
  order: (number: string) => `Order ${number}`,
  chooseTickets: 'Choose tickets',
  contact: <T>(ways: readonly T[]): Parts<T> => ways.flatMap((way, index) => (index === 0 ? [way] : [' or ', way])),

  failures: {
    fieldErrors,
    invalidField: 'This value is not valid.',
    invalidFields: 'Please correct what is marked below.',
    problems,
    /** For a reason that has no text in `problems`. */
    problem: (status: number) => `The server returned an error (${status}). Please try again.`,
    unavailable: 'The server is unavailable right now. Please try again shortly.',
    timeout: (seconds: number) =>
      `The server did not respond within ${seconds} seconds. Please check your connection and try again.`,
    unreachable: 'The server could not be reached. Please check your connection and try again.',
    onPage: 'Something went wrong on this page. Please try again.',
    withRequestId: (text: string, requestId: string) => `${text} (${requestId})`,
  },

  offers: {
    heading: 'Choose your tickets',
    closedHeading: 'Tickets',
    otherTickets: 'Other tickets',
    extras: 'Extras',
    saleClosed,
    /** The reason why an offer cannot be chosen, shown instead of the quantity field. */
    closed: { on_sale: '', sold_out: 'Sold out', not_started: 'Not on sale yet', ended: 'Sales ended' },
    /** A note for buyers who choose a ticket type. */
    note: (sale: Sale, quantityMin: number, timeZone: string) => {
      if (sale.state === 'not_started') return `On sale from ${formats.dateTime(sale.salesStartAt, timeZone)}`;
      return sale.state === 'on_sale' && quantityMin > 1 ? `At least ${quantityMin} per order` : '';
    },
    atMost: (quantity: number) => `At most ${quantity} per order.`,
    reducedTo: (quantity: number, max: number) => `At most ${max} per order. ${quantity} was changed to ${max}.`,
    usesEach: (uses: number) => `${uses} uses each`,
    quantity: (name: string) => `Quantity: ${name}`,
    oneLess: (name: string) => `One less: ${name}`,
    oneMore: (name: string) => `One more: ${name}`,
    shortage: (available: number, quantity: number) =>
      `${available === 0 ? 'Sold out.' : `Only ${available} left.`} You chose ${quantity}.`,
    take: (quantity: number) => `Take ${quantity}`,
    remove: 'Remove',
    /** The lines that exceed the stock: `Wave E is sold out. Only 2 of Wave F are left.` */
    shortages: (shortages: readonly { readonly name: string; readonly available: number }[]) => {
      const soldOut = shortages.filter(({ available }) => available === 0).map(({ name }) => name);
      const partly = shortages
        .filter(({ available }) => available > 0)
        .map((shortage) => fieldErrors.not_enough_left(shortage));
      const sentences =
        soldOut.length === 0 ? partly : [`${formats.list(soldOut)} ${isOrAre(soldOut.length)} sold out.`, ...partly];
      return `${sentences.join(' ')} The rest of your selection is unchanged.`;
    },
    removedLines: (lines: number) => `${count(lines, 'line')} of your selection ${isOrAre(lines)} no longer sold.`,
    nothingChosen: 'Nothing chosen yet.',
    chooseSomething: 'Choose at least one ticket.',
    ticketCount: (tickets: number) => count(tickets, 'ticket'),
    beforeFees: 'before fees',
    feesIncluded: 'Includes all fees and taxes.',
    noFees: 'No fees are added.',
    calculating: 'Calculating the total…',
    calculateAgain: 'Calculate the total again',
    unpayable: 'These tickets cannot be paid for here at the moment: the organizer has not set up a way to pay.',
    askOrganizer: 'Please ask the organizer.',
    contactOrganizer: <T>(contact: T): Parts<T> => ['Please contact the organizer: ', contact],
  },

  receipt: { discount: 'Discount', fees: 'Fees', tax: 'Tax', taxIncluded: 'Tax included' },

  details: {
    heading: 'Your details',
    emailHint: 'Your tickets are sent here. We send a code first, to make sure they arrive.',
    name: 'Name',
    phone: 'Phone',
    enterEmail: 'Enter an e-mail address, like name@example.com.',
    enterName: 'Enter your name.',
    holders: 'Names on the tickets',
    holderOf: (ticketType: string, number: number) => `${ticketType}, ticket ${number}`,
    changeTickets: 'Change the tickets',
  },

  code: {
    label: (digits: number) => `${digits}-digit code`,
    enter: (digits: number, email: string) => `Enter the ${digits} digits from the e-mail to ${email}.`,
    enterNew: 'Please confirm your e-mail address once more with the new code that we sent.',
    confirmed: <T>(email: T): Parts<T> => [email, ' is confirmed.'],
    sending: <T>(email: T): Parts<T> => ['Sending a code to ', email, '…'],
    sent: (email: string) => `We sent a code to ${email}.`,
    sentHint: <T>(email: T, resend: T | string): Parts<T> => [
      'We sent it to ',
      email,
      '. Nothing arrived? Look in your spam folder, or ',
      resend,
      '.',
    ],
    resend: 'send a new code',
    resending: 'wait: a new code is being sent',
    notSent: 'The code could not be sent.',
    sendAgain: 'Send the code again',
  },

  pay: {
    heading: 'Pay',
    freeHeading: 'Confirm your order',
    confirm: 'Confirm the order',
    place: 'Place the order',
    pay: (total: string) => `Pay ${total}`,
    how: 'How do you want to pay?',
    methods: {
      stripe: { name: 'Card or wallet', hint: 'You pay on the secure page of Stripe and come back here.' },
      manual: {
        name: 'Pay the organizer directly',
        hint: 'For example by bank transfer: the next step shows how. You get your tickets once the organizer has confirmed your payment.',
      },
      test: { name: 'Test payment', hint: 'No money is charged.' },
    },
    timeLeft: <T>(time: T): Parts<T> => ['Reserved for you for ', time],
    minutesLeft: (minutes: number) => `Your tickets are reserved for ${count(minutes, 'more minute')}.`,
    cancel: 'Cancel the reservation',
    cancelled: 'Your reservation is cancelled. Nothing was charged.',
    nothingPaid: 'Nothing was paid. Your tickets are still reserved for the time shown above: you can pay now.',
    expiredHeading: 'Your reservation has expired',
    expired: 'The time to pay is over, and the tickets are on sale again.',
    expiredUncharged: 'Nothing was charged.',
    expiredMaybePaid:
      'If your payment was taken, you get your tickets or your money back; we send you an e-mail in both cases.',
    reserveAgain: 'Reserve the same again',
    reserving: 'Reserving…',
  },

  /** Instructions to pay the organizer by bank transfer. */
  transfer: {
    label: 'How to pay',
    accountHolder: 'Account holder',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Amount',
    reference: 'Reference',
    payBy: 'Pay by',
    qrCode: (amount: string) => `QR code for a transfer of ${amount}`,
    scan: 'Scan this code with your banking app.',
  },

  copy: { copy: 'Copy', copied: 'Copied', copyWhat: (what: string) => `Copy ${what}`, wasCopied: 'Copied.' },

  placedOrder: {
    heading: (tickets: number) => (tickets === 0 ? 'Your order' : tickets === 1 ? 'Your ticket' : 'Your tickets'),
    refundedHeading: 'This order was refunded',
    refunded: (amount: string) => `${amount} of this order was refunded.`,
    ticketsNotValid: 'The tickets are no longer valid.',
    thanks: <T>(tickets: number, email: T | null): Parts<T> => [
      'Thank you. ',
      tickets === 0
        ? ''
        : `Show the QR code${tickets === 1 ? '' : ' of each ticket'} at the entrance, on your phone or printed. `,
      ...(email === null ? [] : ['We also send everything to ', email, '.']),
    ],
    addToCalendar: 'Add to calendar',
    print: 'Print',
    buyMore: 'Buy more tickets',
    saved: (number: string) => `Your order ${number} is saved.`,
    show: 'Show the order',
    confirmingHeading: 'Confirming your payment',
    confirming: 'You have paid. We are waiting for the confirmation, which takes a few seconds.',
    awaitingConfirmation: 'Waiting for the confirmation of your payment.',
    notConfirmedHeading: 'Your payment is not confirmed yet',
    notConfirmed: 'Your payment is not confirmed yet.',
    confirmedLater: <T>(email: T | null): Parts<T> => [
      'This can take some minutes. You can close this page: your tickets are sent by e-mail to ',
      email ?? 'you',
      ' as soon as the payment has arrived.',
    ],
    check: 'Check again',
    checking: 'Checking…',
    unchanged: 'Nothing has changed yet. Your tickets come by e-mail as soon as it has.',
    transferHeading: (amount: string) => `Transfer ${amount} to get your tickets`,
    payHeading: (amount: string) => `Pay ${amount} to get your tickets`,
    placedHeading: 'Your order is placed',
    unpaidHeading: 'This order is not paid yet',
    reservedUntil: <T>(time: T): Parts<T> => ['Your tickets are reserved until ', time, '. '],
    sentWhenConfirmed: <T>(email: T): Parts<T> => [
      'We send them to ',
      email,
      ' as soon as the organizer has confirmed your payment.',
    ],
    orderWithTotal: <T>(number: T, total: string): Parts<T> => ['Order ', number, `, ${total}`],
    questions: <T>(contact: T): Parts<T> => ['Questions about paying? Ask the organizer: ', contact],
    expiredHeading: 'This order has expired',
    expired:
      'It was not paid in time, and its tickets went back on sale. If you paid later, you get your tickets or your money back.',
    cancelledHeading: 'This order was cancelled',
    cancelled: 'Its tickets are not valid.',
    wasRefunded: (amount: string) => `${amount} was refunded.`,
  },

  ticket: {
    name: (number: number, tickets: number) => (tickets > 1 ? `Ticket ${number} of ${tickets}` : 'Ticket'),
    qrCode: (number: number, tickets: number, ticketType: string) =>
      `QR code of ticket${tickets > 1 ? ` ${number} of ${tickets}` : ''}, ${ticketType}`,
    drawQrCode: 'Draw the QR code',
    status: { valid: '', used: 'Used', void: 'Not valid' },
    holder: 'Holder',
    bib: 'Bib',
    category: 'Category',
    code: 'the code of the ticket',
    uses: (uses: number) => `${count(uses, 'use')} in all`,
    usesLeft: (left: number, uses: number) => `${left} of ${count(uses, 'use')} left`,
  },

  lookup: {
    heading: (number: string) => `Open order ${number}`,
    emailHint: 'The e-mail address of your order. We send a code to it, so that only you can see your tickets.',
    open: 'Open the order',
    enterEmail: 'Enter the e-mail address of your order.',
    enterConfirmedEmail: 'Enter the e-mail address that the confirmation was sent to.',
    notFound: (number: string, email: string) => `There is no order ${number} for ${email}.`,
    findHeading: 'Find your tickets',
    find: 'Find my tickets',
    noOrders: (email: string) => `There is no order for ${email} here. You may have used another e-mail address.`,
    ordersHeading: 'Your orders',
    /** A remark on an order in the list; empty for an order with tickets. */
    status: {
      pending: 'not paid yet',
      paid: '',
      partially_refunded: '',
      refunded: 'refunded',
      cancelled: 'cancelled',
      expired: 'expired',
    },
    linkInvalid:
      'This link is no longer valid. Open the link in the newest e-mail, or enter the e-mail address of your order.',
  },

  testMode: {
    label: 'Test mode',
    notice: 'This is a test. Orders are not real, and no money is moved.',
  },
  /** The page of an event that is not published. */
  preview: {
    label: 'Preview',
    title: (event: string) => `Preview: ${event}`,
    notice: (until: string) =>
      `This event is not published. Everyone with this link can see this page until ${until}. Nothing can be bought here.`,
    prices: 'A preview does not calculate fees and taxes.',
    notForSale: 'This is a preview: nothing can be bought. On the published page, buyers enter their details next.',
    ended: 'This preview has ended',
    endedText:
      'The link has expired, or the event is archived. Members of the organizer get a new link on the page of the event in the dashboard.',
  },

  /** The page of visitors who wait for their turn. */
  waitingRoom: {
    title: (event: string) => `Waiting room: ${event}`,
    heading: 'Please wait for your turn',
    ahead: (people: number) =>
      people === 0
        ? 'You are next.'
        : `${formats.number(people)} ${people === 1 ? 'person is' : 'people are'} before you.`,
    wait: (seconds: number) =>
      seconds <= 60 ? 'Less than a minute to wait.' : `${count(Math.ceil(seconds / 60), 'minute')} to wait, or less.`,
    turnAt: <T>(time: T): Parts<T> => ['Your turn comes by ', time, '.'],
    keepOpen:
      'Keep this page open. It updates itself and continues when it is your turn. You have only one place, even if you open the page ' +
      'again in this browser.',
    yourTurn:
      'You then have 15 minutes to reserve tickets. If this page is closed and stays closed for 5 minutes after your turn, your place is ' +
      'given to the next person.',
    connectionLost:
      'The server could not be reached, so this page may be out of date. Please check your connection. The page tries again by itself.',
    gatheringHeading: 'The sale has not started yet',
    opensAt: <T>(time: T): Parts<T> => ['It starts on ', time, '.'],
    opening: 'It is starting.',
    gatheringOrder:
      'At the start, everyone who waits here gets a place by lot. When you came makes no difference. People who come later wait behind.',
    soldOutHeading: 'Sold out',
    soldOut:
      'All tickets are sold, and the waiting room is closed. If tickets are returned, they go back on sale, and this page continues.',
    busyHeading: 'One moment',
    busy: 'Many people have come from your network in the last minute. This page tries again by itself.',
    lost: {
      too_late: 'It was your turn, but this page was closed for too long. You have a new place.',
      ended: 'Your time to reserve tickets has ended. You have a new place.',
    },
    updated: <T>(time: T): Parts<T> => ['Updated at ', time],
  },

  /** Texts in the HTML of the server, for the time until the program starts and for browsers without JavaScript. */
  page: {
    reload: 'Nothing happens? Load the page again.',
    about: 'About this event',
    needsScript:
      'Buying tickets here needs JavaScript. Please allow it for this page, or open the page in another browser.',
    openingOrder: 'Opening your order…',
    orderNeedsScript:
      'Opening an order needs JavaScript. Please allow it for this page, or open the page in another browser. ' +
      'Your tickets are also in the e-mail that this link came with.',
    findTickets: 'Already ordered? Find your tickets',
    /** Without a full stop, because the name of an organizer can end with one: `Tickets sold by Running Club e. V.` */
    soldBy: <T>(organizer: T): Parts<T> => ['Tickets sold by ', organizer],
    links: { website: 'Website', contact: 'Contact', imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy' },
    summary: (event: string, whenAndWhere: string) => `Tickets for ${event}. ${whenAndWhere}`,
    notFound: 'Event not found',
    notFoundHeading: 'There is no event here',
    notFoundText:
      'The link may be mistyped, or the event may no longer be on sale. Please check the link, or ask the organizer who ' +
      'gave it to you.',
    notFoundTickets: 'Do you already have tickets? The link in your confirmation e-mail still leads to them.',
  },
};
