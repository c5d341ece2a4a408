import type { EventSpec, OrganizerSpec, TicketSpec } from './types.ts';

function passes(price: { early: number; regular: number; late: number; stream: number }): TicketSpec[] {
  return [
    {
      key: 'early-bird',
      name: 'Early bird',
      category: 'Conference',
      price: price.early,
      weight: 60,
      soldOutAt: 0.22,
      onSale: [0, 0.5],
    },
    { key: 'regular', name: 'Regular', category: 'Conference', price: price.regular, weight: 30, onSale: [0, 0.85] },
    { key: 'late', name: 'Late', category: 'Conference', price: price.late, weight: 30, onSale: [0.85, 1] },
    {
      key: 'student',
      name: 'Student',
      description: 'Free with a certificate of enrolment, to be shown at the desk.',
      category: 'Conference',
      price: 0,
      weight: 6,
    },
    {
      key: 'stream',
      name: 'Live stream',
      category: 'Online',
      price: price.stream,
      weight: 5,
      unlimited: true,
      alone: true,
    },
  ];
}

function workshop(key: string, name: string, price: number, extraShare: number, soldOutAt?: number): TicketSpec {
  const limit = soldOutAt === undefined ? {} : { soldOutAt };
  return {
    key,
    name: `Workshop: ${name}`,
    category: 'Workshop',
    price,
    weight: 0,
    extraShare,
    sameHolder: true,
    ...limit,
  };
}

const zurich: Omit<EventSpec, 'status' | 'edition' | 'share' | 'headroom'> = {
  name: 'Relaystone Zürich',
  slug: 'relaystone-zurich',
  description:
    'Two days about systems that keep their promises: consensus, queues, time, failure and the people on call. Talks in the hall, a day of workshops before.',
  startsInDays: 60,
  weekday: 2,
  startHour: 9,
  durationHours: 33,
  timezone: 'Europe/Zurich',
  currency: 'CHF',
  venue: { name: 'Halle am Steinsteg', address: 'Steinsteg 12', city: 'Zürich', country: 'Switzerland' },
  salesDays: 170,
  partySizes: [74, 14, 5, 4, 2, 1],
  locals: ['german', 'german', 'french', 'nordic', 'indian', 'portuguese', 'polish'],
  tickets: [
    ...passes({ early: 39000, regular: 54000, late: 64000, stream: 9000 }),
    workshop('ws-consensus', 'Consensus by hand', 18000, 0.16, 0.4),
    workshop('ws-tracing', 'Tracing a slow request', 18000, 0.14, 0.55),
    workshop('ws-queues', 'Queues without tears', 18000, 0.1),
    workshop('ws-incidents', 'Leading an incident', 16000, 0.07),
  ],
  addons: [
    {
      key: 'dinner',
      name: 'Conference dinner',
      type: 'meal',
      price: 9500,
      share: 0.24,
      unitsPerPurchase: 1,
      handedOutAt: 'gate',
    },
    {
      key: 'coffee',
      name: 'Coffee card, 10 cups',
      type: 'drink',
      price: 4000,
      share: 0.2,
      unitsPerPurchase: 10,
      handedOutAt: 'bar',
    },
    {
      key: 'shirt',
      name: 'Conference T-shirt',
      type: 'shirt',
      price: 2500,
      share: 0.18,
      unitsPerPurchase: 1,
      handedOutAt: 'desk',
    },
  ],
};

const newYork: EventSpec = {
  ...zurich,
  name: 'Relaystone New York',
  slug: 'relaystone-new-york',
  status: 'published',
  startsInDays: 130,
  edition: 0,
  timezone: 'America/New_York',
  currency: 'USD',
  venue: { name: 'The Cooperage Rooms', address: '1 Cooperage Row', city: 'New York', country: 'United States' },
  salesDays: 155,
  share: 0.06,
  headroom: 4.3,
  locals: ['american', 'american', 'american', 'indian', 'chinese', 'spanish', 'korean'],
  tickets: [
    ...passes({ early: 44900, regular: 59900, late: 69900, stream: 9900 }),
    workshop('ws-consensus', 'Consensus by hand', 19900, 0.1),
    workshop('ws-queues', 'Queues without tears', 19900, 0.08),
  ],
};

/** A conference organizer: last year's event, this year's event with sold-out early-bird tickets, and a new event abroad. */
export const conferenceOrganizer: OrganizerSpec = {
  name: 'Relaystone Conferences',
  slug: 'relaystone',
  currency: 'CHF',
  timezone: 'Europe/Zurich',
  feePolicy: {
    platformFeeBps: 300,
    platformFeeFixed: 50,
    paymentFeeBps: 290,
    paymentFeeFixed: 30,
    taxBps: 810,
    taxMode: 'on_top',
    paidBy: 'organizer',
  },
  profile: {
    contactEmail: 'hello@relaystone.example',
    contactPhone: '+41 44 555 01 63',
    websiteUrl: 'https://relaystone.example',
    imprintUrl: 'https://relaystone.example/imprint',
    termsUrl: 'https://relaystone.example/terms',
    privacyUrl: 'https://relaystone.example/privacy',
    replyTo: 'hello@relaystone.example',
    accentColor: '#b3261e',
    accountHolder: 'Relaystone AG',
    iban: 'CH9300762011623852957',
    bic: 'BKBBCHBBXXX',
    paymentText: 'Need an invoice? Write to hello@relaystone.example with your order number.',
  },
  events: [
    { ...zurich, status: 'archived', edition: -1, share: 0.07, headroom: 1.2 },
    { ...zurich, status: 'published', edition: 0, share: 0.12, headroom: 2.2 },
    newYork,
  ],
};
