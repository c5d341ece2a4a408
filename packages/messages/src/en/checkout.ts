import answers from './answers.ts';
import formats from './formats.ts';

/** The program of the checkout page. The server uses its texts about offers, too. */
export default {
  formats,

  oneMoment: 'One moment…',
  pleaseWait: 'Please wait…',
  tryAgain: 'Try again',
  progress: 'Progress',
  steps: { tickets: 'Tickets', details: 'Details', pay: 'Pay', done: 'Done' },
  stepDone: ', done',
  total: 'Total',
  free: 'Free',
  continue: 'Continue',
  change: 'Change',
  optional: '(optional)',
  email: 'E-mail',
  yourOrder: 'Your order',
  order: 'Order {number}',
  chooseTickets: 'Choose tickets',
  /** Between two ways to contact the organizer. */
  or: 'or',

  failures: {
    /** Errors of fields and lines, by the code of the field error. */
    fieldErrors: {
      required: 'Please fill in this field.',
      too_long: 'Please enter at most {lengthMax, plural, one {# character} other {# characters}}.',
      invalid_character: 'This text contains a character that is not allowed.',
      wrong_type: '{type, select, number {Please enter a number.} other {This value is not valid.}}',
      wrong_format: 'This does not have the expected format.',
      too_short: 'Please enter at least {lengthMin, plural, one {# character} other {# characters}}.',
      below_minimum: 'Please enter at least {minimum, number}.',
      above_maximum: 'Please enter at most {maximum, number}.',
      too_few_items: 'Please choose at least {itemsMin, number}.',
      too_many_items: 'Please choose at most {itemsMax, number}.',
      not_a_date: 'Please enter a complete date: day, month and year.',
      date_too_early: 'The earliest date is {date}.',
      date_too_late: 'The latest date is {date}.',
      not_a_phone_number: 'Please enter a phone number with its country code, like +43 660 1234567.',
      not_an_email: 'Please enter an e-mail address, like name@example.com.',
      not_deliverable: 'Enter an e-mail address that can receive mail, like name@example.com.',
      too_many_tickets: 'An order can have at most {quantityMax, plural, one {# ticket} other {# tickets}}.',
      unknown_offer: 'This is no longer sold.',
      below_order_minimum: 'An order must have at least {quantityMin, number} of {name}.',
      above_order_maximum: 'An order can have at most {quantityMax, number} of {name}.',
      above_holder_maximum: 'One person can have at most {quantityMax, number} of {name}.',
      no_longer_sold: '{name} is no longer sold.',
      sale_not_started: '{name} is on sale from {salesStartAt}.',
      sale_ended: '{name} was on sale until {salesEndAt}.',
      sold_out: '{name} is sold out.',
      not_enough_left: 'Only {available, plural, one {# of {name} is} other {# of {name} are}} left.',
      too_young: '{name} is for persons who are at least {age, plural, one {# year} other {# years}} old on {onDate}.',
      too_old: '{name} is for persons who are at most {age, plural, one {# year} other {# years}} old on {onDate}.',
    },
    invalidField: 'This value is not valid.',
    invalidFields: 'Please correct what is marked below.',
    /** Errors of requests, by the reason of the error. */
    problems: {
      /** `amount` is the largest amount with its currency. */
      order_too_expensive: 'An order can cost at most {amount}. Please reduce the quantities.',
      network_holds_too_much:
        'At most {unitsMax, plural, one {# ticket or extra} other {# tickets and extras}} can be reserved without payment at the same time. Pay or cancel another reservation, or wait until it expires.',
      ipv6_network_holds_too_much:
        'At most {unitsMax, plural, one {# ticket or extra} other {# tickets and extras}} can be reserved without payment at the same time. Pay or cancel another reservation, or wait until it expires.',
      email_holds_too_much:
        'At most {unitsMax, plural, one {# ticket or extra} other {# tickets and extras}} can be reserved without payment at the same time. Pay or cancel another reservation, or wait until it expires.',
      unverified_email_holds_too_much:
        'At most {unitsMax, plural, one {# ticket or extra} other {# tickets and extras}} can be reserved without payment at the same time. Pay or cancel another reservation, or wait until it expires.',
      order_holds_too_much:
        'An unpaid order can have at most {unitsMax, plural, one {# ticket or extra} other {# tickets and extras}}. Please reduce the quantities, or ask the organizer.',
      manual_orders_hold_too_much:
        'Too many orders from your network wait for a bank transfer. Please choose another way to pay, or ask the organizer.',
      published_event_not_found: 'This event is no longer on sale.',
      answers_closed: 'The answers of this order can no longer be changed here. Please ask the organizer.',
      order_not_found: 'There is no order {orderNumber} for you.',
      reservation_not_found:
        'The link to the order {orderNumber} is no longer valid. Open the link in the newest e-mail about it, or start a new order.',
      order_not_payable:
        '{status, select, expired {The order {orderNumber} has expired.} other {The order {orderNumber} can no longer be paid.}}',
      sale_closed: 'This event is no longer on sale. Nothing was charged.',
      payment_rejected: 'The payment could not be started. Nothing was charged. Please choose another way to pay.',
      no_payment_method: 'The organizer has not set up a way to pay. Please ask the organizer how to pay.',
      token_of_other_email: 'This order was created with another e-mail address.',
      wrong_code: 'The code is wrong, was used or has expired. Check it, or request a new one.',
      request_limit_reached:
        'Too many requests came from your network. Please try again in {retryAfterSeconds, plural, one {# second} other {# seconds}}.',
      code_request_limit_reached: 'You requested too many codes for this e-mail address. Please try again in an hour.',
      email_code_limit_reached: 'Too many codes were sent to this e-mail address. Please try again in an hour.',
      server_overloaded: 'Too many people are buying tickets right now. Please try again shortly.',
      offers_changing: 'Too many people are buying tickets right now. Please try again shortly.',
      payment_provider_unavailable:
        'The payment service is unavailable right now. Nothing was charged. Please try again shortly.',
    },
    /** For a reason that has no text in `problems`. */
    problem: 'The server returned an error ({status}). Please try again.',
    unavailable: 'The server is unavailable right now. Please try again shortly.',
    timeout:
      'The server did not respond within {seconds, plural, one {# second} other {# seconds}}. Please check your connection and try again.',
    unreachable: 'The server could not be reached. Please check your connection and try again.',
    onPage: 'Something went wrong on this page. Please try again.',
  },

  offers: {
    heading: 'Choose your tickets',
    closedHeading: 'Tickets',
    otherTickets: 'Other tickets',
    extras: 'Extras',
    /** The reason why no ticket of an event can be bought. */
    saleClosed: {
      not_started: 'Tickets go on sale on {time}.',
      sold_out: 'This event is sold out. Returned tickets go back on sale here.',
      ended: 'Ticket sales for this event have ended.',
      no_tickets: 'There are no tickets for this event yet.',
    },
    /** The reason why an offer cannot be chosen, shown instead of the quantity field. */
    closed: { on_sale: '', sold_out: 'Sold out', not_started: 'Not on sale yet', ended: 'Sales ended' },
    onSaleFrom: 'On sale from {time}',
    onSaleUntil: 'On sale until {time}',
    ages: {
      from: 'Minimum age {minimum, number}',
      to: 'Maximum age {maximum, number}',
      between: 'Age {minimum, number}–{maximum, number}',
    },
    starts: 'Start {time}',
    atLeast: 'At least {quantity, number} per order',
    placesLeft: '{quantity, plural, one {# place left} other {# places left}}',
    atMost: 'At most {quantity, number} per order.',
    reducedTo: 'At most {max, number} per order. {quantity, number} was changed to {max, number}.',
    forPersons: 'Chosen for each person in the next step: {names}.',
    usesEach: '{uses, plural, one {# use each} other {# uses each}}',
    quantity: 'Quantity: {name}',
    oneLess: 'One less: {name}',
    oneMore: 'One more: {name}',
    shortage:
      '{available, plural, =0 {Sold out. You chose {quantity, number}.} other {Only # left. You chose {quantity, number}.}}',
    take: 'Take {quantity, number}',
    remove: 'Remove',
    /** The lines that exceed the stock: `Wave E and Wave F are sold out.` */
    soldOut: '{count, plural, one {{names} is sold out.} other {{names} are sold out.}}',
    restUnchanged: 'The rest of your selection is unchanged.',
    removedLines:
      '{lines, plural, one {# line of your selection is no longer sold.} other {# lines of your selection are no longer sold.}}',
    nothingChosen: 'Nothing chosen yet.',
    chooseSomething: 'Choose at least one ticket.',
    ticketCount: '{tickets, plural, one {# ticket} other {# tickets}}',
    beforeFees: 'before fees',
    feesIncluded: 'Includes all fees and taxes.',
    noFees: 'No fees are added.',
    calculating: 'Calculating the total…',
    calculateAgain: 'Calculate the total again',
    unpayable: 'These tickets cannot be paid for here at the moment: the organizer has not set up a way to pay.',
    askOrganizer: 'Please ask the organizer.',
    /** The contact follows. */
    contactOrganizer: 'Please contact the organizer:',
  },

  receipt: { discount: 'Discount', fees: 'Fees', tax: 'Tax', taxIncluded: 'Tax included' },

  details: {
    heading: 'Your details',
    emailHint: 'Your tickets are sent here. We send a code first, to make sure they arrive.',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    enterEmail: 'Enter an e-mail address, like name@example.com.',
    enterName: 'Enter your name.',
    holders: 'Names on the tickets',
    holderOf: '{ticketType}, ticket {number, number}',
    changeTickets: 'Change the tickets',
    you: 'You, the buyer',
    person: '{persons, plural, one {Ticket holder} other {Person {number, number} of #}}',
    copyFirst: 'Copy from person 1',
    copied: 'Copied from person 1. Consents, the birth date and the sex are not copied.',
    sameAs:
      'The name and the birth date are the same as those of person {number, number}. Please check that nobody is entered twice.',
    /** A line of the list of errors: the field can be `Person 2 of 4, Birth date`. */
    errorOf: '{field}: {error}',
    draftKept: 'Your entries were kept in this browser (last change: {time}).',
    draftDelete: 'Delete them',
    draftDeleted: 'Your entries were deleted from this browser.',
  },

  /** Questions of the organizer, and what was answered. */
  answers: {
    ...answers,
    choose: 'Please choose',
    /** Removes the answer to an optional question. */
    clear: 'Clear the answer',
    accept: 'Please accept this to continue.',
    phoneHint: 'With the country code, like +43 660 1234567.',
    /** Read after a link in a consent. */
    newTab: '(opens in a new tab)',
    street: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    country: 'Country',
    guardianName: 'Name of the parent or guardian',
    heading: 'Your entries',
    correct: 'Correct: {person}',
    correctUntil: 'You can correct them until {time}.',
    save: 'Save',
    saved: 'Your entries are saved.',
    discard: 'Do not save',
  },

  code: {
    label: '{digits, number}-digit code',
    enter: 'Enter the {digits, number} digits from the e-mail to {email}.',
    enterNew: 'Please confirm your e-mail address once more with the new code that we sent.',
    confirmed: '<b>{email}</b> is confirmed.',
    sending: 'Sending a code to <b>{email}</b>…',
    sent: 'We sent a code to {email}.',
    sentHint:
      'We sent it to <b>{email}</b>. Nothing arrived? Look in your spam folder, or <resend>send a new code</resend>.',
    resending:
      'We sent it to <b>{email}</b>. Nothing arrived? Look in your spam folder, or wait: a new code is being sent.',
    notSent: 'The code could not be sent.',
    sendAgain: 'Send the code again',
  },

  pay: {
    heading: 'Pay',
    freeHeading: 'Confirm your order',
    confirm: 'Confirm the order',
    place: 'Place the order',
    pay: 'Pay {total}',
    how: 'How do you want to pay?',
    methods: {
      stripe: { name: 'Card or wallet', hint: 'You pay on the secure page of Stripe and come back here.' },
      manual: {
        name: 'Pay the organizer directly',
        hint: 'For example by bank transfer: the next step shows how. You get your tickets once the organizer has confirmed your payment.',
      },
      test: { name: 'Test payment', hint: 'No money is charged.' },
    },
    timeLeft: 'Reserved for you for <b>{time}</b>',
    minutesLeft: 'Your tickets are reserved for {minutes, plural, one {# more minute} other {# more minutes}}.',
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
    qrCode: 'QR code for a transfer of {amount}',
    scan: 'Scan this code with your banking app.',
  },

  copy: { copy: 'Copy', copied: 'Copied', copyWhat: 'Copy {what}', wasCopied: 'Copied.' },

  placedOrder: {
    heading: '{tickets, plural, =0 {Your order} one {Your ticket} other {Your tickets}}',
    refundedHeading: 'This order was refunded',
    refunded: '{amount} of this order was refunded.',
    ticketsNotValid: 'The tickets are no longer valid.',
    thanks:
      '{tickets, plural, =0 {Thank you.} one {Thank you. Show the QR code at the entrance, on your phone or printed.} other {Thank you. Show the QR code of each ticket at the entrance, on your phone or printed.}}',
    sentTo: 'We also send everything to <b>{email}</b>.',
    addToCalendar: 'Add to calendar',
    print: 'Print',
    buyMore: 'Buy more tickets',
    saved: 'Your order {number} is saved.',
    show: 'Show the order',
    confirmingHeading: 'Confirming your payment',
    confirming: 'You have paid. We are waiting for the confirmation, which takes a few seconds.',
    awaitingConfirmation: 'Waiting for the confirmation of your payment.',
    notConfirmedHeading: 'Your payment is not confirmed yet',
    notConfirmed: 'Your payment is not confirmed yet.',
    confirmedLater:
      'This can take a few minutes. You can close this page: your tickets are sent by e-mail to <b>{email}</b> as soon as the payment has arrived.',
    confirmedLaterByEmail:
      'This can take a few minutes. You can close this page: your tickets are sent to you by e-mail as soon as the payment has arrived.',
    check: 'Check again',
    checking: 'Checking…',
    unchanged: 'Nothing has changed yet. Your tickets come by e-mail as soon as it has.',
    transferHeading: 'Transfer {amount} to get your tickets',
    payHeading: 'Pay {amount} to get your tickets',
    placedHeading: 'Your order is placed',
    unpaidHeading: 'This order is not paid yet',
    reservedUntil: 'Your tickets are reserved until <b>{time}</b>.',
    sentWhenConfirmed: 'We send them to <b>{email}</b> as soon as the organizer has confirmed your payment.',
    orderWithTotal: 'Order <b>{number}</b>, {total}',
    /** The contact follows. */
    questions: 'Questions about paying? Ask the organizer:',
    expiredHeading: 'This order has expired',
    expired:
      'It was not paid in time, and its tickets went back on sale. If you paid later, you get your tickets or your money back.',
    cancelledHeading: 'This order was cancelled',
    cancelled: 'Its tickets are not valid.',
    wasRefunded: '{amount} was refunded.',
  },

  ticket: {
    name: '{tickets, plural, one {Ticket} other {Ticket {number, number} of #}}',
    qrCode:
      '{tickets, plural, one {QR code of ticket, {ticketType}} other {QR code of ticket {number, number} of #, {ticketType}}}',
    drawQrCode: 'Show the QR code',
    status: { valid: '', used: 'Used', void: 'Not valid' },
    holder: 'Holder',
    bib: 'Bib',
    category: 'Category',
    code: 'the code of the ticket',
    uses: '{uses, plural, one {# use in all} other {# uses in all}}',
    usesLeft: '{left, number} of {uses, plural, one {# use} other {# uses}} left',
  },

  lookup: {
    heading: 'Open order {number}',
    emailHint: 'The e-mail address of your order. We send a code to it, so that only you can see your tickets.',
    open: 'Open the order',
    enterEmail: 'Enter the e-mail address of your order.',
    enterConfirmedEmail: 'Enter the e-mail address that the confirmation was sent to.',
    notFound: 'There is no order {number} for {email}.',
    findHeading: 'Find your tickets',
    find: 'Find my tickets',
    noOrders: 'There is no order for {email} here. You may have used another e-mail address.',
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

  preview: {
    prices: 'A preview does not calculate fees and taxes.',
    notForSale: 'This is a preview: nothing can be bought. On the published page, buyers enter their details next.',
  },
} as const;
