/** Texts of the list of what a new organizer does before its first sale. */
export default {
  title: 'Before the first sale',
  progress: '{done, number} of {all, number} done',
  done: 'Done',
  open: 'Open',
  items: {
    payments: 'How buyers pay',
    imprint: 'Imprint',
    terms: 'Terms of sale',
    privacy: 'Privacy policy',
    event: 'First event',
    testOrder: 'Test order',
  },
  texts: {
    payments:
      'Enter your bank account, or a text that says how to pay. For payments by card, ask the operator of the service to enable Stripe.',
    imprint: 'Enter the address of the page that says who you are. Many countries require it.',
    terms: 'Enter the address of the page with your terms. Buyers see it before they pay.',
    privacy: 'Enter the address of the page that says how you use the data of buyers.',
    event: 'Create an event, and add its ticket types.',
    testOrder: 'Turn on the test mode, publish an event there, and buy a ticket. No money is moved.',
  },
  links: {
    payments: 'Set up payments',
    imprint: 'Add the imprint',
    terms: 'Add the terms',
    privacy: 'Add the policy',
    event: 'Create an event',
    testOrder: 'Open the test mode',
  },
  unpayable: 'Nobody can pay for these tickets',
  unpayableText:
    'Buyers pay you directly, and your bank account is missing. They can fill a cart, but not pay. You can still add orders by hand.',
  publishUnpayableText: 'Its page becomes public, but its tickets cannot be bought there yet.',
  publishAnyway: 'Publish without online sale',
  stillOpen: 'Still open before the first sale: {items}.',
  toChecklist: 'Show the list',
} as const;
