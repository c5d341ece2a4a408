import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { type Organizer, setFeePolicy } from '../src/features/organizers/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { TestClock } from './harness/test-clock.ts';

const feePolicy = {
  platformFeeBps: 250,
  platformFeeFixed: 49,
  paymentFeeBps: 145,
  paymentFeeFixed: 25,
  taxBps: 1900,
  taxMode: 'on_top' as const,
  paidBy: 'buyer' as const,
};

const catalog: ImportLine[] = [
  {
    type: 'event',
    externalId: 'full',
    name: 'Harbour "Marathon" – 42 km\n\u2028\u{1F3C3}',
    slug: 'harbour',
    description: 'All of it',
    status: 'published',
    startsAt: '2083-05-09T09:00:00+02:00',
    endsAt: '2083-05-09T17:00:00+02:00',
    timezone: 'America/Argentina/Buenos_Aires',
    venue: { name: 'Stadium', address: 'Quay 1', city: 'Hamburg', country: 'Germany' },
    posterUrl: 'https://images.example.com/poster.jpg',
    currency: 'JPY',
    defaultLanguage: 'pl',
    nameFields: 'firstAndLast',
    waitingRoom: { admitPerMinute: 200 },
  },
  {
    type: 'ticketType',
    externalId: 'limited',
    eventId: 'full',
    name: 'Half',
    description: 'The half',
    category: '21K',
    price: 3500,
    quantity: 100,
    minPerOrder: 2,
    maxPerOrder: 8,
    salesStartAt: '2026-01-01T00:00:00Z',
    salesEndAt: '2083-01-01T00:00:00Z',
    startsAt: '2083-05-01T06:30:00Z',
    showsQuantityLeft: true,
    holderName: 'required',
    ageRule: { on: 'date', date: '2026-12-31', leapRule: 'feb28', minimum: 16, maximum: null },
    categoryRule: {
      ...{ prefix: '21K', bySex: false, ageClasses: 'table' },
      table: [{ name: 'W35', sex: 'female', minimum: 35, maximum: null }],
    },
    position: 7,
  },
  { type: 'ticketType', externalId: 'unlimited', eventId: 'full', name: 'Fun run', price: 0 },
  { type: 'ticketType', externalId: 'last', eventId: 'full', name: 'Last one', price: 1, quantity: 1 },
  { type: 'ticketType', externalId: 'none', eventId: 'full', name: 'None at all', price: 1, quantity: 0 },
  { type: 'ticketType', externalId: 'archived', eventId: 'full', name: 'Archived', price: 5, status: 'archived' },
  { type: 'addon', externalId: 'cup', eventId: 'full', name: 'Cup', price: 300, quantity: 9, unitsPerPurchase: 3 },
  { type: 'addon', externalId: 'shirt', eventId: 'full', name: 'Shirt', addonType: 'shirt', price: 1500 },
  { type: 'addon', externalId: 'old', eventId: 'full', name: 'Old', price: 1500, quantity: 0, status: 'archived' },
  { type: 'event', externalId: 'bare', name: 'Bare', status: 'draft', startsAt: '2083-06-01T00:00:00Z' },
  {
    type: 'event',
    externalId: 'past',
    name: 'Past',
    status: 'archived',
    startsAt: '2020-01-01T00:00:00Z',
    venue: { city: 'Bremen' },
  },
  { type: 'ticketType', externalId: 'past-seat', eventId: 'past', name: 'Seat', price: 1000 },
];

const seat = (quantity: number) => [{ kind: 'ticket' as const, ticketTypeId: 'limited', quantity }];

const orders: ImportLine[] = [
  orderLine('paid', {
    eventId: 'full',
    items: [
      ...seat(2),
      { kind: 'addon', addonId: 'cup', quantity: 2 },
      { kind: 'addon', addonId: 'shirt', quantity: 1 },
    ],
    discount: 500,
    attendees: [
      { ticketTypeId: 'limited', status: 'used', usedAt: '2026-11-01T08:00:00Z', holderName: 'Ada', bib: 'A1' },
      { ticketTypeId: 'limited', firstName: 'Bo', lastName: 'Li', category: 'W40' },
    ],
  }),
  orderLine('free', { eventId: 'full', items: [{ kind: 'ticket', ticketTypeId: 'unlimited', quantity: 3 }] }),
  orderLine('last', { eventId: 'full', items: [{ kind: 'ticket', ticketTypeId: 'last', quantity: 1 }] }),
  orderLine('addon-only', { eventId: 'full', items: [{ kind: 'addon', addonId: 'shirt', quantity: 1 }] }),
  orderLine('partly-refunded', { eventId: 'full', items: seat(3), buyer: { email: 'only@example.com' } }),
  orderLine('refunded', { eventId: 'full', items: [...seat(1), { kind: 'addon', addonId: 'cup', quantity: 1 }] }),
  ...['pending', 'paid-later', 'cancelled', 'expired'].map((name) =>
    orderLine(name, {
      eventId: 'full',
      items: seat(1),
      status: 'pending',
      expiresAt: name === 'expired' ? '2026-11-20T09:00:00Z' : '2026-11-20T12:00:00Z',
    }),
  ),
  orderLine('past', { eventId: 'past', items: [{ kind: 'ticket', ticketTypeId: 'past-seat', quantity: 1 }] }),
];

/** Creates an organizer with events, orders, tickets, add-ons and settlements in every possible state. */
export async function createEveryState(db: Db): Promise<Organizer> {
  const clock = new TestClock();
  const organizer = await makeOrganizer(db, clock);
  await setFeePolicy(db, organizerScope(organizer.id, clock, byOperator), feePolicy);
  await importAll(db, { ...organizer, feePolicy }, [...catalog, ...orders, ...raceLines()], clock);

  const orderNumberOf = async (externalId: string) => {
    const orders = db.selectFrom('orders').select('order_number').where('organizer_id', '=', organizer.id);
    return (await orders.where('external_id', '=', externalId).executeTakeFirstOrThrow()).order_number;
  };
  const eventIdOf = async (externalId: string) => {
    const events = db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id);
    return (await events.where('external_id', '=', externalId).executeTakeFirstOrThrow()).id;
  };
  clock.advance(1_000);
  await payOrder(db, organizerScope(organizer.id, clock, byOperator), await orderNumberOf('paid-later'));
  await cancelOrder(db, organizerScope(organizer.id, clock, byOperator), await orderNumberOf('cancelled'));
  await expireOrders(db, clock);
  const orderNumber = await orderNumberOf('partly-refunded');
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('organizer_id', '=', organizer.id)
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  await refundOrder(db, organizerScope(organizer.id, clock, byOperator), orderNumber, [{ ticketId: ticket.id }]);
  await refundOrder(db, organizerScope(organizer.id, clock, byOperator), await orderNumberOf('refunded'), []);
  await finalizeSettlement(db, organizerScope(organizer.id, clock, byOperator), await eventIdOf('past'));
  await payOutSettlement(db, organizerScope(organizer.id, clock, byOperator), await eventIdOf('past'), { amount: 100 });
  // The balance is zero, so the status becomes `paid`.
  await finalizeSettlement(db, organizerScope(organizer.id, clock, byOperator), await eventIdOf('bare'));
  return organizer;
}
