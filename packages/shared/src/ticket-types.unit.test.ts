import { expect, test } from 'vitest';
import type { EventOnSale, PublicTicketType } from './api.ts';
import { reasonNotOnSale, saleOf, ticketTypeGroups } from './ticket-types.ts';

const nowMs = Date.parse('2027-01-01T00:00:00Z');
const past = '2026-12-31T00:00:00.000Z';
const soon = '2027-02-01T00:00:00.000Z';
const later = '2027-03-01T00:00:00.000Z';

function ticketType(changes: Partial<PublicTicketType> = {}): PublicTicketType {
  return {
    id: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd',
    eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
    name: 'Marathon',
    description: null,
    category: null,
    price: 8900,
    currency: 'EUR',
    soldOut: false,
    minPerOrder: 1,
    maxPerOrder: 10,
    salesStartAt: null,
    salesEndAt: null,
    startsAt: null,
    quantityLeft: null,
    holderName: 'optional',
    ageRule: null,
    status: 'active',
    position: 0,
    ...changes,
  };
}

function event(ticketTypes: readonly PublicTicketType[], changes: Partial<EventOnSale> = {}): EventOnSale {
  return { ticketTypes, startsAt: later, endsAt: null, ...changes } as EventOnSale;
}

test.for([
  ['on sale', {}, { state: 'on_sale' }],
  ['sold out', { soldOut: true }, { state: 'sold_out' }],
  ['not on sale yet', { salesStartAt: soon }, { state: 'not_started', salesStartAt: soon }],
  ['no longer on sale', { salesEndAt: past }, { state: 'ended' }],
  ['reported as ended, not as sold out, if both apply', { soldOut: true, salesEndAt: past }, { state: 'ended' }],
  ['on sale from the moment that its sale starts', { salesStartAt: '2027-01-01T00:00:00.000Z' }, { state: 'on_sale' }],
  ['not on sale at the moment that its sale ends', { salesEndAt: '2027-01-01T00:00:00.000Z' }, { state: 'ended' }],
] as const)('a ticket type is %s', ([, changes, sale]) => {
  const type = ticketType(changes);
  expect(saleOf(type, event([type]), nowMs)).toEqual(sale);
});

test('a sale without an end date ends when the event ends, or when the event starts if the event has no end', () => {
  const type = ticketType();
  expect(saleOf(type, event([type], { startsAt: past }), nowMs)).toEqual({ state: 'ended' });
  expect(saleOf(type, event([type], { startsAt: past, endsAt: soon }), nowMs)).toEqual({ state: 'on_sale' });
});

test('if no ticket type is on sale, the reason is the first that applies: the next start of a sale, sold out, ended, no tickets', () => {
  const soldOut = ticketType({ soldOut: true });
  const ended = ticketType({ salesEndAt: past });
  const notStarted = [ticketType({ salesStartAt: later, salesEndAt: later }), ticketType({ salesStartAt: soon })];
  expect(reasonNotOnSale(event([ended, soldOut, ticketType()]), nowMs)).toBeNull();
  expect(reasonNotOnSale(event([ended, soldOut, ...notStarted]), nowMs)).toEqual({
    state: 'not_started',
    salesStartAt: soon,
  });
  expect(reasonNotOnSale(event([ended, soldOut]), nowMs)).toEqual({ state: 'sold_out' });
  expect(reasonNotOnSale(event([ended]), nowMs)).toEqual({ state: 'ended' });
  expect(reasonNotOnSale(event([]), nowMs)).toEqual({ state: 'no_tickets' });
});

test('ticket types are grouped by category, and the categories keep the order in which they first occur', () => {
  const [a, b, c, d] = ['Run', 'Walk', 'Run', null].map((category) => ticketType({ category }));
  const types = [a, b, c, d].filter((type) => type !== undefined);
  expect(ticketTypeGroups(types, 'Others')).toEqual([
    { heading: 'Run', types: [a, c] },
    { heading: 'Walk', types: [b] },
    { heading: 'Others', types: [d] },
  ]);
});

test('there are no headings if all ticket types have the same category, or if no two have the same category', () => {
  const same = [ticketType({ category: 'Run' }), ticketType({ category: 'Run' })];
  const different = [ticketType({ category: 'Run' }), ticketType({ category: 'Walk' }), ticketType()];
  expect(ticketTypeGroups(same, 'Others')).toEqual([{ heading: null, types: same }]);
  expect(ticketTypeGroups(different, 'Others')).toEqual([{ heading: null, types: different }]);
});
