import fc from 'fast-check';
import { orderStatuses, wasPaid } from '../../src/features/orders/index.ts';

/** Draws a random value, like a generator of `fc.gen()`. */
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

interface Offer {
  readonly kind: 'ticket' | 'addon';
  readonly externalId: string;
  readonly price: number;
  /** The units per purchase of an add-on; 0 for a ticket type. */
  readonly units: number;
}

interface EventPlan {
  readonly externalId: string;
  readonly currency: string | null | undefined;
  readonly offers: Offer[];
}

type Status = (typeof orderStatuses)[number];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('Zoë "Ö" O’Brien\\', '李小龙', 'Ångström\u2028\u0001\t/', '🏃‍♀️ 🏁\u202e', ' ', 'ماراثون'),
);
const amount = fc.oneof(fc.nat(20_000), fc.constantFrom(0, 1, 1_000_000_000));
/** A time before the start of the test clock, in one of the accepted formats. */
const time = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-11-19T00:00:00Z'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toISOString(),
      date.toISOString().replace('.', '.000').replace('Z', '-00:30'),
      new Date(date.getTime() - (date.getTime() % 1000)).toISOString().replace('.000Z', '+02:00'),
    ),
  );

/** The texts of a row in other languages. */
const translations = fc.record({ de: fc.record({ name: text }), en: fc.record({ name: text }) }, { requiredKeys: [] });
const typeTranslations = fc.record({ pl: fc.record({ name: text, category: text }) }, { requiredKeys: [] });

/** An optional field of a line: a value, null or absent. */
const optional = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary, weight: 2 }, fc.constant(null), fc.constant(undefined));

/**
 * The lines of an import file with a random catalog and random orders. All lines are valid. Orders have any status, optional
 * fields have a value, are null or absent, and names are in any script.
 */
export const organizerLines = fc.gen().map((gen) => drawLines((arbitrary) => gen(() => arbitrary)));

function drawLines(draw: Draw): string[] {
  const events = Array.from({ length: draw(fc.integer({ min: 1, max: 3 })) }, (_, index) => drawEvent(draw, index));
  const plans = events.map(({ plan }) => plan);
  const orders = Array.from({ length: draw(fc.nat(8)) }, (_, index) =>
    drawOrder(draw, index, draw(fc.constantFrom(...plans))),
  );
  return [...events.flatMap(({ lines }) => lines), ...orders].map((line) => JSON.stringify(line));
}

function drawEvent(draw: Draw, number: number): { plan: EventPlan; lines: object[] } {
  const externalId = `${draw(text)} ${number}`;
  const currency = draw(optional(fc.constantFrom('EUR', 'JPY', 'CHF')));
  const event = {
    type: 'event',
    externalId,
    name: draw(text),
    slug: draw(optional(fc.constant(`event-number-${number}`))),
    translations: draw(optional(translations)),
    description: draw(optional(text)),
    status: draw(optional(fc.constantFrom('draft', 'published', 'archived'))),
    startsAt: draw(time),
    endsAt: draw(optional(fc.constant('2083-01-01T00:00:00Z'))),
    timezone: draw(optional(fc.constantFrom('Asia/Tokyo', 'UTC', 'America/Argentina/Ushuaia'))),
    venue: draw(optional(fc.record({ name: optional(text), address: optional(text), city: optional(text) }))),
    posterUrl: draw(optional(fc.constant('https://example.com/poster.png?a=1&b=%20'))),
    currency,
    defaultLanguage: draw(optional(fc.constantFrom('en', 'de', 'pl'))),
    nameFields: draw(optional(fc.constantFrom('full', 'firstAndLast'))),
    waitingRoom: draw(optional(fc.record({ admitPerMinute: fc.integer({ min: 1, max: 10_000 }) }))),
    createdAt: draw(optional(time)),
    updatedAt: draw(optional(time)),
  };
  const offers: Offer[] = [];
  const lines: object[] = [event];
  for (let index = draw(fc.integer({ min: 1, max: 3 })); index > 0; index -= 1) {
    const offer: Offer = { kind: 'ticket', externalId: `t${index} of ${externalId}`, price: draw(amount), units: 0 };
    offers.push(offer);
    lines.push({
      type: 'ticketType',
      externalId: offer.externalId,
      eventId: externalId,
      name: draw(text),
      translations: draw(optional(typeTranslations)),
      description: draw(optional(text)),
      category: draw(optional(text)),
      price: offer.price,
      currency,
      quantity: draw(optional(fc.integer({ min: 24, max: 1_000_000 }))),
      minPerOrder: draw(optional(fc.integer({ min: 1, max: 2 }))),
      maxPerOrder: draw(optional(fc.integer({ min: 2, max: 10 }))),
      salesStartAt: draw(optional(time)),
      salesEndAt: draw(optional(fc.constant('2083-01-01T00:00:00Z'))),
      startsAt: draw(optional(time)),
      showsQuantityLeft: draw(optional(fc.boolean())),
      holderName: draw(optional(fc.constantFrom('required', 'optional', 'none'))),
      status: draw(optional(fc.constantFrom('active', 'archived'))),
      position: draw(optional(fc.nat(5))),
    });
  }
  for (let index = draw(fc.nat(2)); index > 0; index -= 1) {
    const units = draw(fc.integer({ min: 1, max: 6 }));
    const offer: Offer = { kind: 'addon', externalId: `a${index} of ${externalId}`, price: draw(amount), units };
    offers.push(offer);
    lines.push({
      type: 'addon',
      externalId: offer.externalId,
      eventId: externalId,
      name: draw(text),
      translations: draw(optional(translations)),
      addonType: draw(optional(text)),
      price: offer.price,
      currency,
      unitsPerPurchase: units === 1 ? draw(optional(fc.constant(1))) : units,
      quantity: draw(optional(fc.integer({ min: 24, max: 1_000_000 }))),
      status: draw(optional(fc.constantFrom('active', 'archived'))),
      position: draw(optional(fc.nat(5))),
    });
  }
  return { plan: { externalId, currency, offers }, lines };
}

