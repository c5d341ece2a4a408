import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Cart } from '../inventory/http.ts';
import type { CartEvent, CartOffer } from '../inventory/index.ts';
import { linesView, priceCart, shortagesView, soldOutError } from './price-cart.ts';

const nowMs = Date.parse('2026-11-20T09:00:00.000Z');
type Policy = CartEvent['feePolicy'];

const basisPoints = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 1_900, 700, 9_999, 10_000));
const fixedFee = fc.oneof(fc.nat(500), fc.constant(0));
const policies: fc.Arbitrary<Policy> = fc.record({
  platformFeeBps: basisPoints,
  platformFeeFixed: fixedFee,
  paymentFeeBps: basisPoints,
  paymentFeeFixed: fixedFee,
  taxBps: basisPoints,
  taxMode: fc.constantFrom('included', 'on_top'),
  paidBy: fc.constantFrom('buyer', 'organizer'),
});
const prices = fc.oneof(fc.nat(20_000), fc.constantFrom(0, 1, 3, 333, 1_000_000));

interface Line {
  readonly kind: 'ticket' | 'addon';
  readonly price: number;
  readonly quantity: number;
  /** Available quantity minus requested quantity; null if the stock is unlimited. */
  readonly spare: number | null;
}

const lines = fc.array(
  fc.record<Line>({
    kind: fc.constantFrom('ticket', 'addon'),
    price: prices,
    quantity: fc.integer({ min: 1, max: 20 }),
    spare: fc.option(fc.integer({ min: -25, max: 25 })),
  }),
  { minLength: 1, maxLength: 8 },
);

function offer(fields: Partial<CartOffer> = {}): CartOffer {
  return {
    kind: 'ticket',
    id: 'tty_0',
    name: 'Half marathon',
    shownName: 'Half marathon',
    status: 'active',
    price: 2_000,
    unitsLeft: null,
    minPerOrder: 1,
    maxPerOrder: 1_000,
    salesStartAt: null,
    salesEndAt: timestamp(nowMs + 1),
    unitsPerPurchase: 1,
    version: 7,
    ...fields,
  };
}

const noFees: Policy = {
  platformFeeBps: 0,
  platformFeeFixed: 0,
  paymentFeeBps: 0,
  paymentFeeFixed: 0,
  taxBps: 0,
  taxMode: 'included',
  paidBy: 'organizer',
};

function eventOf(offers: readonly CartOffer[], feePolicy = noFees): CartEvent {
  const byId = new Map(offers.map((cartOffer) => [cartOffer.id, cartOffer]));
  const seller = {
    organizerId: 'org_0',
    isSandbox: false,
    hasPaymentInstructions: true,
    admitPerMinute: null,
    nameFields: null,
    defaultLanguage: 'en' as const,
    startsAt: timestamp(nowMs),
    timezone: 'UTC',
    holdLimits: { perAddress: null, perEmail: null },
  };
  return {
    ...seller,
    status: 'published' as const,
    id: 'evt_0',
    currency: 'EUR',
    feePolicy,
    offers: byId,
  };
}

/** An event with offers for these lines, and a cart with these lines. */
function cartOf(cartLines: readonly Line[], policy = noFees): { event: CartEvent; cart: Cart; offers: CartOffer[] } {
  const offers = cartLines.map(({ kind, price, quantity, spare }, index) =>
    offer({ kind, id: `${kind}_${index}`, price, unitsLeft: spare === null ? null : quantity + spare, version: index }),
  );
  const linesOfKind = (kind: Line['kind']) =>
    cartLines.flatMap((line, index) =>
      line.kind === kind ? [{ id: offers[index]!.id, quantity: line.quantity }] : [],
    );
  const cart: Cart = {
    eventId: 'evt_0',
    items: linesOfKind('ticket').map(({ id, quantity }) => ({ ticketTypeId: id, quantity })),
    addons: linesOfKind('addon').map(({ id, quantity }) => ({ addonId: id, quantity })),
  };
  return { event: eventOf(offers, policy), cart, offers };
}

/** The exact share, rounded half up. */
function share(amount: number, numerator: number, denominator: number): number {
  const whole = (BigInt(amount) * BigInt(numerator)) / BigInt(denominator);
  const remainder = BigInt(amount) * BigInt(numerator) - whole * BigInt(denominator);
  return Number(remainder * 2n >= BigInt(denominator) ? whole + 1n : whole);
}

function errorOf(work: () => unknown): { code: string; paths: string[] } {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, paths: error.fields.map(({ path }) => path) };
  }
  return { code: 'none', paths: [] };
}

