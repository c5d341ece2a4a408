import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import { testSecrets } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { importAll, makeKey, orderLine, raceLines } from './harness/fixtures.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf, read } from './harness/responses.ts';

type OwnOrder = Record<string, unknown> & { entitlements: Record<string, unknown>[]; tickets: object[] };

describeOnBoth('a buyer’s own order', (kind) => {
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

  const drinks = (quantity: number) => ({ addons: [{ addonId: shop.drinks.id, quantity }] });
  const readOrder = async (orderNumber: string, token: string) => {
    const response = await buyer.get(`/orders/${orderNumber}`, token);
    expect(response.status, response.text).toBe(200);
    return jsonOf<OwnOrder>(response);
  };

  test('can be read with its reservationToken or a buyerToken of its e-mail address; the response includes tickets and QR values', async () => {
    const payBody = await buyer.preparePayment(shop, {
      ...drinks(1),
      buyer: { email: 'Ada@Example.com', name: 'Ada', phone: '+49' },
    });
    const { orderNumber, reservationToken } = payBody;
    const { key } = await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:read:pii'] });
    for (const status of ['pending', 'paid']) {
      if (status === 'paid') await buyer.post('/pay', payBody);
      const orderForOrganizer = jsonOf(await read(await site.app.request(`/api/v1/orders/${orderNumber}`, { key })));
      for (const token of [reservationToken, site.buyerToken('ADA@example.com')]) {
        const { entitlements, paymentInstructions, answersUntil, ...order } = await readOrder(orderNumber, token);
        expect(paymentInstructions).toBeNull();
        expect(answersUntil).toBe(shop.event['startsAt']);
        expect(withoutStarts(order)).toEqual(withoutExternalFields(orderForOrganizer));
        expect(Object.keys(order)).not.toContain('metadata');
        expect(order).toMatchObject({ status, buyer: { email: 'Ada@Example.com', name: 'Ada', phone: '+49' } });
        expect(entitlements).toHaveLength(status === 'paid' ? 1 : 0);
        expect(order['tickets']).toHaveLength(status === 'paid' ? 2 : 0);
      }
    }
  });

  test('is found by its number in upper or lower case, and if digits are written as similar letters', async () => {
    const organizer = shop.organizerApi.organizer;
    await importAll(database.db, organizer, [...raceLines(), orderLine('one', { orderNumber: 'AB01CD10ZZ' })]);
    const token = reservationTokenOf(testSecrets, {
      organizerId: organizer.id,
      orderNumber: 'AB01CD10ZZ',
      version: 0,
    });
    for (const number of ['AB01CD10ZZ', 'ab01cd10zz', 'Ab01cD10zZ', 'abo1cdl0zz', 'ABOICDiOZZ']) {
      expect(await readOrder(number, token)).toMatchObject({ orderNumber: 'AB01CD10ZZ' });
      expect(await readOrder(number, site.buyerToken('one@example.com'))).toMatchObject({ orderNumber: 'AB01CD10ZZ' });
    }
  });

  test('is listed with its link for a buyerToken of its e-mail address, by event, unless it was cancelled or has expired', async () => {
    const reserve = (name: string, other = shop) =>
      buyer.reserve(other, { buyer: { email: 'List@Example.com', name }, items: reservation(other).items });
    const [paid, cancelled] = [await reserve('Paid'), await reserve('Cancelled')];
    const tokens = ({ orderNumber, reservationToken }: typeof paid) => ({ orderNumber, reservationToken });
    const buyerToken = site.buyerToken('list@example.com');
    await buyer.post('/pay', { ...tokens(paid), buyerToken, method: 'test' });
    await buyer.post('/cancel', tokens(cancelled));
    await buyer.reserve(shop, {});
    await reserve('Of another organizer', await site.shop());
    site.clock.advance(1_000);
    const pending = await reserve('Pending');
    const list = async (token: string, eventId = shop.event.id) => buyer.get(`/own-orders?eventId=${eventId}`, token);
    const token = site.buyerToken('LIST@example.com');
    const listed = { createdAt: expect.any(String), ticketCount: 2, total: expect.any(Number), currency: 'EUR' };
    expect(jsonOf(await list(token))).toEqual({
      data: [
        { ...tokens(pending), ...listed, status: 'pending' },
        { ...tokens(paid), ...listed, status: 'paid' },
      ],
    });
    expect(jsonOf(await list(site.buyerToken('eve@example.com')))).toEqual({ data: [] });
    expect(jsonOf(await list(token, 'evt_00000000000000000000000000'))).toEqual({ data: [] });
    expectProblem(await list(pending.reservationToken), 401, 'invalid_key');
  });

  test('is not found with the token of another order, organizer or e-mail address', async () => {
    const { orderNumber, reservationToken } = await buyer.reserve(shop, {});
    const otherOrder = await buyer.reserve(shop, {});
    const orderOfOtherOrganizer = await buyer.reserve(await site.shop(), {});
    // The first 30 characters of a token are its prefix and the id of the organizer.
    const forgedToken = reservationToken.slice(0, 30) + orderOfOtherOrganizer.reservationToken.slice(30);
    const tokens = [
      otherOrder.reservationToken,
      orderOfOtherOrganizer.reservationToken,
      forgedToken,
      site.buyerToken('eve@example.com'),
    ];
    for (const token of tokens) expectProblem(await buyer.get(`/orders/${orderNumber}`, token), 404, 'not_found');
    for (const number of [
      '0000000000',
      'x',
      `${orderNumber}0`,
      'UUUUUUUUUU',
      encodeURIComponent('ä'.repeat(10)),
      'x%00',
    ]) {
      for (const token of [reservationToken, site.buyerToken('ada@example.com')]) {
        expectProblem(await buyer.get(`/orders/${number}`, token), 404, 'not_found');
      }
    }
  });

  test('requires a valid token', async () => {
    const { orderNumber } = await buyer.reserve(shop, {});
    const anonymousResponse = await buyer.get(`/orders/${orderNumber}`);
    expectProblem(anonymousResponse, 401, 'missing_key');
    expect(anonymousResponse.headers.get('www-authenticate')).toBe('Bearer realm="Organizer API"');
    const basicAuthResponse = await buyer.send('GET', `/orders/${orderNumber}`, {
      headers: { authorization: 'Basic YTpi' },
    });
    expectProblem(basicAuthResponse, 401, 'missing_key');
    const expiredToken = site.buyerToken('ada@example.com');
    site.clock.advance(30 * 60_000);
    const { key } = await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:read:pii'] });
    for (const [token, reason] of [
      [expiredToken, 'expired_buyer_token'],
      ...['byt_x', 'x', key].map((text) => [text, 'invalid_buyer_token'] as const),
    ] as const) {
      const response = await buyer.get(`/orders/${orderNumber}`, token);
      expect(expectProblem(response, 401, 'invalid_key')).toMatchObject({ reason });
      expect(response.text).not.toContain('API key');
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Organizer API", error="invalid_token"');
    }
  });

  test('shows the remaining units of its add-ons', async () => {
    const payBody = await buyer.preparePayment(shop, drinks(2));
    await buyer.post('/pay', payBody);
    const { orderNumber, reservationToken } = payBody;
    const initialEntitlement = first((await readOrder(orderNumber, reservationToken)).entitlements);
    expect(initialEntitlement).toMatchObject({ unitsTotal: 10, unitsConsumed: 0, unitsRemaining: 10, consumed: false });
    for (const [units, expectedRemaining] of [
      [3, 7],
      [7, 0],
    ] as const) {
      const body = { entitlementId: initialEntitlement['id'], units, ref: `receipt-${units}` };
      expect((await shop.organizerApi.post('/addons/consume', body)).status).toBe(200);
      const [entitlement] = jsonOf<{ data: object[] }>(await shop.organizerApi.send('GET', '/addons')).data;
      const { entitlements } = await readOrder(orderNumber, reservationToken);
      expect(entitlements).toEqual([entitlement]);
      expect(entitlements[0]).toMatchObject({ unitsRemaining: expectedRemaining, consumed: expectedRemaining === 0 });
    }
  });

  test('is identified by its token if another organizer has the same order number', async () => {
    const orderNumber = 'SAME000001';
    const otherShop = await site.shop();
    const sales = [
      { seller: shop, email: 'one@example.com', name: 'Buyer 1' },
      { seller: otherShop, email: 'two@example.com', name: 'Buyer 2' },
    ];
    for (const { seller, email, name } of sales) {
      const line = orderLine('one', { orderNumber, buyer: { email, name, phone: null } });
      await importAll(database.db, seller.organizerApi.organizer, [...raceLines({ prefix: '' }), line]);
    }
    for (const { seller, email, name } of sales) {
      const organizerId = seller.organizerApi.organizer.id;
      const reservationToken = reservationTokenOf(testSecrets, { organizerId, orderNumber, version: 0 });
      for (const token of [reservationToken, site.buyerToken(email)]) {
        expect(await readOrder(orderNumber, token)).toMatchObject({ orderNumber, buyer: { name } });
      }
    }
    expectProblem(await buyer.get(`/orders/${orderNumber}`, site.buyerToken('three@example.com')), 404, 'not_found');
    // The first 30 characters of a token are its prefix and the id of the organizer. If they are replaced, the token is invalid.
    const tokenOf = ({ organizerApi }: Shop) =>
      reservationTokenOf(testSecrets, { organizerId: organizerApi.organizer.id, orderNumber, version: 0 });
    const forgedToken = tokenOf(otherShop).slice(0, 30) + tokenOf(shop).slice(30);
    expectProblem(await buyer.get(`/orders/${orderNumber}`, forgedToken), 404, 'not_found');
  });

  test('can be cancelled once, and its stock can be bought again immediately', async () => {
    const wholeStock = { items: [{ ticketTypeId: shop.tenKm.id, quantity: 10 }] };
    const { orderNumber, reservationToken } = await buyer.reserve(shop, { ...wholeStock, ...drinks(10) });
    const body = { orderNumber: orderNumber.toLowerCase(), reservationToken };
    const response = await buyer.post('/cancel', body);
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({ orderNumber, status: 'cancelled' });
    const { type, data } = elementAt(await shop.organizerApi.emittedEvents(), -1);
    expect({ type, data }).toEqual({
      type: 'order.cancelled',
      data: jsonOf(await shop.organizerApi.send('GET', `/orders/${orderNumber}`)),
    });
    const { detail } = expectProblem(await buyer.post('/cancel', body), 409, 'invalid_state');
    expect(detail).toContain('is cancelled');
    await buyer.reserve(shop, { ...wholeStock, ...drinks(10) });
    expect(await readOrder(orderNumber, reservationToken)).toMatchObject({
      status: 'cancelled',
      tickets: [],
      entitlements: [],
    });
    const mails = await database.db
      .selectFrom('order_mails')
      .select('kind')
      .where('order_number', '=', orderNumber)
      .execute();
    expect(mails).toEqual([]); // A buyer who cancels an order receives no e-mail.
  });

  test('has the status `expired` after it has expired, holds no stock and cannot be cancelled', async () => {
    const { orderNumber, reservationToken } = await buyer.reserve(shop, {});
    site.clock.advance(10 * 60_000);
    await expireOrders(database.db, site.clock);
    expect(await readOrder(orderNumber, reservationToken)).toMatchObject({ status: 'expired', tickets: [] });
    expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 409, 'invalid_state');
    await buyer.reserve(shop, { items: [{ ticketTypeId: shop.tenKm.id, quantity: 10 }] });
  });
});

/** Without the starts of ticket types, which only buyers read beside their tickets. */
function withoutStarts({ tickets, ...order }: Record<string, unknown>) {
  return { ...order, tickets: (tickets as Record<string, unknown>[]).map(({ startsAt: _, ...ticket }) => ticket) };
}

/** An order as its buyer sees it: without the fields for the programs of the organizer. */
function withoutExternalFields<T>(order: T): T {
  const isExternal = (name: string) => name === 'externalId' || name === 'metadata';
  return JSON.parse(JSON.stringify(order), (name, value: unknown) => (isExternal(name) ? undefined : value)) as T;
}
