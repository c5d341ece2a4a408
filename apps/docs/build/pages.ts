/** A deployment of the server. Each has a separate build of the site, with the pages that apply to it. */
export type Deployment = 'baseline' | 'extended';

/** A page of the site. */
export interface PageSource {
  /** The last part of its path: `/docs/{slug}`. The start page has the empty slug. */
  readonly slug: string;
  /** The Markdown file, relative to the repository. */
  readonly file: string;
  /** The name in the navigation. */
  readonly name: string;
  /** One sentence for the list of pages in `llms.txt`, and for search engines. */
  readonly summary: string;
  /** The only deployment that has this page. Without it, both have the page. */
  readonly only?: Deployment;
  /** Whether the page is reached only through links, and is not part of the navigation. */
  readonly isUnlisted?: boolean;
}

/** A group of pages in the navigation. */
interface Section {
  readonly name: string;
  readonly pages: readonly PageSource[];
}

/** All pages, in the order of the navigation. */
export const sections: readonly Section[] = [
  {
    name: 'Get started',
    pages: [
      {
        slug: '',
        file: 'docs/README.md',
        name: 'Overview',
        summary: 'What the service does, and where to begin.',
      },
      {
        slug: 'tour',
        file: 'docs/tour.md',
        name: 'A tour of the command line',
        summary: 'Your own data from the command line: import, pay, use, refund, settle.',
      },
      {
        slug: 'not-yet',
        file: 'docs/not-yet.md',
        name: 'What it cannot do yet',
        summary: 'The features that other products have and this one does not.',
      },
    ],
  },
  {
    name: 'For organizers',
    pages: [
      {
        slug: 'organizing',
        file: 'docs/organizing.md',
        name: 'From the first event to the payout',
        summary: 'Sign in, create an event, sell tickets, refund an order and be paid out.',
        only: 'extended',
      },
      {
        slug: 'event-day',
        file: 'docs/event-day.md',
        name: 'The day of the event',
        summary: 'Pair phones, admit ticket holders, hand out add-ons, and what to do when something goes wrong.',
        only: 'extended',
      },
      {
        slug: 'dashboard',
        file: 'docs/dashboard.md',
        name: 'Dashboard',
        summary: 'How to sign in, the roles, and what members of an organizer can do in a browser.',
        only: 'extended',
      },
      {
        slug: 'gate',
        file: 'docs/gate.md',
        name: 'Gate and bar',
        summary: 'Use phones to scan tickets, with or without a network, and to hand out add-ons.',
        only: 'extended',
      },
      {
        slug: 'migrating',
        file: 'docs/migrating.md',
        name: 'Migrating from another product',
        summary: 'Import events, orders and tickets from pretix, Eventbrite, Ticket Tailor and Hi.Events.',
      },
    ],
  },
  {
    name: 'For developers',
    pages: [
      {
        slug: 'api',
        file: 'docs/api.md',
        name: 'API basics',
        summary:
          'Keys and scopes, lists, writes that can be repeated, ETags, limits, errors, and the two signatures of webhooks.',
      },
      {
        slug: 'first-sync',
        file: 'docs/first-sync.md',
        name: 'First sync',
        summary: 'Copy all orders into your own system, and keep the copy up to date.',
      },
      {
        slug: 'webhooks',
        file: 'docs/webhooks.md',
        name: 'Webhooks',
        summary: 'Receive signed events, verify them, and handle retries.',
      },
      {
        slug: 'selling',
        file: 'docs/selling.md',
        name: 'Selling',
        summary: 'Sell tickets on the hosted page or in your own checkout.',
        only: 'extended',
      },
      {
        slug: 'consuming',
        file: 'docs/consuming.md',
        name: 'Consuming add-ons',
        summary:
          'Redeem drinks, parking or shirts: how to repeat a request safely, and what a till can do without a network.',
        only: 'extended',
      },
      {
        slug: 'sandbox',
        file: 'docs/sandbox.md',
        name: 'Sandbox',
        summary: 'Develop with test keys, test data and a clock that can be moved forward.',
      },
      {
        slug: 'going-live',
        file: 'docs/going-live.md',
        name: 'Going live',
        summary: 'What to check before you use live keys, and before you sell tickets.',
      },
      {
        slug: 'sdk',
        file: 'packages/sdk/README.md',
        name: 'TypeScript client',
        summary: 'Every operation with types, lists as iterators, retries, and handlers for webhooks.',
      },
      {
        slug: 'sdk-python',
        file: 'packages/sdk-python/README.md',
        name: 'Python client',
        summary: 'The same operations for Python, blocking and with asyncio.',
      },
      {
        slug: 'generating-clients',
        file: 'docs/generating-clients.md',
        name: 'Generating a client',
        summary:
          'A client for Go, PHP and other languages from the OpenAPI document, and how to verify webhooks there.',
      },
      {
        slug: 'assistants',
        file: 'docs/assistants.md',
        name: 'Assistants',
        summary: 'Let an assistant use the API through the Model Context Protocol.',
      },
    ],
  },
  {
    name: 'For operators',
    pages: [
      {
        slug: 'installing',
        file: 'docs/installing.md',
        name: 'Installing',
        summary: 'Install the server as one executable file, an npm package or a container image.',
      },
      {
        slug: 'operating',
        file: 'docs/operating.md',
        name: 'Operating',
        summary: 'Find what is wrong with an installation, back it up, and run several processes.',
      },
      {
        slug: 'scaling',
        file: 'docs/scaling.md',
        name: 'Scaling',
        summary:
          'Choose between one process and several, and find out how many machines you need for your number of orders.',
      },
      {
        slug: 'payments',
        file: 'docs/payments.md',
        name: 'Payments',
        summary: 'Set up Stripe or bank transfer, and handle refunds and late payments.',
      },
      {
        slug: 'privacy',
        file: 'docs/privacy.md',
        name: 'Privacy',
        summary: 'Which personal data are stored, where, for how long, who reads them, and how they are erased.',
      },
      {
        slug: 'import',
        file: 'docs/import.md',
        name: 'Import files',
        summary: 'The format of the files that the command import reads and the command export writes.',
      },
      {
        slug: 'citus',
        file: 'docs/citus.md',
        name: 'Sharding with Citus',
        summary: 'Distribute the tables of PostgreSQL over several servers, by organizer.',
      },
      {
        slug: 'translating',
        file: 'docs/translating.md',
        name: 'Translating',
        summary: 'Correct a text, translate another area, or find out which texts a language lacks.',
      },
      {
        slug: 'extending',
        file: 'docs/extending.md',
        name: 'Extending',
        summary: 'Add a table, an endpoint, an error, an event type, a job or a payment provider to the server.',
      },
    ],
  },
  {
    name: 'Reference',
    pages: [
      {
        slug: 'settings',
        file: 'docs/settings.md',
        name: 'Settings',
        summary: 'Every environment variable, its default and its meaning.',
      },
      {
        slug: 'cli',
        file: 'docs/cli.md',
        name: 'Commands',
        summary: 'Every command with its arguments and options.',
      },
      {
        slug: 'webhook-events',
        file: 'docs/webhook-events.md',
        name: 'Event types',
        summary: 'Every type of webhook event with its payload and an example.',
      },
      {
        slug: 'errors',
        file: 'docs/errors.md',
        name: 'Errors',
        summary: 'Every error code and reason, when it happens, and what to do.',
      },
      {
        slug: 'glossary',
        file: 'docs/glossary.md',
        name: 'Glossary',
        summary: 'The words of this documentation, as the program uses them.',
      },
      {
        slug: 'versioning',
        file: 'docs/versioning.md',
        name: 'Versions',
        summary: 'Which changes of the API are compatible, and how others are announced.',
      },
      {
        slug: 'changelog',
        file: 'CHANGELOG.md',
        name: 'Changelog',
        summary: 'What has changed in each version.',
      },
    ],
  },
];

/** The entry of the navigation that is not built from Markdown: the server renders it from its OpenAPI document. */
export const referenceEntry = { section: 'Reference', name: 'API reference', path: '/docs/reference' };
