import type { Resource } from '../platform/http/openapi-resources.ts';

const halfMarathon = {
  name: 'Half marathon',
  description: 'Start at 10:00, time limit three hours',
  category: '21K',
  price: 4900,
  quantity: 2000,
  sold: 1544,
  reserved: 6,
  available: 450,
  minPerOrder: 1,
  maxPerOrder: 10,
  salesStartAt: '2026-09-01T08:00:00.000Z',
  salesEndAt: null,
  position: 0,
};

const drinkVoucher = { price: 450, unitsPerPurchase: 2, quantity: 1000, sold: 310, reserved: 0, available: 690 };

const marathon = {
  description: 'Four distances along the harbour',
  status: 'published',
  startsAt: '2027-05-09T07:00:00.000Z',
  endsAt: '2027-05-09T15:00:00.000Z',
  posterUrl: 'https://images.example.com/harbour-city-marathon-2027.jpg',
  createdAt: '2026-08-14T11:20:31.418Z',
  updatedAt: '2026-11-02T16:05:12.907Z',
};

const halfMarathonTicket = {
  issuedAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  usedAt: null,
};

/** Two half marathons at 4900, the fees paid by the buyer, 19 % tax within the prices. */
const order = {
  status: 'paid',
  subtotal: 9800,
  total: 10217,
  refundedTotal: 0,
  createdAt: '2026-11-20T08:58:41.230Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  paidAt: '2026-11-20T09:00:00.000Z',
  expiresAt: null,
  tickets: [{}, { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye' }],
};

/** What is sent to create or change what the catalog shows: of each kind, the one that must have a name creates. */
const catalogBodies: readonly Resource[] = [
  {
    name: 'CreateEvent',
    marks: ['name!', 'posterUrl'],
    sent: {
      name: 'Harbour City Marathon 2027',
      description: marathon.description,
      startsAt: '2027-05-09T09:00:00+02:00',
      endsAt: '2027-05-09T17:00:00+02:00',
      timezone: 'Europe/Berlin',
      venue: { name: 'Harbour Stadium', address: 'Quay Street 1', city: 'Hamburg', country: 'Germany' },
      posterUrl: marathon.posterUrl,
    },
  },
  { name: 'UpdateEvent', marks: ['posterUrl'], sent: { status: 'published', venue: { address: 'Quay Street 1' } } },
  {
    name: 'CreateTicketType',
    marks: ['name!', 'minPerOrder'],
    sent: {
      name: 'Half marathon',
      category: '21K',
      price: 4900,
      quantity: 2000,
      salesStartAt: halfMarathon.salesStartAt,
    },
  },
  { name: 'UpdateTicketType', marks: ['minPerOrder'], sent: { quantity: 2500, salesEndAt: null } },
  {
    name: 'CreateAddon',
    marks: ['name!', 'unitsPerPurchase'],
    sent: { name: 'Drink voucher', type: 'drink', price: 450, unitsPerPurchase: 2, quantity: 1000 },
  },
  { name: 'UpdateAddon', marks: ['unitsPerPurchase'], sent: { status: 'archived' } },
];

/** The objects that the document names, and what examples show of them. Of two that fit, the first counts. */
export const resources: readonly Resource[] = [
  {
    name: 'Venue',
    marks: ['address!', 'city!', 'country!'],
    example: { name: 'Harbour Stadium', address: 'Quay Street 1', city: 'Hamburg', country: 'Germany' },
  },
  { name: 'VenueFields', marks: ['address', 'city', 'country'] },
  { name: 'TicketTypeAvailability', marks: ['id=tty', 'onSale'], example: { soldOut: false, onSale: true } },
  { name: 'PublicTicketType', marks: ['id=tty', 'soldOut'], example: halfMarathon },
  { name: 'TicketType', marks: ['id=tty'], example: halfMarathon },
  { name: 'PublicAddon', marks: ['id=add', 'soldOut', 'name'], example: drinkVoucher },
  { name: 'Addon', marks: ['id=add'], example: drinkVoucher },
  {
    name: 'Availability',
    marks: ['eventId', 'soldOut', 'ticketTypes'],
    example: {
      soldOut: false,
      ticketTypes: [{ soldOut: false, onSale: true }],
      addons: [{ soldOut: false }],
    },
  },
  { name: 'AddonAvailability', marks: ['id=add', 'soldOut'], example: { soldOut: false } },
  { name: 'PublicEvent', marks: ['id=evt', '#PublicTicketType'], example: marathon },
  { name: 'Event', marks: ['id=evt'], example: marathon },
  ...catalogBodies,
  { name: 'TicketWithPersonalData', marks: ['id=tkt', 'qrValue'], example: halfMarathonTicket },
  { name: 'Ticket', marks: ['id=tkt'], example: halfMarathonTicket },
  { name: 'Buyer', marks: ['email', 'name', 'phone'] },
  {
    name: 'OrderItem',
    marks: ['id=itm'],
    example: { kind: 'ticket', addonId: null, name: 'Half marathon', quantity: 2, unitPrice: 4900, total: 9800 },
  },
  {
    name: 'FeeBreakdown',
    marks: ['platformFee', 'organizerNet'],
    example: {
      subtotal: 9800,
      discount: 0,
      platformFee: 245,
      paymentFee: 172,
      tax: 1565,
      total: 10217,
      organizerNet: 8235,
      paidBy: 'buyer',
    },
  },
  { name: 'OrderDetailWithPersonalData', marks: ['orderNumber', '#Buyer', '#FeeBreakdown'], example: order },
  { name: 'OrderDetail', marks: ['orderNumber', 'refundedTotal', '#FeeBreakdown'], example: order },
  { name: 'Order', marks: ['orderNumber', 'refundedTotal'], example: order },
  {
    name: 'Settlement',
    marks: ['id=stl'],
    example: {
      status: 'open',
      ordersPaid: 812,
      ticketsSold: 1544,
      gross: 8296204,
      refunds: 51085,
      platformFees: 197715,
      paymentFees: 138992,
      taxes: 1262930,
      net: 6645482,
      paidOut: 0,
      balance: 6645482,
    },
  },
  {
    name: 'Entitlement',
    marks: ['id=ent'],
    // Another order than the half marathons': one purchase of two drinks.
    example: {
      orderNumber: '5V8C2HRX1N',
      unitsTotal: 2,
      unitsConsumed: 1,
      unitsRemaining: 1,
      consumed: false,
      createdAt: '2026-11-24T18:31:07.114Z',
      updatedAt: '2027-05-09T12:41:07.522Z',
    },
  },
  {
    name: 'Consumption',
    marks: ['id=con'],
    // The one of the two drinks that the entitlement has consumed.
    example: { units: 1, ref: 'till-3-000412', createdAt: '2027-05-09T12:41:07.522Z' },
  },
  { name: 'ConsumeResult', marks: ['#Consumption', '#Entitlement'], example: { replayed: false } },
  { name: 'ConsumeRequest', marks: ['entitlementId', 'units', 'ref'], example: { units: 1, ref: 'till-3-000412' } },
  {
    name: 'WebhookEndpoint',
    marks: ['id=whk'],
    example: {
      events: ['order.paid', 'order.refunded'],
      status: 'enabled',
      disabledReason: null,
      createdAt: '2026-09-14T07:45:10.602Z',
      updatedAt: '2026-09-14T07:45:10.602Z',
    },
  },
];