describe('the price of a cart', () => {
  test('is the sum of the subtotal, the tax on top and the fees that the buyer pays', () => {
    fc.assert(
      fc.property(lines, policies, (cartLines, policy) => {
        const { event, cart } = cartOf(cartLines, policy);
        const { lines: priced, fees } = priceCart(event, cart, nowMs);
        const subtotal = cartLines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const addedTax = policy.taxMode === 'on_top' ? fees.tax : 0;
        const feesPaidByBuyer = policy.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
        expect(fees).toMatchObject({ subtotal, discount: 0, paidBy: policy.paidBy });
        expect(fees.total).toBe(subtotal - fees.discount + addedTax + feesPaidByBuyer);
        expect(fees.organizerNet).toBe(fees.total - fees.platformFee - fees.paymentFee - fees.tax);
        expect(linesView(event, priced).reduce((sum, { total }) => sum + total, 0)).toBe(subtotal);
        for (const value of Object.values(fees))
          if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
      }),
    );
  });

  test('has exact fees and tax, rounded half up; the tax is included in the subtotal or added to it', () => {
    fc.assert(
      fc.property(lines, policies, (cartLines, policy) => {
        const { event, cart } = cartOf(cartLines, policy);
        const { fees } = priceCart(event, cart, nowMs);
        const { subtotal } = fees;
        const hasFees = subtotal > 0;
        const { taxBps, taxMode } = policy;
        expect(fees).toMatchObject({
          platformFee: hasFees ? share(subtotal, policy.platformFeeBps, 10_000) + policy.platformFeeFixed : 0,
          paymentFee: hasFees ? share(subtotal, policy.paymentFeeBps, 10_000) + policy.paymentFeeFixed : 0,
          tax: taxMode === 'on_top' ? share(subtotal, taxBps, 10_000) : share(subtotal, taxBps, 10_000 + taxBps),
        });
      }),
    );
  });

  test.each([
    [1, 5_000, 'on_top', 1],
    [1, 4_999, 'on_top', 0],
    [50, 100, 'on_top', 1],
    [49, 100, 'on_top', 0],
    [3, 10_000, 'included', 2],
    [1_190, 1_900, 'included', 190],
    [10, 500, 'included', 0],
    [11, 500, 'included', 1],
  ] as const)(
    'a price of %i minor units with %i basis points of tax (%s) has a tax of %i',
    (price, taxBps, taxMode, tax) => {
      const event = eventOf([offer({ price })], { ...noFees, taxBps, taxMode });
      const cart: Cart = { eventId: 'evt_0', items: [{ ticketTypeId: 'tty_0', quantity: 1 }] };
      expect(priceCart(event, cart, nowMs).fees.tax).toBe(tax);
    },
  );

  test('is zero with any fee policy if all prices are zero', () => {
    fc.assert(
      fc.property(lines, policies, (cartLines, policy) => {
        const free = cartLines.map((line) => ({ ...line, price: 0 }));
        const { event, cart } = cartOf(free, policy);
        const allZero = { subtotal: 0, platformFee: 0, paymentFee: 0, tax: 0, total: 0, organizerNet: 0 };
        expect(priceCart(event, cart, nowMs).fees).toMatchObject(allZero);
      }),
    );
  });

  test('does not depend on how the lines are sorted', () => {
    const shuffled = lines.chain((cartLines) =>
      fc.tuple(fc.constant(cartLines), fc.shuffledSubarray(cartLines, { minLength: cartLines.length })),
    );
    fc.assert(
      fc.property(shuffled, policies, ([cartLines, shuffledLines], policy) => {
        const [fees, feesOfShuffled] = [cartLines, shuffledLines].map((orderedLines) => {
          const { event, cart } = cartOf(orderedLines, policy);
          return priceCart(event, cart, nowMs).fees;
        });
        expect(feesOfShuffled).toEqual(fees);
      }),
    );
  });

  test('can be at most 1,000,000,000,000 minor units, with the fees', () => {
    const cart: Cart = { eventId: 'evt_0', items: [{ ticketTypeId: 'tty_0', quantity: 2 }] };
    const priceAt = (price: number, policy?: Policy) => () =>
      priceCart(eventOf([offer({ price })], policy), cart, nowMs);
    expect(priceAt(500_000_000_000)().fees.total).toBe(1_000_000_000_000);
    expect(errorOf(priceAt(500_000_000_001)).code).toBe('invalid_request');
    const buyerPays: Policy = { ...noFees, platformFeeFixed: 2, paidBy: 'buyer' };
    expect(priceAt(499_999_999_999, buyerPays)().fees.total).toBe(1_000_000_000_000);
    expect(errorOf(priceAt(500_000_000_000, buyerPays)).code).toBe('invalid_request');
  });
});