function drawOrder(draw: Draw, number: number, event: EventPlan): object {
  const drawnStatus = draw(fc.constantFrom(...orderStatuses));
  const createdAt = draw(optional(time));
  const offers = draw(fc.shuffledSubarray(event.offers, { minLength: 1 }));
  const items = offers.map((offer, index) => drawItem(draw, offer, drawnStatus, `${number}-${index}`));
  const subtotal = items.reduce((sum, { item }) => sum + item.quantity * item.price, 0);
  const fees = drawFees(draw, subtotal);
  // A partially refunded order has a refunded item, or some of its money was refunded.
  const attendees = draw(fc.shuffledSubarray(items.flatMap((part) => part.attendees)));
  const isRefunded =
    items.some((part) => part.item.refundedQuantity) ||
    attendees.some(({ status, refundedAt }) => status === 'void' || refundedAt);
  const status = drawnStatus === 'partially_refunded' && !isRefunded && !fees.total ? 'paid' : drawnStatus;
  return {
    type: 'order',
    externalId: `order ${number} ${draw(text)}`,
    eventId: event.externalId,
    orderNumber: draw(optional(fc.constant(`oilTEST${String(number).padStart(3, '0')}`))),
    status: status === 'paid' ? draw(optional(fc.constant(status))) : status,
    currency: event.currency,
    buyer: { email: draw(fc.emailAddress()), name: draw(optional(text)), phone: draw(optional(text)) },
    items: items.map(({ item: { price: _, ...item } }) => item),
    attendees,
    ...fees.line,
    subtotal: draw(optional(fc.constant(subtotal))),
    refundedTotal: refundedTotal(draw, status, isRefunded, fees.total),
    createdAt,
    updatedAt: draw(optional(time)),
    paidAt: wasPaid(status) ? draw(optional(fc.constant('2026-11-19T12:00:00.5Z'))) : undefined,
    expiresAt: draw(optional(fc.constantFrom('2026-11-20T09:10:00Z', '2026-12-24T00:00:00Z'))),
    language: draw(optional(fc.constantFrom('en', 'de'))),
  };
}

