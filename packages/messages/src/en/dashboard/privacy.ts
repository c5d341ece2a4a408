/** Texts of the page about personal data, and of the page that a person gets. */
export default {
  title: 'Privacy',
  description: 'How long personal data is kept, what is stored about a person, and how to erase it.',
  retention: 'Retention',
  retentionText:
    'The names, addresses, telephone numbers and answers of buyers and ticket holders are removed a number of days after each event, also for past events. Order numbers, amounts, payments, refunds and statements stay, because accounting law requires them.',
  days: 'Days after the event',
  daysHint: 'Empty: nothing is removed',
  preview: 'Count what would be removed now',
  previewNone: 'No event with personal data has ended so long ago.',
  previewCount:
    '{orders, plural, one {# order} other {# orders}} with {tickets, plural, one {# ticket} other {# tickets}} of {events, plural, one {# event} other {# events}}',
  removeTitle: 'Remove personal data?',
  removeText:
    'The names, addresses, telephone numbers and answers of {what} are removed after you save. This cannot be undone.',
  saveAndRemove: 'Save and remove',
  previewAnswers: 'Answers that are removed sooner',
  question: 'Question',
  answers: 'Answers',
  event: 'Event',
  orders: 'Orders',
  ended: 'Ended',
  person: 'One person',
  personText:
    'Everything that is stored about an e-mail address: to give it to the person who asks, or to erase it. The audit log records the look-up, without the address.',
  email: 'E-mail address',
  find: 'Find',
  found:
    '{orders, plural, =0 {No order has this address.} one {# order has this address.} other {# orders have this address.}}',
  otherOrders:
    'In these orders of other buyers, a ticket holder has this address, or somebody answered a question with it. Only the data of this person is erased there.',
  notShown:
    '{orders, plural, one {# more order is} other {# more orders are}} not shown. The command “organizer privacy show” writes all.',
  ordersLeft:
    '{orders, plural, one {# order is left.} other {# orders are left.}} Find the address again, and erase its data again.',
  member: 'A member of the organizer has this address. Members are removed on the page "Members".',
  invited: 'Somebody was invited with this address. The invitation is deleted 30 days after its expiry.',
  downloadJson: 'Download as JSON',
  downloadPage: 'Download as a page',
  erase: 'Erase',
  eraseTitle: 'Erase the data of this person?',
  eraseText:
    'The name, address, telephone number, names of ticket holders and answers of all orders with this address are removed, in the sandbox too. In orders of other buyers, the name and the answers of the ticket holders with this address are removed. This cannot be undone. Tickets keep their QR codes. Links in earlier mails stop working.',
  erased:
    '{orders, plural, =0 {Nothing had to be erased.} one {The data of # order was erased.} other {The data of # orders was erased.}}',
  erasedInOthers:
    'The data of the person was erased in these orders of other buyers. The buyers and the other ticket holders stay.',
  kept: 'Not erased yet',
  keptReason: {
    pending: 'The order can still be paid. Cancel it, or repeat this later.',
    payment_open: 'A payment is not closed yet. Repeat this later.',
  },
  stays: 'What stays, and why',
  staysItems: {
    accounts: 'Order numbers, amounts, payments, refunds and statements: accounting law requires them.',
    tickets: 'Start numbers, categories, QR codes and scans, without names: they are part of the event.',
    external: 'External ids and metadata of your own systems: change them there and by the API.',
    audit: 'The audit log: who did what. It contains no data of buyers.',
    receivers:
      'Copies in your other systems: they get the webhook event order.anonymized, or ticket.updated for a ticket in the order of another buyer.',
    outside: 'Data at the payment provider and in mailboxes, and backups until they are deleted.',
  },
} as const;