describe('pricing a cart', () => {
  test('lists exactly the lines that exceed the stock, each with the available quantity', () => {
    fc.assert(
      fc.property(lines, (cartLines) => {
        const { event, cart, offers } = cartOf(cartLines);
        const { shortages } = priceCart(event, cart, nowMs);
        const expected = (kind: Line['kind']) =>
          cartLines.flatMap((line, index) =>
            line.kind === kind && line.spare !== null && line.spare < 0
              ? [
                  {
                    id: offers[index]!.id,
                    requested: line.quantity,
                    available: Math.max(0, line.quantity + line.spare),
                  },
                ]
              : [],
          );
        const expectedShortages = [...expected('ticket'), ...expected('addon')];
        const view = shortagesView(shortages);
        expect(
          view.map(({ ticketTypeId, addonId, requested, available }) => ({
            id: ticketTypeId ?? addonId,
            requested,
            available,
          })),
        ).toEqual(expectedShortages);
        const paths = expectedShortages.map(({ id }) => {
          const item = cart.items!.findIndex(({ ticketTypeId }) => ticketTypeId === id);
          const addon = cart.addons!.findIndex(({ addonId }) => addonId === id);
          return item === -1 ? `addons.${addon}.quantity` : `items.${item}.quantity`;
        });
        expect(soldOutError(shortages).fields.map(({ path }) => path)).toEqual(paths);
      }),
    );
  });

  test('returns each line with the version, the price and the units of its offer', () => {
    const wine = offer({ kind: 'addon', id: 'add_0', price: 900, version: 3, unitsPerPurchase: 5 });
    const cart: Cart = {
      eventId: 'evt_0',
      items: [{ ticketTypeId: 'tty_0', quantity: 2 }],
      addons: [{ addonId: 'add_0', quantity: 4 }],
    };
    expect(priceCart(eventOf([offer(), wine]), cart, nowMs).lines).toMatchObject([
      { kind: 'ticket', id: 'tty_0', quantity: 2, version: 7, unitPrice: 2_000, unitsPerPurchase: 1 },
      { kind: 'addon', id: 'add_0', quantity: 4, version: 3, unitPrice: 900, unitsPerPurchase: 5 },
    ]);
  });

  test('accepts quantities from the minimum to the maximum per order', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.nat(10), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(cases, ([minPerOrder, difference, quantity]) => {
        const maxPerOrder = minPerOrder + difference;
        const cart: Cart = { eventId: 'evt_0', items: [{ ticketTypeId: 'tty_0', quantity }] };
        const fits = quantity >= minPerOrder && quantity <= maxPerOrder;
        expect(errorOf(() => priceCart(eventOf([offer({ minPerOrder, maxPerOrder })]), cart, nowMs))).toEqual(
          fits ? { code: 'none', paths: [] } : { code: 'invalid_request', paths: ['items.0.quantity'] },
        );
      }),
    );
  });

  test('accepts offers from the start of their sales, inclusive, to their end, exclusive', () => {
    const cart: Cart = { eventId: 'evt_0', items: [{ ticketTypeId: 'tty_0', quantity: 1 }] };
    const times = fc.tuple(fc.option(fc.integer({ min: -2, max: 2 })), fc.integer({ min: -2, max: 2 }));
    fc.assert(
      fc.property(times, ([start, end]) => {
        const salesStartAt = start === null ? null : timestamp(nowMs + start);
        const event = eventOf([offer({ salesStartAt, salesEndAt: timestamp(nowMs + end) })]);
        const isOpen = (start === null || start <= 0) && end > 0;
        expect(errorOf(() => priceCart(event, cart, nowMs))).toEqual(
          isOpen ? { code: 'none', paths: [] } : { code: 'invalid_state', paths: ['items.0.ticketTypeId'] },
        );
      }),
    );
  });

  test('accepts only active offers of the event, at most one line for each offer, and 1 to 1,000 tickets', () => {
    const event = eventOf([offer(), offer({ id: 'tty_1' }), offer({ id: 'tty_2', status: 'archived' })]);
    const errorOfCart = (items: NonNullable<Cart['items']>, addons: NonNullable<Cart['addons']> = []) =>
      errorOf(() => priceCart(event, { eventId: 'evt_0', items, addons }, nowMs));
    const ticketItem = (ticketTypeId: string, quantity = 1) => ({ ticketTypeId, quantity });
    expect(errorOfCart([])).toEqual({ code: 'invalid_request', paths: ['items'] });
    expect(errorOfCart([ticketItem('tty_9'), ticketItem('tty_0')])).toEqual({
      code: 'invalid_request',
      paths: ['items.0.ticketTypeId'],
    });
    expect(errorOfCart([ticketItem('tty_0'), ticketItem('tty_0')])).toEqual({
      code: 'invalid_request',
      paths: ['items.1.ticketTypeId'],
    });
    expect(errorOfCart([ticketItem('tty_2'), ticketItem('tty_0')])).toEqual({
      code: 'invalid_state',
      paths: ['items.0.ticketTypeId'],
    });
    expect(errorOfCart([ticketItem('tty_0', 1_000)]).code).toBe('none');
    expect(errorOfCart([ticketItem('tty_0', 1_000), ticketItem('tty_1')])).toEqual({
      code: 'invalid_request',
      paths: ['items'],
    });
    expect(errorOfCart([ticketItem('tty_0')], [{ addonId: 'add_9', quantity: 1 }])).toEqual({
      code: 'invalid_request',
      paths: ['addons.0.addonId'],
    });
  });
});