/** An item and all attendees that the line can have for it. The line has only some of them. */
function drawItem(draw: Draw, offer: Offer, status: Status, name: string) {
  const quantity = draw(fc.integer({ min: 1, max: 3 }));
  const unitPrice = draw(optional(amount));
  const price = unitPrice ?? offer.price;
  const item = {
    kind: offer.kind,
    name: draw(optional(text)),
    quantity,
    unitPrice,
    total: draw(optional(fc.constant(price * quantity))),
    price,
  };
  if (offer.kind === 'ticket') {
    const attendees = Array.from({ length: quantity }, (_, index) =>
      drawAttendee(draw, offer.externalId, status, `${name}-${index}`),
    );
    return { item: { ...item, ticketTypeId: offer.externalId, refundedQuantity: undefined }, attendees };
  }
  const unitsPerPurchase = draw(optional(fc.integer({ min: 1, max: 6 })));
  const units = quantity * (unitsPerPurchase ?? offer.units);
  const consumptions = wasPaid(status) ? drawConsumptions(draw, units, name) : [];
  const consumedUnits = consumptions.reduce((sum, consumption) => sum + consumption.units, 0);
  const addon = {
    addonId: offer.externalId,
    unitsPerPurchase,
    unitsConsumed: wasPaid(status) ? draw(optional(fc.integer({ min: consumedUnits, max: units }))) : undefined,
    consumptions,
    refundedQuantity: status === 'partially_refunded' ? draw(optional(fc.nat(quantity))) : undefined,
  };
  return { item: { ...item, ...addon }, attendees: [] };
}

function drawConsumptions(draw: Draw, units: number, name: string) {
  const parts = draw(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }));
  let remainingUnits = units;
  return parts.flatMap((part, index) => {
    const consumed = Math.min(part, remainingUnits);
    remainingUnits -= consumed;
    return consumed === 0
      ? []
      : [{ ref: `${draw(text)} ${name}-${index}`, units: consumed, createdAt: draw(optional(time)) }];
  });
}

interface Attendee {
  readonly ticketTypeId: string;
  readonly status?: string | null | undefined;
  readonly refundedAt?: string | null | undefined;
}

const partOfName = fc.constantFrom('Ana María', 'de la Cruz', '𝒜', '王');

function drawAttendee(draw: Draw, ticketTypeId: string, status: Status, name: string): Attendee {
  const person = {
    ticketTypeId,
    ...draw(
      fc.oneof(fc.record({ holderName: optional(text) }), fc.record({ firstName: partOfName, lastName: partOfName })),
    ),
    category: draw(optional(text)),
    fields: draw(optional(fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 }))),
  };
  if (!wasPaid(status)) return person;
  const states = { paid: ['valid', 'used'], partially_refunded: ['valid', 'used', 'void'], refunded: ['used', 'void'] };
  const state = draw(fc.constantFrom(...states[status as keyof typeof states]));
  const canBeRefunded = status !== 'paid' && state !== 'valid';
  const attendee = {
    ...person,
    bib: draw(optional(fc.constantFrom(name, `Läufer ${name}`))),
    qrValue: draw(optional(fc.constant(`qr ${name} ✓`))),
    issuedAt: draw(optional(time)),
    updatedAt: draw(optional(time)),
    usedAt: state === 'used' ? draw(optional(time)) : undefined,
    refundedAt: canBeRefunded ? draw(optional(time)) : undefined,
  };
  const isDefault = state === (status === 'refunded' ? 'void' : 'valid');
  return { ...attendee, status: isDefault ? draw(optional(fc.constant(state))) : state };
}

/** The fees of the line. A line without fees gets those of the fee policy of the organizer. */
function drawFees(draw: Draw, subtotal: number): { line: object; total: number | null } {
  const discount = draw(fc.integer({ min: 0, max: subtotal }));
  if (draw(fc.boolean())) return { line: { discount: draw(optional(fc.constant(discount))) }, total: null };
  const [platformFee, paymentFee, tax] = draw(fc.tuple(fc.nat(500), fc.nat(500), fc.nat(5_000)));
  const paidBy = draw(fc.constantFrom('buyer', 'organizer'));
  const base = subtotal - discount + (paidBy === 'buyer' ? platformFee + paymentFee : 0);
  const total = base + (draw(fc.boolean()) ? tax : 0);
  const organizerNet = total - platformFee - paymentFee - tax;
  const feeBreakdown = { subtotal, discount, platformFee, paymentFee, tax, total, organizerNet, paidBy };
  return { line: { feeBreakdown, total: draw(optional(fc.constant(total))) }, total };
}

function refundedTotal(draw: Draw, status: Status, isRefunded: boolean, total: number | null) {
  if (status !== 'partially_refunded' && status !== 'refunded') return draw(optional(fc.constant(0)));
  if (total === null) return undefined;
  if (status === 'refunded') return draw(optional(fc.constant(total)));
  return isRefunded ? draw(optional(fc.integer({ min: 0, max: total }))) : draw(fc.integer({ min: 1, max: total }));
}
