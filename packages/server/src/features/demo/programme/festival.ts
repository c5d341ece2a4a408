import type { AddonSpec, EventSpec, OrganizerSpec } from './types.ts';

/** Drink vouchers, which are sold for all events of the organizer. */
function drinkVouchers(five: number, ten: number): AddonSpec[] {
  const voucher = { type: 'drink', handedOutAt: 'bar' } as const;
  return [
    { ...voucher, key: 'drinks-5', name: '5 drink vouchers', price: five, share: 0.34, unitsPerPurchase: 5 },
    { ...voucher, key: 'drinks-10', name: '10 drink vouchers', price: ten, share: 0.18, unitsPerPurchase: 10 },
  ];
}

const hollowLane: Omit<EventSpec, 'status' | 'edition' | 'share' | 'headroom'> = {
  name: 'Hollow Lane Festival',
  slug: 'hollow-lane-festival',
  description:
    'Three days of folk, brass and electronic music on four stages in an old orchard by the river, with workshops for children until noon and films in the barn after midnight.',
  startsInDays: -1,
  startHour: 12,
  durationHours: 59,
  timezone: 'Europe/London',
  currency: 'GBP',
  venue: { name: 'Hollow Lane Orchard', address: 'Hollow Lane', city: 'Bath', country: 'United Kingdom' },
  salesDays: 210,
  partySizes: [22, 42, 12, 16, 4, 4],
  locals: ['british', 'british', 'british', 'irish', 'indian', 'nigerian', 'french'],
  tickets: [
    { key: 'weekend-tier-1', name: 'Weekend pass, first release', price: 15500, weight: 60, onSale: [0, 0.2] },
    { key: 'weekend', name: 'Weekend pass', price: 18500, weight: 50, onSale: [0.2, 1] },
    { key: 'day-1', name: 'Day pass, first day', category: 'Day pass', price: 6500, weight: 10, day: 0 },
    { key: 'day-2', name: 'Day pass, second day', category: 'Day pass', price: 7500, weight: 16, day: 1 },
    { key: 'day-3', name: 'Day pass, third day', category: 'Day pass', price: 6500, weight: 9, day: 2 },
    {
      key: 'young',
      name: 'Young visitor',
      description: 'From 5 to 15 years, with an adult, on all days. Younger children need no ticket.',
      category: 'Concession',
      price: 2500,
      weight: 0,
      extraShare: 0.12,
    },
  ],
  addons: [
    ...drinkVouchers(2900, 5400),
    {
      key: 'parking',
      name: 'Parking',
      type: 'parking',
      price: 2500,
      share: 0.3,
      unitsPerPurchase: 1,
      handedOutAt: 'gate',
    },
    {
      key: 'camping',
      name: 'Camping, meadow',
      type: 'camping',
      price: 4500,
      share: 0.34,
      unitsPerPurchase: 1,
      handedOutAt: 'gate',
    },
    {
      key: 'camping-riverside',
      name: 'Camping, riverside',
      type: 'camping',
      price: 7000,
      share: 0.25,
      soldOutAt: 0.3,
      unitsPerPurchase: 1,
      handedOutAt: 'gate',
    },
  ],
};

const tokyo: EventSpec = {
  name: 'Hollow Lane Tokyo',
  slug: 'hollow-lane-tokyo',
  description:
    'The festival abroad: two evenings of folk and brass from both islands in a former printing house by the water.',
  status: 'published',
  startsInDays: 30,
  edition: 0,
  weekday: 6,
  startHour: 15,
  durationHours: 31,
  timezone: 'Asia/Tokyo',
  currency: 'JPY',
  venue: { name: 'Kawabata Insatsujo', address: 'Kawabata 1-2-3', city: 'Tokyo', country: 'Japan' },
  salesDays: 120,
  share: 0.07,
  headroom: 2,
  partySizes: [34, 44, 10, 9, 2, 1],
  locals: ['japanese', 'japanese', 'japanese', 'japanese', 'korean', 'chinese', 'british'],
  tickets: [
    { key: 'both', name: 'Both evenings', price: 19800, weight: 40 },
    { key: 'saturday', name: 'Saturday evening', category: 'Day pass', price: 11800, weight: 30, day: 0 },
    { key: 'sunday', name: 'Sunday evening', category: 'Day pass', price: 11800, weight: 22, day: 1 },
  ],
  addons: [
    ...drinkVouchers(3500, 6500),
    {
      key: 'towel',
      name: 'Festival towel',
      type: 'merchandise',
      price: 2800,
      share: 0.3,
      unitsPerPurchase: 1,
      handedOutAt: 'desk',
    },
  ],
};

/** A festival organizer: last year's event, an event that takes place today, and an event abroad. */
export const festivalOrganizer: OrganizerSpec = {
  name: 'Hollow Lane Festivals',
  slug: 'hollow-lane',
  currency: 'GBP',
  timezone: 'Europe/London',
  feePolicy: {
    platformFeeBps: 400,
    platformFeeFixed: 0,
    paymentFeeBps: 150,
    paymentFeeFixed: 20,
    taxBps: 2000,
    taxMode: 'included',
    paidBy: 'organizer',
  },
  profile: {
    contactEmail: 'tickets@hollow-lane.example',
    contactPhone: '+44 1225 555 0117',
    websiteUrl: 'https://hollow-lane.example',
    imprintUrl: 'https://hollow-lane.example/imprint',
    termsUrl: 'https://hollow-lane.example/terms',
    privacyUrl: 'https://hollow-lane.example/privacy',
    replyTo: 'tickets@hollow-lane.example',
    accentColor: '#7a3b8f',
    accountHolder: 'Hollow Lane Festivals Ltd',
    iban: 'GB29NWBK60161331926819',
    bic: 'NWBKGB2LXXX',
    paymentText: 'Please give the order number as the reference of your transfer.',
  },
  events: [
    { ...hollowLane, status: 'archived', edition: -1, share: 0.12, headroom: 1.15 },
    { ...hollowLane, status: 'published', edition: 0, share: 0.16, headroom: 1.1, hasScans: true },
    tokyo,
  ],
};
