import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { testSecrets } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { eventsOf } from './harness/outbox-setup.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';

const minuteMs = 60_000;
const invalidTokenChallenge = 'Bearer realm="Organizer API", error="invalid_token"';

interface OrderDetail {
  readonly status: string;
  readonly paidAt: string | null;
  readonly expiresAt: string | null;
  readonly updatedAt: string;
  readonly tickets: readonly {
    id: string;
    bib: string;
    qrValue: string;
    holderName: string | null;
    category: string;
  }[];
  readonly [field: string]: unknown;
}

describeOnBoth('POST /pay', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  /** A key that can read personal data. */
  let personalDataKey: string;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    const { id } = shop.organizerApi.organizer;
    personalDataKey = (await makeKey(database.db, id, { granted: ['orders:read:pii'] })).key;
  });
  afterAll(async () => {
    await site.close();
  });

  const detailOf = async (orderNumber: string): Promise<OrderDetail> =>
    (await (await site.app.request(`/api/v1/orders/${orderNumber}`, { key: personalDataKey })).json()) as OrderDetail;
  const mailKindsOf = async (orderNumber: string) =>
    (await database.db.selectFrom('order_mails').select('kind').where('order_number', '=', orderNumber).execute()).map(
      (mail) => mail.kind,
    );
  const readList = async (path: string) =>
    jsonOf<{ data: Record<string, unknown>[] }>(await shop.organizerApi.send('GET', path)).data;

  /** Asserts that a payment is rejected and changes nothing. */
  async function expectRejected(body: Record<string, unknown>, status: number, code: string): Promise<TestResponse> {
    const before = await shop.organizerApi.storedRows();
    const response = await buyer.post('/pay', body);
    expectProblem(response, status, code);
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    return response;
  }

  test('pays the order immediately with the method `test`; the organizer API returns its tickets, its add-ons and the settlement of its event, and the webhook events have the same data', async () => {
    const { tenKm, half, drinks, event, organizerApi } = shop;
    const payBody = await buyer.preparePayment(shop, {
      items: [
        { ticketTypeId: tenKm.id, quantity: 2 },
        { ticketTypeId: half.id, quantity: 1 },
      ],
      addons: [{ addonId: drinks.id, quantity: 2 }],
      attendees: [{ ticketTypeId: tenKm.id, holderName: 'Wendeline' }],
    });
    site.clock.advance(5_000);
    const now = new Date(site.clock.now()).toISOString();
    const { orderNumber } = payBody;
    const response = await buyer.post('/pay', payBody);
    expect(response.status).toBe(200);
    const noFurtherAction = { redirectUrl: null, expiresAt: null, paymentInstructions: null };
    expect(jsonOf(response)).toEqual({ orderNumber, status: 'paid', ...noFurtherAction });

    const { buyer: _, tickets, ...order } = await detailOf(orderNumber);
    expect(order).toMatchObject({ status: 'paid', paidAt: now, expiresAt: null });
    expect(tickets.map(({ bib, holderName, category }) => [bib, holderName, category])).toEqual([
      ['1', 'Wendeline', '10K'],
      ['2', null, '10K'],
      ['3', null, null],
    ]);
    for (const { qrValue } of tickets) expect(qrValue).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
    expect(new Set(tickets.map(({ qrValue }) => qrValue)).size).toBe(3);
    expect((await readList('/tickets')).map(({ id }) => id).sort()).toEqual(tickets.map(({ id }) => id).sort());
    const entitlements = await readList('/addons');
    expect(entitlements).toHaveLength(1);
    const [entitlement] = entitlements;
    expect(entitlement).toMatchObject({ orderNumber, addonId: drinks.id, unitsTotal: 10, unitsConsumed: 0 });

    const fees = order['feeBreakdown'] as Record<string, number>;
    const [settlement] = await readList('/settlements');
    expect(settlement).toMatchObject({
      ...{ eventId: event.id, ordersPaid: 1, ticketsSold: 3, gross: fees['total'], refunds: 0 },
      ...{ platformFees: fees['platformFee'], paymentFees: fees['paymentFee'], taxes: fees['tax'] },
      net: fees['organizerNet'],
    });
    const currentEvent = await organizerApi.get(event.id);
    const counts = [...currentEvent.ticketTypes, ...currentEvent.addons].map(({ sold, reserved }) => [sold, reserved]);
    expect(counts).toEqual([
      [2, 0],
      [1, 0],
      [0, 0],
      [2, 0],
    ]);

    const events = (await eventsOf(database.db, organizerApi.organizer.id)).slice(-7);
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.paid', 'ticket.issued', 'ticket.issued', 'ticket.issued', 'addon.granted', 'settlement.updated'],
      'payment.received',
    ]);
    const orderInOrganizerApi = jsonOf(await organizerApi.send('GET', `/orders/${orderNumber}`));
    const payments = jsonOf<{ data: object[] }>(await organizerApi.send('GET', `/payments?orderNumber=${orderNumber}`));
    expect(events.map(({ data }) => data)).toEqual([
      orderInOrganizerApi,
      ...(orderInOrganizerApi['tickets'] as object[]),
      entitlement,
      settlement,
      { ...first(payments.data), eventId: event.id },
    ]);
    expect(await mailKindsOf(orderNumber)).toEqual(['tickets']);
  });

  test('pays a free order immediately with any method or without a method, and creates no payment', async () => {
    for (const method of [undefined, 'manual', 'stripe']) {
      const items = [{ ticketTypeId: shop.fun.id, quantity: 1 }];
      const { method: _, ...payBody } = await buyer.preparePayment(shop, { items });
      const response = await buyer.post('/pay', { ...payBody, ...(method === undefined ? {} : { method }) });
      expect(jsonOf(response)).toMatchObject({ status: 'paid', redirectUrl: null, expiresAt: null });
      expect((await detailOf(payBody.orderNumber)).tickets).toHaveLength(1);
    }
    const [settlement] = await readList('/settlements');
    expect(settlement).toMatchObject({ ordersPaid: 3, ticketsSold: 3, gross: 0, platformFees: 0, net: 0 });
    expect(
      await database.db
        .selectFrom('payments')
        .select('id')
        .where('organizer_id', '=', shop.organizerApi.organizer.id)
        .execute(),
    ).toEqual([]);
  });

  test('is rejected if the method is missing or not offered, and the error lists the offered methods', async () => {
    const payBody = await buyer.preparePayment(shop);
    for (const method of ['stripe', undefined]) {
      const response = await expectRejected({ ...payBody, method }, 400, 'invalid_request');
      expectFieldProblem(response, 'method');
      expect(response.text).toContain('test or manual');
    }
  });

  test('accepts the reservationToken that an earlier release made for a link in a mail', async () => {
    const payBody = await buyer.preparePayment(shop);
    const { id: organizerId } = shop.organizerApi.organizer;
    const key = testSecrets.reservationKey.export().toString('utf8');
    const mac = hash('sha3-256', `${key}${organizerId} ${payBody.orderNumber}`, 'base64url').slice(0, 16);
    const reservationToken = `rsv_${organizerId.slice('org_'.length)}${mac}`;
    expect(reservationToken).not.toBe(payBody.reservationToken);
    expect((await buyer.post('/pay', { ...payBody, reservationToken })).status).toBe(200);
  });

  test('returns 404 unless the reservationToken and the order number belong together', async () => {
    const payBody = await buyer.preparePayment(shop);
    const otherPayBody = await buyer.preparePayment(shop);
    const payBodyOfOtherOrganizer = await buyer.preparePayment(await site.shop());
    const { reservationToken: token } = payBody;
    const changedToken = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const wrongTokens = [
      otherPayBody.reservationToken,
      payBodyOfOtherOrganizer.reservationToken,
      changedToken,
      token.slice(0, -1),
      `${token}A`,
    ];
    for (const reservationToken of [...wrongTokens, token.toUpperCase(), 'rsv_', '', 'x', payBody.buyerToken]) {
      await expectRejected({ ...payBody, reservationToken }, 404, 'not_found');
      const { orderNumber } = payBody;
      expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 404, 'not_found');
    }
    for (const orderNumber of [payBodyOfOtherOrganizer.orderNumber, '', 'x', 'U'.repeat(10)]) {
      await expectRejected({ ...payBody, orderNumber }, 404, 'not_found');
    }
    // After `rsv_`, a token has the 26 characters of the organizer's id without `org_`. A token in which they are replaced is not valid.
    const organizerPart = (reservationToken: string) => reservationToken.slice(4, 30);
    const forgedToken = token.replace(organizerPart(token), organizerPart(payBodyOfOtherOrganizer.reservationToken));
    await expectRejected({ ...payBody, reservationToken: forgedToken }, 404, 'not_found');
  });

  test('returns 401 for an invalid buyerToken, and 409 for a buyerToken of another e-mail address', async () => {
    const payBody = await buyer.preparePayment(shop);
    const { buyerToken } = payBody;
    for (const token of ['', 'byt_', 'x', buyerToken.slice(0, -2), payBody.reservationToken]) {
      const response = await expectRejected({ ...payBody, buyerToken: token }, 401, 'invalid_key');
      expect(response.headers.get('www-authenticate')).toBe(invalidTokenChallenge);
    }
    const other = { ...payBody, buyerToken: site.buyerToken('eve@example.com') };
    const { detail } = expectProblem(await expectRejected(other, 409, 'invalid_state'), 409, 'invalid_state');
    expect(detail).not.toContain('ada@example.com');
  });

  test('accepts a buyerToken for exactly 30 minutes', async () => {
    const method = 'manual';
    const payBody = { ...(await buyer.preparePayment(shop)), method };
    await buyer.post('/pay', payBody); // Extends the hold of the order.
    site.clock.advance(30 * minuteMs - 1);
    expect((await buyer.post('/pay', payBody)).status).toBe(200);
    site.clock.advance(1);
    const response = await expectRejected(payBody, 401, 'invalid_key');
    expect(response.headers.get('www-authenticate')).toBe(invalidTokenChallenge);
    expect(jsonOf(response)).toMatchObject({ title: 'Invalid key or token', reason: 'expired_buyer_token' });
    expect(response.text).not.toContain('API key');
  });

  test('accepts the e-mail address and the order number in upper or lower case', async () => {
    const payBody = await buyer.preparePayment(shop, { buyer: { email: 'Ada.ÄRGER@Example.COM' } });
    const buyerToken = site.buyerToken('aDA.ärger@eXAMPLE.com');
    const orderNumber = payBody.orderNumber.toLowerCase();
    const response = await buyer.post('/pay', { ...payBody, orderNumber, buyerToken });
    expect(jsonOf(response)).toMatchObject({ orderNumber: payBody.orderNumber, status: 'paid' });
  });

  test('succeeds until the last millisecond of the hold, and not later, even if the expiry job has not run yet', async () => {
    const [inTime, late] = [await buyer.preparePayment(shop), await buyer.preparePayment(shop)];
    site.clock.advance(10 * minuteMs - 1);
    expect((await buyer.post('/pay', inTime)).status).toBe(200);
    site.clock.advance(1);
    const freePayBody = await buyer.preparePayment(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    for (const method of ['test', 'manual']) {
      const response = await expectRejected({ ...late, method }, 409, 'invalid_state');
      expect(response.text).toContain('has expired');
    }
    expect(await expireOrders(database.db, site.clock)).toBeGreaterThan(0);
    expect((await expectRejected(late, 409, 'invalid_state')).text).toContain('has expired');
    site.clock.advance(10 * minuteMs);
    expect((await expectRejected(freePayBody, 409, 'invalid_state')).text).toContain('has expired');
  });

  test('returns the same response for a paid order with any method, and changes nothing', async () => {
    // An order with a price, and a free order.
    for (const cart of [{}, { items: [{ ticketTypeId: shop.fun.id, quantity: 2 }] }]) {
      const payBody = await buyer.preparePayment(shop, cart);
      const first = await buyer.post('/pay', payBody);
      expect(jsonOf(first)).toMatchObject({ status: 'paid' });
      const before = await shop.organizerApi.storedRows();
      for (const method of ['test', 'manual', undefined]) {
        const repeated = await buyer.post('/pay', { ...payBody, method });
        expect([repeated.status, repeated.text]).toEqual([200, first.text]);
      }
      expect(await shop.organizerApi.storedRows()).toEqual(before);
      // Other buyers do not get this response.
      await expectRejected({ ...payBody, buyerToken: site.buyerToken('eve@example.com') }, 409, 'invalid_state');
      await expectRejected({ ...payBody, buyerToken: 'byt_' }, 401, 'invalid_key');
    }
  });

  test('is rejected for a cancelled order, and the error states that it is cancelled; a paid order cannot be cancelled', async () => {
    const payBody = await buyer.preparePayment(shop);
    await buyer.post('/pay', payBody);
    const { orderNumber, reservationToken } = payBody;
    expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 409, 'invalid_state');
    const otherPayBody = await buyer.preparePayment(shop);
    await buyer.post('/cancel', {
      orderNumber: otherPayBody.orderNumber,
      reservationToken: otherPayBody.reservationToken,
    });
    expect((await expectRejected(otherPayBody, 409, 'invalid_state')).text).toContain('is cancelled');
  });

  test('holds the order for three days from the first request with the method `manual`, and sends one e-mail', async () => {
    const payBody = { ...(await buyer.preparePayment(shop)), method: 'manual' };
    const { orderNumber } = payBody;
    site.clock.advance(5 * minuteMs);
    const expiresAt = new Date(site.clock.now() + 72 * 60 * minuteMs).toISOString();
    const paymentInstructions = expect.objectContaining({ reference: orderNumber, dueAt: expiresAt });
    const pendingBody = { orderNumber, status: 'pending', redirectUrl: null, expiresAt, paymentInstructions };
    expect(jsonOf(await buyer.post('/pay', payBody))).toEqual(pendingBody);
    const pendingOrder = await detailOf(orderNumber);
    expect(pendingOrder).toMatchObject({ status: 'pending', expiresAt, tickets: [] });
    for (const ms of [1_000, 15 * minuteMs]) {
      site.clock.advance(ms);
      expect(jsonOf(await buyer.post('/pay', payBody))).toEqual(pendingBody);
    }
    const concurrent = await Promise.all([1, 2, 3, 4].map(() => buyer.post('/pay', payBody)));
    for (const response of concurrent) expect(jsonOf(response)).toEqual(pendingBody);
    expect(await mailKindsOf(orderNumber)).toEqual(['awaiting_payment']);
    expect(await detailOf(orderNumber)).toEqual(pendingOrder);
    await expireOrders(database.db, site.clock);
    expect(await detailOf(orderNumber)).toEqual(pendingOrder);
    // The buyer can still pay with another method.
    expect(jsonOf(await buyer.post('/pay', { ...payBody, method: 'test' }))).toMatchObject({ status: 'paid' });
    expect(await readList('/tickets')).toHaveLength(2);
  });

  test('pays once if it is sent many times concurrently: all responses are equal, and the tickets are issued once', async () => {
    // An order with a price, and a free order.
    for (const cart of [{}, { items: [{ ticketTypeId: shop.fun.id, quantity: 2 }] }]) {
      const payBody = await buyer.preparePayment(shop, cart);
      const responses = await Promise.all(Array.from({ length: 8 }, () => site.buyer().post('/pay', payBody)));
      for (const { status, text } of responses) expect([status, text]).toEqual([200, responses[0]!.text]);
      expect(jsonOf(responses[0]!)).toMatchObject({ status: 'paid', redirectUrl: null });
      expect((await detailOf(payBody.orderNumber)).tickets).toHaveLength(2);
      expect(await mailKindsOf(payBody.orderNumber)).toEqual(['tickets']);
    }
    const events = (await eventsOf(database.db, shop.organizerApi.organizer.id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'order.paid')).toHaveLength(2);
    expect(events.filter((type) => type === 'ticket.issued')).toHaveLength(4);
    expect((await readList('/settlements'))[0]).toMatchObject({ ordersPaid: 2, ticketsSold: 4, refunds: 0 });
  });

  test('if it is concurrent with POST /cancel, exactly one of the requests succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payBody = await buyer.preparePayment(shop, { items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
      const { orderNumber, reservationToken } = payBody;
      const [pay, cancel] = await Promise.all([
        buyer.post('/pay', payBody),
        buyer.post('/cancel', { orderNumber, reservationToken }),
      ]);
      const { status, tickets } = await detailOf(orderNumber);
      expect([pay.status, cancel.status].sort()).toEqual([200, 409]);
      expect({ status, tickets: tickets.length }).toEqual(
        pay.status === 200 ? { status: 'paid', tickets: 1 } : { status: 'cancelled', tickets: 0 },
      );
    }
  });
});
