import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expireOrders, purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { violations } from './invariants.ts';

const dayMs = 24 * 60 * 60_000;

interface Order {
  readonly orderNumber: string;
  readonly status: string;
  readonly total: number;
  readonly expiresAt: string | null;
  readonly externalId: string | null;
  readonly tickets: readonly { holderName?: string | null }[];
}

describeOnBoth('an order by API', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let key: string;
  /** A key that also reads personal data. */
  let personalKey: string;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    const { id } = shop.organizerApi.organizer;
    key = (await makeKey(database.db, id, { granted: ['orders:write'] })).key;
    personalKey = (await makeKey(database.db, id, { granted: ['orders:read:pii'] })).key;
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    await site.close();
  });

  const get = async <T = Order>(path: string, readingKey = key) =>
    jsonOf<T>(await read(await site.app.request(`/api/v1${path}`, { key: readingKey })));
  async function post(path: string, body: object, idempotencyKey: string = randomUUID()): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const response = await read(
      await site.app.request(`/api/v1${path}`, { method: 'POST', key, headers, body: JSON.stringify(body) }),
    );
    if (path === '/orders') site.expectConforms('/api/v1/orders', 'post', response);
    return response;
  }
  /** A paid order of two tickets, with these changes. */
  const orderWith = (fields: object = {}) => ({
    eventId: shop.event.id,
    items: [{ ticketTypeId: shop.tenKm.id, quantity: 2 }],
    buyer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    status: 'paid',
    ...fields,
  });
  const create = async (fields: object = {}) => jsonOf<Order>(await post('/orders', orderWith(fields)));
  const stockOf = async () => {
    const { ticketTypes } = await shop.organizerApi.get(shop.event.id);
    const { sold, reserved } = ticketTypes.find(({ id }) => id === shop.tenKm.id)!;
    return { sold, reserved };
  };
  /** Asserts that an order is rejected, and that nothing was written. */
  async function expectRejected(fields: object, status: number, code: string) {
    const before = await shop.organizerApi.storedRows();
    const problem = expectProblem(await post('/orders', orderWith(fields)), status, code);
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    return problem;
  }

  test('has the stock, the fees, the tickets and the webhook events of any order, and is returned as it is read', async () => {
    const attendees = [{ ticketTypeId: shop.tenKm.id, holderName: 'Grace Hopper' }];
    const fields = { attendees, externalId: 'shop-4711', metadata: { till: '3' } };
    const response = await post('/orders', orderWith(fields));
    expect(response.status, response.text).toBe(201);
    const order = jsonOf<Order>(response);
    const { orderNumber } = order;
    expect(response.headers.get('location')).toBe(`https://tickets.example.com/api/v1/orders/${orderNumber}`);
    expect(await get(`/orders/${orderNumber}`)).toEqual(order);
    const { tickets } = await get(`/orders/${orderNumber}`, personalKey);
    expect(tickets.map(({ holderName }) => holderName).sort()).toEqual(['Grace Hopper', null]);
    expect(order).toMatchObject({ status: 'paid', externalId: 'shop-4711', metadata: { till: '3' } });
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
    const { feeBreakdown } = await buyer.reserve(shop, {});
    expect(order).toMatchObject({ feeBreakdown, total: feeBreakdown['total'] });
    const events = await shop.organizerApi.emittedEvents();
    expect(events.filter(({ data }) => data['externalId'] === 'shop-4711').map(({ type }) => type)).toEqual([
      'order.created',
      'order.paid',
    ]);
    const { data } = await get<{ data: { type: string }[] }>(`/tickets?orderNumber=${orderNumber}`);
    expect(data).toHaveLength(2);
    const entries = database.db.selectFrom('audit_entries').select(['action', 'actor', 'details']);
    const audited = await entries.where('subject', '=', orderNumber).execute();
    expect(audited.filter(({ action }) => action === 'order.create')).toMatchObject([
      { actor: expect.stringMatching(/^key_/), details: expect.stringContaining('"sale":"box_office"') },
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/ada|grace/i);
  });

  test('can have stated prices in the currency of the event; its total must be the expected one', async () => {
    const items = [{ ticketTypeId: shop.tenKm.id, quantity: 2, unitPrice: 1_500 }];
    const stated = { items, addons: [{ addonId: shop.drinks.id, quantity: 1, unitPrice: 0 }], currency: 'EUR' };
    const { errors } = await expectRejected({ ...stated, currency: 'USD' }, 400, 'invalid_request');
    expect(errors).toMatchObject([{ path: 'currency', code: 'other_currency' }]);
    const withoutCurrency = await expectRejected({ ...stated, currency: undefined }, 400, 'invalid_request');
    expect(withoutCurrency.errors).toMatchObject([{ path: 'currency', code: 'required' }]);
    const { params } = await expectRejected({ ...stated, expectedTotal: 3_100 }, 409, 'price_changed');
    expect(params).toEqual({ expectedTotal: 3_100, total: 3_000, currency: 'EUR' });
    const order = await create({ ...stated, expectedTotal: 3_000 });
    // The buyer pays what was stated. The fees are 2.5 % and 0.50, and 1.4 % and 0.25; the tax is 19 %.
    const feeBreakdown = { platformFee: 125, paymentFee: 67, tax: 479, organizerNet: 2_329, paidBy: 'organizer' };
    expect(order).toMatchObject({ status: 'paid', subtotal: 3_000, total: 3_000, feeBreakdown });
    const free = { items: [{ ticketTypeId: shop.tenKm.id, quantity: 1, unitPrice: 0 }], currency: 'EUR' };
    expect(await create(free)).toMatchObject({ status: 'paid', total: 0 });
  });

  test('is rejected with the path of each error, and then nothing is created', async () => {
    const tooMany = [{ ticketTypeId: shop.tenKm.id, quantity: 11 }];
    const soldOut = await expectRejected({ items: tooMany }, 409, 'sold_out');
    expect(soldOut.errors).toMatchObject([{ path: 'items.0.quantity', params: { available: 10, requested: 11 } }]);
    const unknown = await expectRejected(
      { addons: [{ addonId: shop.tenKm.id.replace('tty', 'add'), quantity: 1 }] },
      400,
      'invalid_request',
    );
    expect(unknown.errors).toMatchObject([{ path: 'addons.0.addonId' }]);
    const holders = Array.from({ length: 3 }, () => ({ ticketTypeId: shop.tenKm.id }));
    const tooManyHolders = await expectRejected({ attendees: holders }, 400, 'invalid_request');
    expect(tooManyHolders.errors).toMatchObject([{ path: 'attendees.2.ticketTypeId' }]);
    expectFieldProblem(await post('/orders', orderWith({ buyer: { email: 'ada' } })), 'buyer.email');
    expectFieldProblem(await post('/orders', orderWith({ metadata: { ['k'.repeat(41)]: 'v' } })), 'metadata');
    const tomorrow = new Date(site.clock.now() + dayMs).toISOString();
    expectFieldProblem(await post('/orders', orderWith({ expiresAt: tomorrow })), 'expiresAt');
    const tooLate = new Date(site.clock.now() + 31 * dayMs).toISOString();
    for (const expiresAt of [new Date(site.clock.now() - 1).toISOString(), tooLate])
      expectFieldProblem(await post('/orders', orderWith({ status: 'pending', expiresAt })), 'expiresAt');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(orderWith());
    const options = { method: 'POST', key, headers, body };
    expectFieldProblem(await read(await site.app.request('/api/v1/orders', options)), 'idempotency-key');
  });

  test('that is pending holds its stock until it expires, and is paid by API', async () => {
    const expiresAt = new Date(site.clock.now() + dayMs).toISOString();
    const [paid, expired] = [await create({ status: 'pending', expiresAt }), await create({ status: 'pending' })];
    expect(paid).toMatchObject({ status: 'pending', expiresAt, tickets: [] });
    expect(await get(`/orders/${paid.orderNumber}`)).toMatchObject(paid);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 4 });
    site.clock.advance(10 * 60_000);
    await expireOrders(database.db, site.clock);
    expect(await get(`/orders/${expired.orderNumber}`)).toMatchObject({ status: 'expired' });
    expect(await stockOf()).toEqual({ sold: 0, reserved: 2 });
    const money = { receivedAt: new Date(site.clock.now()).toISOString() };
    expect(jsonOf(await post(`/orders/${paid.orderNumber}/pay`, money))).toMatchObject({ status: 'paid' });
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
  });

  test('can leave open the name of a holder that buyers must enter', async () => {
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Named', holderName: 'required' });
    expect((await post('/orders', orderWith({ items: [{ ticketTypeId: id, quantity: 2 }] }))).status).toBe(201);
  });

  test('is created once for an externalId, until it is removed because it was never paid', async () => {
    const pending = orderWith({ status: 'pending', externalId: 'shop-1' });
    const idempotencyKey = randomUUID();
    const responses = await Promise.all([post('/orders', pending, idempotencyKey), post('/orders', pending)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { orderNumber } = jsonOf<Order>(responses.find(({ status }) => status === 201)!);
    const expectTaken = async () => {
      const problem = expectProblem(await post('/orders', pending), 409, 'invalid_state');
      expect(problem).toMatchObject({ reason: 'order_exists', params: { externalId: 'shop-1', orderNumber } });
      expect(problem.errors).toMatchObject([{ path: 'externalId' }]);
    };
    await expectTaken();
    site.clock.advance(10 * 60_000);
    await expireOrders(database.db, site.clock);
    await expectTaken();
    site.clock.advance(7 * dayMs);
    await purgeAbandonedOrders(database.db, site.clock);
    expect(await get(`/orders/${orderNumber}`, personalKey)).toMatchObject({
      buyer: { email: 'removed@removed.invalid', name: null },
    });
    await expectTaken();
    site.clock.advance(83 * dayMs);
    await purgeAbandonedOrders(database.db, site.clock);
    expect((await post('/orders', pending)).status).toBe(201);
  });

  test('is returned again for its Idempotency-Key, also after the event was archived', async () => {
    const pending = orderWith({ status: 'pending', expiresAt: new Date(site.clock.now() + 60_000).toISOString() });
    const response = await post('/orders', pending, 'till-3/1');
    expect(response.status).toBe(201);
    site.clock.advance(120_000);
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { status: 'archived' });
    const repeated = await post('/orders', pending, 'till-3/1');
    expect([repeated.status, repeated.text]).toEqual([201, response.text]);
    expectProblem(await post('/orders', orderWith()), 404, 'not_found');
  });
});
