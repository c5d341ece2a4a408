/** The e-mails to buyers. */
export default {
  links: { website: 'Website', imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy' },
  hello: 'Hello {name},',
  reason: 'You received this e-mail because of order {orderNumber} with {organizer}, placed for {email}.',
  viewOrder: 'View your order',
  yourOrder: 'Your order',
  event: 'Event',
  when: 'When',
  where: 'Where',
  order: 'Order',

  code: {
    subject: '{code} is your code',
    title: 'Your verification code',
    summary:
      'Enter this code to verify your e-mail address. It expires in {minutes, plural, one {# minute} other {# minutes}}.',
    cart: 'If you closed the page, this link opens it again, on any device.',
    continue: 'Continue your order',
    secret: 'Do not share this code with anyone. We will never ask you for it.',
    notRequested: 'If you did not request a code, you can ignore this e-mail.',
    reason: 'You received this e-mail because a code was requested for {email}.',
  },

  sums: {
    heading: 'Order summary',
    quantity: 'Quantity {quantity, number}, {unitPrice} each',
    discount: 'Discount',
    fees: 'Fees',
    tax: 'Tax',
    total: 'Total',
    taxIncluded: 'The total includes {tax} tax.',
  },

  tickets: {
    title:
      '{tickets, plural, =0 {Your order for {event}} one {Your ticket for {event}} other {Your tickets for {event}}}',
    summary:
      '{tickets, plural, =0 {Thank you, your order is confirmed.} one {Thank you, your order is confirmed. Show the QR code of your ticket at the entrance, on your phone or printed.} other {Thank you, your order is confirmed. Show the QR code of each ticket at the entrance, on your phone or printed.}}',
    further:
      '{tickets, plural, one {Your order has # more ticket. Open it with the button above to see its QR code.} other {Your order has # more tickets. Open it with the button above to see their QR codes.}}',
    position: '{tickets, plural, one {Your ticket} other {Ticket {number, number} of #}}',
    qrCode: '{tickets, plural, one {QR code of your ticket} other {QR code of ticket {number, number} of #}}',
    holder: 'Holder',
    bib: 'Bib',
    category: 'Category',
    status: 'Status',
    used: 'Already used',
    from: 'From',
    to: 'To',
    date: 'Date',
    time: 'Time',
    addons: 'Add-ons',
    units: '{units, plural, one {# unit} other {# units}} to redeem',
    unitsLeft: '{left, number} of {units, plural, one {# unit} other {# units}} left to redeem',
  },

  awaitingPayment: {
    subject: 'Complete your payment for {event}',
    title: 'Please pay {amount}',
    summary: 'Your order for {event} is reserved, but not paid yet. Please pay {organizer}.',
    summaryUntil: 'Your order for {event} is reserved, but not paid yet. Please pay {organizer} by {deadline}.',
    heading: 'How to pay',
    amount: 'Amount',
    accountHolder: 'Account holder',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Reference',
    payBy: 'Pay by',
    enterReference: 'Enter the reference exactly as shown, so we can match your payment to your order.',
    instructionsFollow: '{organizer} will tell you how to pay. Please include the reference with your payment.',
    qrCode: 'QR code for the transfer',
    scan: 'Banking apps can scan this QR code (payment.png) to fill in the transfer.',
    ticketsFollow: 'We will e-mail your tickets as soon as {organizer} has confirmed your payment.',
    expires: 'If the payment is not confirmed in time, the order expires and its tickets go back on sale.',
  },

  cancelled: {
    subject: 'Your order for {event} was cancelled',
    title: 'Your order was cancelled',
    summary: '{organizer} has cancelled your order for {event}. You do not have to pay anything.',
    contact: 'If you have already paid, or did not expect this, please contact {organizer}.',
  },

  refunded: {
    subject: 'Your refund for {event}',
    title: 'Your refund of {amount}',
    subjectFree: 'Your order for {event} was changed',
    titleFree: 'Your order was changed',
    summaryFree: '{organizer} has cancelled items of your order for {event}.',
    byProvider:
      '{organizer} is refunding you {amount} of your order for {event}. The money goes back to the payment method you used, which can take up to 10 business days.',
    byOrganizer:
      '{organizer} is refunding you {amount} of your order for {event}. You will receive the money directly from {organizer}.',
    byBoth:
      '{organizer} is refunding you {amount} of your order for {event}. {byProvider} goes back to the payment method you used, which can take up to 10 business days. You will receive {byOrganizer} directly from {organizer}.',
    note: 'Reason: {note}',
    allValid: 'All of your order that was valid before is still valid.',
    nothingValid: 'Your entire order was refunded. Its tickets and their QR codes are no longer valid.',
    itemsInvalid: 'The refunded items can no longer be used. The rest of your order is still valid.',
    ticketsInvalid:
      '{tickets, plural, one {This ticket and its QR code are no longer valid:} other {These tickets and their QR codes are no longer valid:}}',
    furtherTickets: 'and {tickets, number} more',
    restValid: 'The rest of your order is still valid.',
    bib: 'Bib {bib}',
    heading: 'Your refund',
    orderTotal: 'Order total',
    thisRefund: 'This refund',
    earlierRefunds: 'Earlier refunds',
    totalAfter: 'Total after refunds',
  },

  paymentReturned: {
    subject: 'Your payment for {event} is being refunded',
    title: 'Your payment of {amount} is being refunded',
    summary: 'We could not accept your payment of {amount} for {event} and are refunding it in full.',
    explanation:
      'This happens when a payment arrives after the order has expired and its tickets are sold out, when the order is already paid, or when the amount is wrong. You do not need to do anything: the money goes back to the payment method you used. It can take up to 10 business days to arrive.',
  },
} as const;
