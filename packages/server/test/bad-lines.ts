import { orderLine } from './harness/fixtures.ts';

type OrderFields = Parameters<typeof orderLine>[1];

/** A line that must be rejected, the fields that the error must name, and a pattern of its message. */
export interface BadLine {
  readonly name: string;
  readonly line: string | object;
  readonly paths: readonly string[];
  readonly message: RegExp;
}

const badLine = (name: string, line: string | object, paths: string | readonly string[], message: RegExp): BadLine => ({
  name,
  line,
  paths: typeof paths === 'string' ? [paths] : paths,
  message,
});

let count = 0;
/** Every line has its own `externalId`. Otherwise a line that is imported by mistake could hide another one. */
const externalId = () => {
  count += 1;
  return `bad-${count}`;
};
const badEvent = (name: string, fields: object, path: string, message: RegExp) =>
  badLine(
    name,
    { type: 'event', externalId: externalId(), name: 'Bad', startsAt: '2083-01-01T10:00:00Z', ...fields },
    path,
    message,
  );
const badType = (name: string, fields: object, path: string, message: RegExp) =>
  badLine(
    name,
    { type: 'ticketType', externalId: externalId(), eventId: 'race', name: 'Bad', price: 100, ...fields },
    path,
    message,
  );
const badAddon = (name: string, fields: object, path: string, message: RegExp) =>
  badLine(
    name,
    { type: 'addon', externalId: externalId(), eventId: 'race', name: 'Bad', price: 1, ...fields },
    path,
    message,
  );
const badOrder = (name: string, fields: object, path: string, message: RegExp) =>
  badLine(name, orderLine(externalId(), fields as OrderFields), path, message);

const tenKilometres = { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 };
const drinks = { kind: 'addon', addonId: 'beer', quantity: 1 };
const ana = { ticketTypeId: 'run-10', holderName: 'Ana' };
/** One ticket of 20.00 without fees. */
const fees = {
  subtotal: 2000,
  discount: 0,
  platformFee: 0,
  paymentFee: 0,
  tax: 0,
  total: 2000,
  organizerNet: 2000,
  paidBy: 'buyer',
};

/** Texts that are not valid lines. */
const brokenLines: BadLine[] = [
  badLine('broken JSON', '{"type":"order","externalId":"x"', '', /is not JSON/),
  badLine('JSON with text after it', '{"type":"event"} {}', '', /is not JSON/),
  badLine('a JSON array', '[{"type":"order"}]', '', /is not a JSON object/),
  badLine('a JSON number', '42', '', /is not a JSON object/),
  badLine('JSON null', 'null', '', /is not a JSON object/),
  badLine('a JSON string', '"order"', '', /is not a JSON object/),
  badLine('no type', { externalId: 'x' }, 'type', /must be one of event, ticketType, addon, poster, question, order/),
  badLine('an unknown type', { type: 'ticket', externalId: 'x' }, 'type', /must be one of/),
  badLine(
    'a type that is a property of every JavaScript object',
    { type: 'constructor', externalId: 'x' },
    'type',
    /must be one of/,
  ),
];

