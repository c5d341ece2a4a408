import type { EventSpec, OrganizerSpec, SalesWindow } from './types.ts';

const early: SalesWindow = [0, 0.45];
const late: SalesWindow = [0.45, 1];

const cityMarathon: Omit<EventSpec, 'status' | 'edition' | 'share' | 'headroom'> = {
  name: 'Kranich City Marathon',
  slug: 'kranich-city-marathon',
  description:
    'Four distances through the parks and along the canals of Leipzig, on a flat and certified course. Start and finish are on the Kranichwiese; all runners get a timing bib, a medal and breakfast at the finish.',
  startsInDays: 45,
  weekday: 0,
  startHour: 9,
  durationHours: 7,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  venue: { name: 'Kranichwiese', address: 'Am Kranichufer 1', city: 'Leipzig', country: 'Germany' },
  salesDays: 240,
  partySizes: [70, 19, 5, 4, 1, 1],
  locals: ['german', 'german', 'german', 'turkish', 'polish', 'ukrainian', 'vietnamese'],
  tickets: [
    { key: '42k-early', name: 'Marathon, early entry', category: '42K', price: 7900, weight: 26, onSale: early },
    { key: '42k', name: 'Marathon', category: '42K', price: 9900, weight: 26, onSale: late },
    { key: '21k-early', name: 'Half marathon, early entry', category: '21K', price: 4900, weight: 40, onSale: early },
    { key: '21k', name: 'Half marathon', category: '21K', price: 6400, weight: 40, onSale: late },
    { key: '10k-early', name: '10 km, early entry', category: '10K', price: 2900, weight: 30, onSale: early },
    { key: '10k', name: '10 km', category: '10K', price: 3900, weight: 30, onSale: late },
    {
      key: 'kids',
      name: 'Kids run, 1 km',
      description: 'For children from 6 to 12 years; a parent may run along.',
      category: 'Kids',
      price: 800,
      weight: 0,
      extraShare: 0.08,
    },
  ],
  addons: [
    {
      key: 'shirt',
      name: 'Finisher T-shirt',
      type: 'shirt',
      price: 2800,
      share: 0.32,
      unitsPerPurchase: 1,
      handedOutAt: 'desk',
    },
    {
      key: 'pasta',
      name: 'Pasta party',
      type: 'meal',
      price: 1400,
      share: 0.14,
      unitsPerPurchase: 1,
      handedOutAt: 'gate',
    },
    {
      key: 'engraving',
      name: 'Medal engraving',
      type: 'engraving',
      price: 1200,
      share: 0.1,
      unitsPerPurchase: 1,
      handedOutAt: 'desk',
      unlimited: true,
    },
  ],
};

/** A running club with a past edition, an edition on sale and an edition in preparation. */
export const runningClub: OrganizerSpec = {
  name: 'Kranich Laufverein',
  slug: 'kranich-laufverein',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  feePolicy: {
    platformFeeBps: 250,
    platformFeeFixed: 30,
    paymentFeeBps: 140,
    paymentFeeFixed: 25,
    taxBps: 1900,
    taxMode: 'included',
    paidBy: 'buyer',
  },
  profile: {
    contactEmail: 'meldestelle@kranich-laufverein.example',
    contactPhone: '+49 341 5550142',
    websiteUrl: 'https://kranich-laufverein.example',
    imprintUrl: 'https://kranich-laufverein.example/imprint',
    termsUrl: 'https://kranich-laufverein.example/terms',
    privacyUrl: 'https://kranich-laufverein.example/privacy',
    replyTo: 'meldestelle@kranich-laufverein.example',
    accentColor: '#0b6e4f',
    accountHolder: 'Kranich Laufverein e.V.',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    paymentText: 'Please transfer the whole amount in one payment. We confirm it within two working days.',
  },
  events: [
    { ...cityMarathon, status: 'archived', edition: -1, share: 0.15, headroom: 1.1 },
    { ...cityMarathon, status: 'published', edition: 0, share: 0.25, headroom: 1.8 },
    { ...cityMarathon, status: 'draft', edition: 1, share: 0.25, headroom: 1.2 },
  ],
};
