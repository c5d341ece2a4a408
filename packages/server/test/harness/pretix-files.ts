/** The catalog of an event as lists of the pretix API: two ticket types, a ticket with two variations, and an add-on. */
export const pretixCatalog = {
  'event.json': {
    name: { de: 'Hafenfest', en: 'Harbour Festival' },
    slug: 'fest',
    live: true,
    currency: 'EUR',
    date_from: '2027-07-02T14:00:00+02:00',
    timezone: 'Europe/Berlin',
    location: { de: 'Alter Hafen' },
  },
  'items.json': [
    {
      ...item(1, { de: 'Wochenende', en: 'Weekend' }, '120.00'),
      admission: true,
      addons: [{ addon_category: 5, min_count: 0, max_count: 2, multi_allowed: true, price_included: false }],
    },
    {
      ...item(2, { de: 'Tageskarte', en: 'Day' }, '49.00'),
      admission: true,
      variations: [
        { id: 21, value: { en: 'Friday' }, price: '49.00', active: true },
        { id: 22, value: { en: 'Saturday' }, price: '59.00', active: true },
      ],
    },
    { ...item(3, { en: 'Drinks' }, '20.00'), category: 5, admission: false },
  ],
  'quotas.json': [
    { id: 1, size: 100_000, items: [1], variations: [] },
    { id: 2, size: 100_000, items: [2], variations: [21, 22] },
    { id: 3, size: null, items: [3], variations: [] },
  ],
  'questions.json': [
    { id: 1, question: { en: 'T-shirt size' }, type: 'C', options: [{ id: 7, answer: { en: 'M' } }] },
    { id: 2, question: { en: 'Allergies' }, type: 'T', options: [] },
  ],
} as const;

function item(id: number, name: { readonly en: string; readonly de?: string }, price: string) {
  return { id, name, default_price: price, active: true, variations: [] };
}

/** A position of an order of pretix: by default, a weekend ticket for 120.00. */
export function pretixPosition(id: number, fields: object = {}): object {
  return {
    id,
    item: 1,
    variation: null,
    price: '120.00',
    tax_value: '19.16',
    attendee_name: `Holder ${id}`,
    secret: `secret-${id}`,
    addon_to: null,
    checkins: [],
    answers: [],
    canceled: false,
    ...fields,
  };
}

/** A paid order of pretix with these positions. */
export function pretixOrder(code: string, positions: readonly object[], total: string, fields: object = {}): object {
  return {
    code,
    event: 'fest',
    status: 'p',
    testmode: false,
    email: `${code}@example.com`,
    phone: null,
    datetime: '2026-11-20T10:00:00+01:00',
    last_modified: '2026-11-21T10:00:00+01:00',
    total,
    fees: [],
    positions,
    payments: [
      { state: 'confirmed', amount: total, payment_date: '2026-11-20T11:00:00+01:00', provider: 'banktransfer' },
    ],
    refunds: [],
    ...fields,
  };
}