const badCatalogLines: BadLine[] = [
  badLine('an event without name and start', { type: 'event', externalId: 'x' }, ['name', 'startsAt'], /is required/),
  badEvent('an unknown field', { colour: 'red' }, 'colour', /is not a field/),
  badEvent('an unknown field in an object', { venue: { street: 'x' } }, 'venue.street', /is not a field/),
  badEvent('an empty externalId', { externalId: '' }, 'externalId', /./),
  badEvent('an externalId of 256 characters', { externalId: 'x'.repeat(256) }, 'externalId', /./),
  badEvent('a name that is a number', { name: 7 }, 'name', /string/),
  badEvent('30 February', { startsAt: '2026-02-30T10:00:00Z' }, 'startsAt', /RFC 3339/),
  badEvent('29 February of a common year', { startsAt: '2083-02-29T10:00:00Z' }, 'startsAt', /RFC 3339/),
  badEvent('the 13th month', { startsAt: '2026-13-01T10:00:00Z' }, 'startsAt', /RFC 3339/),
  badEvent('hour 24', { startsAt: '2026-12-01T24:00:00Z' }, 'startsAt', /RFC 3339/),
  badEvent('a date without a time', { startsAt: '2026-12-01' }, 'startsAt', /RFC 3339/),
  badEvent('a time without an offset', { startsAt: '2026-12-01T10:00:00' }, 'startsAt', /RFC 3339/),
  badEvent('a year of five digits in UTC', { startsAt: '9999-12-31T23:59:59-01:00' }, 'startsAt', /RFC 3339/),
  badEvent('an end before the start', { endsAt: '2026-12-31T10:00:00Z' }, 'endsAt', /before startsAt/),
  badEvent('an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone', /IANA/),
  badEvent('an unknown currency', { currency: 'EUX' }, 'currency', /ISO 4217/),
  badEvent('a currency in lower case', { currency: 'eur' }, 'currency', /ISO 4217/),
  badEvent(
    'a poster URL with credentials',
    { posterUrl: 'https://user:pw@example.com/a.png' },
    'posterUrl',
    /must not contain a user name/,
  ),
  badEvent('a poster URL with plain HTTP', { posterUrl: 'http://example.com/a.png' }, 'posterUrl', /https/),
  badEvent('a slug with a space', { slug: 'a b' }, 'slug', /form/),
  badEvent('a slug that is taken', { slug: 'the-race' }, 'slug', /taken/),
  badEvent('a key of metadata with 41 characters', { metadata: { ['k'.repeat(41)]: '1' } }, 'metadata', /1 to 40/),
  badEvent(
    '51 keys of metadata',
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, '1'])) },
    'metadata',
    /50/,
  ),
  badEvent('an unknown status', { status: 'open' }, 'status', /draft, published, archived/),
  badType('a ticket type of an unknown event', { eventId: 'nowhere' }, 'eventId', /nowhere/),
  badType('a ticket type in another currency', { currency: 'USD' }, 'currency', /EUR/),
  badType('a negative price', { price: -1 }, 'price', />= 0/),
  badType('a price with a fraction', { price: 10.5 }, 'price', /integer/),
  badType('a price above the limit', { price: 1_000_000_000_001 }, 'price', /<=/),
  badType('a maxPerOrder below minPerOrder', { minPerOrder: 4, maxPerOrder: 3 }, 'maxPerOrder', /minPerOrder/),
  badType(
    'a sale that ends before it starts',
    { salesStartAt: '2026-02-01T00:00:00Z', salesEndAt: '2026-01-01T00:00:00Z' },
    'salesEndAt',
    /salesStartAt/,
  ),
  badAddon('an add-on without price', { price: undefined }, 'price', /is required/),
  badAddon('an add-on of 0 units', { unitsPerPurchase: 0 }, 'unitsPerPurchase', />= 1/),
];

