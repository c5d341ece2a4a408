import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { type Buyer, expectCartRejected, PublicSite, type Shop } from './harness/public-site.ts';
import { jsonOf } from './harness/responses.ts';

describeOnBoth('a cart', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    await site.close();
  });

  const itemOf = (ticketTypeId: string, quantity: unknown = 1) => ({ ticketTypeId, quantity });

  test('is rejected if its total is not the expected one, and then nothing is reserved', async () => {
    const cart = { eventId: shop.event.id, items: [itemOf(shop.tenKm.id, 2)] };
    const { total } = jsonOf<{ feeBreakdown: { total: number } }>(await buyer.post('/quote', cart)).feeBreakdown;
    await shop.organizerApi.patch(`/events/${shop.event.id}/ticket-types/${shop.tenKm.id}`, { price: 2_100 });
    const seen = { ...cart, expectedTotal: total };
    const { params } = await expectCartRejected(shop, buyer, seen, 409, 'price_changed');
    expect(params).toMatchObject({ expectedTotal: total, currency: 'EUR' });
    expect(await buyer.reserve(shop, { ...cart, expectedTotal: params['total'] })).toMatchObject({ status: 'pending' });
  });

  test('has the prices of the organizer: a buyer cannot state one', async () => {
    const items = [{ ...itemOf(shop.tenKm.id), unitPrice: 1 }];
    const cart = { eventId: shop.event.id, items };
    const { errors } = await expectCartRejected(shop, buyer, cart, 400, 'invalid_request');
    expect(errors).toMatchObject([{ path: 'items.0.unitPrice', code: 'unknown_field' }]);
  });

  test('is priced with the organizer’s fees; missing stock is listed, and nothing is reserved', async () => {
    const { event, tenKm, half, fun, drinks } = shop;
    const before = await shop.organizerApi.storedRows();
    const items = [itemOf(half.id, 3), itemOf(tenKm.id, 11), itemOf(fun.id, 1)];
    const response = await buyer.post('/quote', {
      eventId: event.id,
      items,
      addons: [{ addonId: drinks.id, quantity: 12 }],
    });
    const subtotal = 3 * 3500 + 11 * 2000 + 12 * 900;
    const platformFee = Math.round(1082.5 + 50);
    const paymentFee = Math.round(606.2 + 25);
    const tax = Math.round((43_300 * 19) / 119);
    const total = subtotal + platformFee + paymentFee;
    expect(jsonOf(response)).toEqual({
      eventId: event.id,
      currency: 'EUR',
      lines: [
        {
          kind: 'ticket',
          ticketTypeId: half.id,
          addonId: null,
          name: 'Half',
          quantity: 3,
          unitPrice: 3500,
          total: 10_500,
          attendee: null,
        },
        {
          kind: 'ticket',
          ticketTypeId: tenKm.id,
          addonId: null,
          name: '10 km',
          quantity: 11,
          unitPrice: 2000,
          total: 22_000,
          attendee: null,
        },
        {
          kind: 'ticket',
          ticketTypeId: fun.id,
          addonId: null,
          name: 'Fun run',
          quantity: 1,
          unitPrice: 0,
          total: 0,
          attendee: null,
        },
        {
          kind: 'addon',
          ticketTypeId: null,
          addonId: drinks.id,
          name: 'Drinks',
          quantity: 12,
          unitPrice: 900,
          total: 10_800,
          attendee: null,
        },
      ],
      feeBreakdown: {
        ...{ subtotal, discount: 0, platformFee, paymentFee, tax, total, paidBy: 'buyer' },
        organizerNet: total - platformFee - paymentFee - tax,
      },
      shortages: [
        { kind: 'ticket', ticketTypeId: tenKm.id, addonId: null, name: '10 km', requested: 11, available: 10 },
        { kind: 'addon', ticketTypeId: null, addonId: drinks.id, name: 'Drinks', requested: 12, available: 10 },
      ],
      paymentMethods: ['test', 'manual'],
      requiresVerifiedEmail: false,
    });
    expect(await shop.organizerApi.storedRows()).toEqual(before);
  });

  test('is rejected if it is empty or has duplicate, unknown or too large lines, and the errors name the fields', async () => {
    const { event, tenKm, half, drinks } = shop;
    const other = await site.shop();
    const otherEvent = await shop.organizerApi.event({ status: 'published' });
    const typeOfOtherEvent = await shop.organizerApi.ticketType(otherEvent.id);
    const addon = (addonId: string, quantity: unknown = 1) => ({ addonId, quantity });
    const invalidCarts: [Record<string, unknown>, string[]][] = [
      [{}, ['items']],
      [{ items: [] }, ['items']],
      [{ items: [], addons: [] }, ['items']],
      [{ items: [itemOf(newId('tty', 0))] }, ['items.0.ticketTypeId']],
      [
        { items: [itemOf(tenKm.id), itemOf(other.tenKm.id), itemOf(typeOfOtherEvent.id)] },
        ['items.1.ticketTypeId', 'items.2.ticketTypeId'],
      ],
      [{ addons: [addon(other.drinks.id)] }, ['addons.0.addonId']],
      [{ items: [itemOf(tenKm.id), itemOf(half.id), itemOf(tenKm.id)] }, ['items.2.ticketTypeId']],
      [{ addons: [addon(drinks.id), addon(drinks.id)] }, ['addons.1.addonId']],
      [{ items: [itemOf(drinks.id)] }, ['items.0.ticketTypeId']],
      [{ addons: [addon(tenKm.id)] }, ['addons.0.addonId']],
      [{ items: [itemOf(half.id, 600), itemOf(tenKm.id, 401)] }, ['items']],
      [{ items: Array.from({ length: 51 }, () => itemOf(tenKm.id)) }, ['items']],
      [{ items: itemOf(tenKm.id) }, ['items']],
      [{ items: null }, ['items']],
      [{ items: [{ quantity: 1 }] }, ['items.0.ticketTypeId']],
      [{ items: [{ ticketTypeId: tenKm.id }] }, ['items.0.quantity']],
      [{ items: [{ ...itemOf(tenKm.id), price: 1 }] }, ['items.0.price']],
      [{ items: [itemOf(`${tenKm.id}\u0000`)] }, ['items.0.ticketTypeId']],
      [{ items: [itemOf(tenKm.id)], coupon: 'x' }, ['coupon']],
    ];
    for (const quantity of [0, -1, 1001, 1.5, '2', null, true, [2], 1e20]) {
      invalidCarts.push([{ items: [itemOf(tenKm.id, quantity)] }, ['items.0.quantity']]);
      invalidCarts.push([{ addons: [addon(drinks.id, quantity)] }, ['addons.0.quantity']]);
    }
    for (const [cart, paths] of invalidCarts) {
      const { errors, detail } = await expectCartRejected(
        shop,
        buyer,
        { eventId: event.id, ...cart },
        400,
        'invalid_request',
      );
      expect(
        errors?.map(({ path }) => path),
        JSON.stringify(cart),
      ).toEqual(paths);
      expect(detail).toContain(errors?.[0]?.message);
    }
  });

  test('must respect the minimum and maximum per order of a ticket type', async () => {
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Group', minPerOrder: 3, maxPerOrder: 5 });
    for (const [quantity, code, params, message] of [
      [2, 'below_order_minimum', { quantityMin: 3 }, 'An order must have at least 3 of "Group".'],
      [6, 'above_order_maximum', { quantityMax: 5 }, 'An order can have at most 5 of "Group".'],
    ] as const) {
      const { errors } = await expectCartRejected(
        shop,
        buyer,
        { eventId: shop.event.id, items: [itemOf(id, quantity)] },
        400,
        'invalid_request',
      );
      expect(errors).toEqual([{ path: 'items.0.quantity', code, params: { name: 'Group', ...params }, message }]);
    }
    for (const quantity of [3, 5]) await buyer.reserve(shop, { items: [itemOf(id, quantity)] });
    const atMaximum = { eventId: shop.event.id, items: [itemOf(shop.half.id, 1_000)] };
    expect((await buyer.post('/quote', atMaximum)).status).toBe(200);
  });

  test('can be reserved from the first to the last millisecond of a sales period; otherwise the error states its start or end', async () => {
    const { clock } = site;
    const timeIn = (ms: number) => new Date(clock.now() + ms).toISOString();
    const [salesStartAt, salesEndAt] = [timeIn(1_000), timeIn(2_000)];
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Early', salesStartAt, salesEndAt });
    const cart = { eventId: shop.event.id, items: [itemOf(shop.half.id), itemOf(id)] };
    const expectClosed = async (code: string, time: object, message: string) => {
      const { errors } = await expectCartRejected(shop, buyer, cart, 409, 'invalid_state');
      expect(errors).toEqual([{ path: 'items.1.ticketTypeId', code, params: { name: 'Early', ...time }, message }]);
    };
    clock.advance(999);
    await expectClosed('sale_not_started', { salesStartAt }, `The sale of "Early" starts at ${salesStartAt}.`);
    clock.advance(1);
    await buyer.reserve(shop, cart);
    clock.advance(999);
    await buyer.reserve(shop, cart);
    clock.advance(1);
    await expectClosed('sale_ended', { salesEndAt }, `The sale of "Early" ended at ${salesEndAt}.`);
  });

  test('cannot contain tickets or add-ons of an event that has ended', async () => {
    const { clock } = site;
    const { organizerApi } = shop;
    for (const durationMs of [0, 1_000]) {
      const timeIn = (ms: number) => new Date(clock.now() + ms).toISOString();
      const endsInMs = 1_000 + durationMs;
      // An event without an end time ends when it starts.
      const times = { startsAt: timeIn(1_000), ...(durationMs > 0 ? { endsAt: timeIn(endsInMs) } : {}) };
      const { id } = await organizerApi.event({ status: 'published', ...times });
      const [ticketType, addon] = [await organizerApi.ticketType(id), await organizerApi.addon(id)];
      const cart = { eventId: id, items: [itemOf(ticketType.id)], addons: [{ addonId: addon.id, quantity: 1 }] };
      clock.advance(endsInMs - 1);
      expect((await buyer.post('/quote', cart)).status).toBe(200);
      clock.advance(1);
      const { errors } = await expectCartRejected(shop, buyer, cart, 409, 'invalid_state');
      expect(errors?.map(({ path }) => path)).toEqual(['items.0.ticketTypeId', 'addons.0.addonId']);
    }
  });

  test('cannot contain archived offers', async () => {
    const { organizerApi, event, tenKm, drinks } = shop;
    await organizerApi.patch(`/events/${event.id}/ticket-types/${tenKm.id}`, { status: 'archived' });
    await organizerApi.patch(`/events/${event.id}/addons/${drinks.id}`, { status: 'archived' });
    const cart = { eventId: event.id, items: [itemOf(tenKm.id)], addons: [{ addonId: drinks.id, quantity: 1 }] };
    const { errors } = await expectCartRejected(shop, buyer, cart, 409, 'invalid_state');
    expect(errors).toEqual([
      {
        path: 'items.0.ticketTypeId',
        code: 'no_longer_sold',
        params: { name: '10 km' },
        message: '"10 km" is no longer sold.',
      },
      {
        path: 'addons.0.addonId',
        code: 'no_longer_sold',
        params: { name: 'Drinks' },
        message: '"Drinks" is no longer sold.',
      },
    ]);
  });
});