const badOrderLines: BadLine[] = [
  badLine(
    'an order without event, buyer and items',
    { type: 'order', externalId: 'x' },
    ['eventId', 'buyer', 'items'],
    /is required/,
  ),
  badOrder('an order without items', { items: [] }, 'items', /1/),
  badOrder('a buyer without e-mail', { buyer: { name: 'Ada' } }, 'buyer.email', /is required/),
  badOrder('an invalid e-mail address', { buyer: { email: 'ada at example' } }, 'buyer.email', /form/),
  badOrder('an unknown field in an item', { items: [{ ...tenKilometres, seat: 4 }] }, 'items.0.seat', /is not a field/),
  badOrder('a quantity in quotes', { items: [{ ...tenKilometres, quantity: '2' }] }, 'items.0.quantity', /integer/),
  badOrder('a quantity of 0', { items: [{ ...tenKilometres, quantity: 0 }] }, 'items.0.quantity', />= 1/),
  badOrder(
    'an empty key of the metadata of an attendee',
    { attendees: [{ ...ana, metadata: { '': '1' } }] },
    'attendees.0.metadata',
    /1 to 40/,
  ),
  badOrder('an unknown status of an order', { status: 'open' }, 'status', /pending, paid/),
  badOrder('an unknown event', { eventId: 'nowhere' }, 'eventId', /nowhere/),
  badOrder('another currency', { currency: 'USD' }, 'currency', /EUR/),
  badOrder('an invalid order number', { orderNumber: 'UUUUUUUUUU' }, 'orderNumber', /Crockford/),
  badOrder('an order number that is taken', { orderNumber: 'taken00001' }, 'orderNumber', /TAKEN00001/),
  badOrder(
    'an unknown ticket type',
    { items: [drinks, { ...tenKilometres, ticketTypeId: 'run-99' }] },
    'items.1.ticketTypeId',
    /run-99/,
  ),
  badOrder(
    "another event's ticket type",
    { items: [{ ...tenKilometres, ticketTypeId: 'other-run-10' }] },
    'items.0.ticketTypeId',
    /belongs to another event/,
  ),
  badOrder("another event's add-on", { items: [{ ...drinks, addonId: 'other-beer' }] }, 'items.0.addonId', /another/),
  badOrder(
    'an add-on with the id of a ticket type',
    { items: [{ ...drinks, addonId: 'run-10' }] },
    'items.0.addonId',
    /run-10/,
  ),
  badOrder(
    'a ticket without a ticket type',
    { items: [{ kind: 'ticket', quantity: 1 }] },
    'items.0.ticketTypeId',
    /required/,
  ),
  badOrder(
    'a ticket type and an add-on in one item',
    { items: [{ ...tenKilometres, addonId: 'beer' }] },
    'items.0.addonId',
    /must be empty/,
  ),
  badOrder('the same type twice', { items: [tenKilometres, tenKilometres] }, 'items.1', /twice/),
  badOrder(
    'more tickets than are left',
    { items: [{ ...tenKilometres, ticketTypeId: 'scarce', quantity: 4 }] },
    'items.0.quantity',
    /only 3 are left/,
  ),
  badOrder(
    'more add-ons than are left',
    { items: [tenKilometres, { ...drinks, addonId: 'scarce-beer', quantity: 3 }] },
    'items.1.quantity',
    /only 2 are left/,
  ),
  badOrder(
    'a pending order of more tickets than are left',
    { status: 'pending', items: [{ ...tenKilometres, ticketTypeId: 'scarce', quantity: 9 }] },
    'items.0.quantity',
    /only 3 are left/,
  ),
  badOrder('more attendees than tickets', { attendees: [ana, ana] }, 'attendees.1.ticketTypeId', /more attendees/),
  badOrder(
    'an attendee of a ticket type that is not in the order',
    { attendees: [{ ...ana, ticketTypeId: 'run-21' }] },
    'attendees.0.ticketTypeId',
    /run-21/,
  ),
  badOrder('a bib that is taken', { attendees: [{ ...ana, bib: 'B-1' }] }, 'attendees.0.bib', /B-1/),
  badOrder('a QR value that is taken', { attendees: [{ ...ana, qrValue: 'QR-1' }] }, 'attendees.0.qrValue', /QR/),
  badOrder(
    'a QR value used twice in one order',
    {
      items: [{ ...tenKilometres, quantity: 2 }],
      attendees: [
        { ...ana, qrValue: 'QR-twice' },
        { ...ana, qrValue: 'QR-twice' },
      ],
    },
    'attendees.1.qrValue',
    /QR/,
  ),
  badOrder(
    'a ref that is taken',
    { items: [{ ...drinks, consumptions: [{ ref: 'ref-1', units: 1 }] }] },
    'items.0.consumptions.0.ref',
    /ref-1/,
  ),
  badOrder('a wrong total of an item', { items: [{ ...tenKilometres, total: 1999 }] }, 'items.0.total', /2000/),
  badOrder('a wrong subtotal', { subtotal: 1999 }, 'subtotal', /2000/),
  badOrder('a wrong total', { total: 2001 }, 'total', /2000/),
  badOrder('a discount over the price', { discount: 2001 }, 'discount', /2000/),
  badOrder('fees with a wrong subtotal', { feeBreakdown: { ...fees, subtotal: 1 } }, 'feeBreakdown.subtotal', /2000/),
  badOrder('fees that do not add up', { feeBreakdown: { ...fees, tax: 5 } }, 'feeBreakdown.organizerNet', /1995/),
  badOrder(
    'fees with a wrong total',
    { feeBreakdown: { ...fees, platformFee: 100, total: 2050, organizerNet: 1950 } },
    'feeBreakdown.total',
    /2100/,
  ),
  badOrder('fees without a payer', { feeBreakdown: { ...fees, paidBy: undefined } }, 'feeBreakdown.paidBy', /required/),
  badOrder('30 February', { createdAt: '2026-02-30T10:00:00Z' }, 'createdAt', /RFC 3339/),
  badOrder(
    'a ticket issued on 31 April',
    { attendees: [{ ...ana, issuedAt: '2026-04-31T10:00:00Z' }] },
    'attendees.0.issuedAt',
    /RFC 3339/,
  ),
  badOrder(
    'a payment time before the order was created',
    { createdAt: '2026-03-02T00:00:00Z', paidAt: '2026-03-01T00:00:00Z' },
    'paidAt',
    /createdAt/,
  ),
  badOrder(
    'a pending order with a payment time',
    { status: 'pending', paidAt: '2026-03-01T00:00:00Z' },
    'paidAt',
    /pending/,
  ),
  badOrder('a paid order with a refunded amount', { refundedTotal: 5 }, 'refundedTotal', /paid/),
  badOrder(
    'a refunded order with only a part of the amount refunded',
    { status: 'refunded', refundedTotal: 5 },
    'refundedTotal',
    /2000/,
  ),
  badOrder(
    'a valid ticket of a refunded order',
    { status: 'refunded', attendees: [{ ...ana, status: 'valid' }] },
    'attendees.0.status',
    /refunded/,
  ),
  badOrder('a void ticket of a paid order', { attendees: [{ ...ana, status: 'void' }] }, 'attendees.0.status', /paid/),
  badOrder(
    'a bib of a pending order',
    { status: 'pending', attendees: [{ ...ana, bib: '9' }] },
    'attendees.0.bib',
    /pending/,
  ),
  badOrder(
    'consumed units of a ticket',
    { items: [{ ...tenKilometres, unitsConsumed: 1 }] },
    'items.0.unitsConsumed',
    /add-ons/,
  ),
  badOrder(
    'more units consumed than bought',
    { items: [{ ...drinks, unitsConsumed: 6 }] },
    'items.0.unitsConsumed',
    /5 units/,
  ),
  badOrder(
    'consumptions of more units than were consumed',
    { items: [{ ...drinks, unitsConsumed: 1, consumptions: [{ ref: 'ref-2', units: 2 }] }] },
    'items.0.consumptions',
    /unitsConsumed/,
  ),
  badOrder(
    'returns of more units than the consumptions, without unitsConsumed',
    { items: [{ ...drinks, returns: [{ units: 1, reason: 'Wrong bar' }] }] },
    'items.0.returns',
    /unitsConsumed/,
  ),
  badOrder(
    'refunded units that are neither void nor consumed',
    { status: 'refunded', items: [{ ...drinks, unitsVoided: 4 }] },
    'items.0.unitsVoided',
    /at least 5/,
  ),
];

export const badLines: readonly BadLine[] = [...brokenLines, ...badCatalogLines, ...badOrderLines];
