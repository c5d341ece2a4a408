import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { eventsOf } from './harness/outbox-setup.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';

const minuteMs = 60_000;
const invalidToken = 'Bearer realm="Organizer API", error="invalid_token"';

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
  const t = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  /** A key that can read personal data. */
  let personalKey: string;

  beforeAll(async () => {
    site = await PublicSite.start(t.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    const { id } = shop.organizer.organizer;
    personalKey = (await makeKey(t.db, id, { granted: ['orders:read:pii'] })).key;
  });
  afterAll(async () => {
    await site.close();
  });

  const detailOf = async (orderNumber: string): Promise<OrderDetail> =>
    (await (await site.app.request(`/api/v1/orders/${orderNumber}`, { key: personalKey })).json()) as OrderDetail;
  const mailsOf = async (orderNumber: string) =>
    (await t.db.selectFrom('mails').select('kind').where('order_number', '=', orderNumber).execute()).map(
      (mail) => mail.kind,
    );
  const readList = async (path: string) =>
    jsonOf<{ data: Record<string, unknown>[] }>(await shop.organizer.send('GET', path)).data;

  /** Asserts that a payment is rejected and changes nothing. */
  async function expectRejected(body: Record<string, unknown>, status: number, code: string): Promise<TestResponse> {
    const before = await shop.organizer.everything();
    const response = await buyer.post('/pay', body);
    expectProblem(response, status, code);
    expect(await shop.organizer.everything()).toEqual(before);
    return response;
  }

  test('with `test` pays the order immediately; the organizer’s API returns its tickets, add-ons, settlement and events', async () => {
    const { run, half, drinks, event, organizer } = shop;
    const ready = await buyer.readyToPay(shop, {
      items: [
        { ticketTypeId: run.id, quantity: 2 },
        { ticketTypeId: half.id, quantity: 1 },
      ],
      addons: [{ addonId: drinks.id, quantity: 2 }],
      attendees: [{ ticketTypeId: run.id, holderName: 'Wendeline' }],
    });
    site.clock.advance(5_000);
    const now = new Date(site.clock.now()).toISOString();
    const { orderNumber } = ready;
    const response = await buyer.post('/pay', ready);
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
    const stock = await organizer.get(event.id);
    const counts = [...stock.ticketTypes, ...stock.addons].map(({ sold, reserved }) => [sold, reserved]);
    expect(counts).toEqual([
      [2, 0],
      [1, 0],
      [0, 0],
      [2, 0],
    ]);

    const events = (await eventsOf(t.db, organizer.organizer.id)).slice(-6);
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.paid', 'ticket.issued', 'ticket.issued', 'ticket.issued', 'addon.granted', 'settlement.updated'],
    ]);
    const orderOfOrganizer = jsonOf(await organizer.send('GET', `/orders/${orderNumber}`));
    expect(events.map(({ data }) => data)).toEqual([
      orderOfOrganizer,
      ...(orderOfOrganizer['tickets'] as object[]),
      entitlement,
      settlement,
    ]);
    expect(await mailsOf(orderNumber)).toEqual(['tickets']);
  });

  test('pays a free order immediately with any method or without a method, and creates no payment', async () => {
    for (const method of [undefined, 'manual', 'stripe']) {
      const items = [{ ticketTypeId: shop.fun.id, quantity: 1 }];
      const { method: _, ...ready } = await buyer.readyToPay(shop, { items });
      const response = await buyer.post('/pay', { ...ready, ...(method === undefined ? {} : { method }) });
      expect(jsonOf(response)).toMatchObject({ status: 'paid', redirectUrl: null, expiresAt: null });
      expect((await detailOf(ready.orderNumber)).tickets).toHaveLength(1);
    }
    const [settlement] = await readList('/settlements');
    expect(settlement).toMatchObject({ ordersPaid: 3, ticketsSold: 3, gross: 0, platformFees: 0, net: 0 });
    expect(
      await t.db.selectFrom('payments').select('id').where('organizer_id', '=', shop.organizer.organizer.id).execute(),
    ).toEqual([]);
  });

  test('with a method that is not offered, or without a method, is rejected with the list of offered methods', async () => {
    const ready = await buyer.readyToPay(shop);
    for (const method of ['stripe', undefined]) {
      const response = await expectRejected({ ...ready, method }, 400, 'invalid_request');
      expectFieldProblem(response, 'method');
      expect(response.text).toContain('test or manual');
    }
  });

  test('without the reservationToken of the order returns 404', async () => {
    const ready = await buyer.readyToPay(shop);
    const other = await buyer.readyToPay(shop);
    const ofOtherOrganizer = await buyer.readyToPay(await site.shop());
    const { reservationToken: token } = ready;
    const changed = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const wrongTokens = [
      other.reservationToken,
      ofOtherOrganizer.reservationToken,
      changed,
      token.slice(0, -1),
      `${token}A`,
    ];
    for (const reservationToken of [...wrongTokens, token.toUpperCase(), 'rsv_', '', 'x', ready.buyerToken]) {
      await expectRejected({ ...ready, reservationToken }, 404, 'not_found');
      const { orderNumber } = ready;
      expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 404, 'not_found');
    }
    for (const orderNumber of [ofOtherOrganizer.orderNumber, '', 'x', 'U'.repeat(10)]) {
      await expectRejected({ ...ready, orderNumber }, 404, 'not_found');
    }
    // A token is valid only for the orders of its organizer.
    const organizerPart = (reservationToken: string) => reservationToken.slice(4, 30);
    const mixed = token.replace(organizerPart(token), organizerPart(ofOtherOrganizer.reservationToken));
    await expectRejected({ ...ready, reservationToken: mixed }, 404, 'not_found');
  });

  test('returns 401 for an invalid buyerToken, and 409 for a buyerToken of another e-mail address', async () => {
    const ready = await buyer.readyToPay(shop);
    const { buyerToken } = ready;
    for (const token of ['', 'byt_', 'x', `${buyerToken}A`.slice(0, -3), ready.reservationToken]) {
      const response = await expectRejected({ ...ready, buyerToken: token }, 401, 'invalid_key');
      expect(response.headers.get('www-authenticate')).toBe(invalidToken);
    }
    const other = { ...ready, buyerToken: site.buyerToken('eve@example.com') };
    const { detail } = expectProblem(await expectRejected(other, 409, 'invalid_state'), 409, 'invalid_state');
    expect(detail).not.toContain('ada@example.com');
  });

  test('accepts a buyerToken for exactly 30 minutes', async () => {
    const method = 'manual';
    const ready = { ...(await buyer.readyToPay(shop)), method };
    await buyer.post('/pay', ready); // Extends the hold of the order.
    site.clock.advance(30 * minuteMs - 1);
    expect((await buyer.post('/pay', ready)).status).toBe(200);
    site.clock.advance(1);
    const response = await expectRejected(ready, 401, 'invalid_key');
    expect(response.headers.get('www-authenticate')).toBe(invalidToken);
  });

  test('accepts the e-mail address and the order number in upper or lower case', async () => {
    const ready = await buyer.readyToPay(shop, { buyer: { email: 'Ada.ÄRGER@Example.COM' } });
    const buyerToken = site.buyerToken('aDA.ärger@eXAMPLE.com');
    const orderNumber = ready.orderNumber.toLowerCase();
    const response = await buyer.post('/pay', { ...ready, orderNumber, buyerToken });
    expect(jsonOf(response)).toMatchObject({ orderNumber: ready.orderNumber, status: 'paid' });
  });

  test('succeeds until the last millisecond of the hold, and not later, even if the expiry job has not run yet', async () => {
    const [inTime, late] = [await buyer.readyToPay(shop), await buyer.readyToPay(shop)];
    site.clock.advance(10 * minuteMs - 1);
    expect((await buyer.post('/pay', inTime)).status).toBe(200);
    site.clock.advance(1);
    const free = await buyer.readyToPay(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    for (const method of ['test', 'manual']) {
      const response = await expectRejected({ ...late, method }, 409, 'invalid_state');
      expect(response.text).toContain('has expired');
    }
    expect(await expireOrders(t.db, site.clock)).toBeGreaterThan(0);
    expect((await expectRejected(late, 409, 'invalid_state')).text).toContain('has expired');
    site.clock.advance(10 * minuteMs);
    expect((await expectRejected(free, 409, 'invalid_state')).text).toContain('has expired');
  });

  test('for a paid order returns the same response with any method, and changes nothing', async () => {
    for (const cart of [{}, { items: [{ ticketTypeId: shop.fun.id, quantity: 2 }] }]) {
      const ready = await buyer.readyToPay(shop, cart);
      const first = await buyer.post('/pay', ready);
      expect(jsonOf(first)).toMatchObject({ status: 'paid' });
      const before = await shop.organizer.everything();
      for (const method of ['test', 'manual', undefined]) {
        const repeated = await buyer.post('/pay', { ...ready, method });
        expect([repeated.status, repeated.text]).toEqual([200, first.text]);
      }
      expect(await shop.organizer.everything()).toEqual(before);
      // Other buyers do not get this response.
      await expectRejected({ ...ready, buyerToken: site.buyerToken('eve@example.com') }, 409, 'invalid_state');
      await expectRejected({ ...ready, buyerToken: 'byt_' }, 401, 'invalid_key');
    }
  });

  test('for a cancelled order is rejected with the reason; a paid order cannot be cancelled', async () => {
    const ready = await buyer.readyToPay(shop);
    await buyer.post('/pay', ready);
    const { orderNumber, reservationToken } = ready;
    expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 409, 'invalid_state');
    const other = await buyer.readyToPay(shop);
    await buyer.post('/cancel', { orderNumber: other.orderNumber, reservationToken: other.reservationToken });
    expect((await expectRejected(other, 409, 'invalid_state')).text).toContain('is cancelled');
  });

  test('with `manual` holds the order for three days from the first request, and sends one mail', async () => {
    const ready = { ...(await buyer.readyToPay(shop)), method: 'manual' };
    const { orderNumber } = ready;
    site.clock.advance(5 * minuteMs);
    const expiresAt = new Date(site.clock.now() + 72 * 60 * minuteMs).toISOString();
    const paymentInstructions = expect.objectContaining({ reference: orderNumber, dueAt: expiresAt });
    const pending = { orderNumber, status: 'pending', redirectUrl: null, expiresAt, paymentInstructions };
    expect(jsonOf(await buyer.post('/pay', ready))).toEqual(pending);
    const pendingOrder = await detailOf(orderNumber);
    expect(pendingOrder).toMatchObject({ status: 'pending', expiresAt, tickets: [] });
    for (const ms of [1_000, 15 * minuteMs]) {
      site.clock.advance(ms);
      expect(jsonOf(await buyer.post('/pay', ready))).toEqual(pending);
    }
    const concurrent = await Promise.all([1, 2, 3, 4].map(() => buyer.post('/pay', ready)));
    for (const response of concurrent) expect(jsonOf(response)).toEqual(pending);
    expect(await mailsOf(orderNumber)).toEqual(['awaiting_payment']);
    expect(await detailOf(orderNumber)).toEqual(pendingOrder);
    await expireOrders(t.db, site.clock);
    expect(await detailOf(orderNumber)).toEqual(pendingOrder);
    // The buyer can still pay with another method.
    expect(jsonOf(await buyer.post('/pay', { ...ready, method: 'test' }))).toMatchObject({ status: 'paid' });
    expect(await readList('/tickets')).toHaveLength(2);
  });

  test('sent many times concurrently pays once: all responses are equal, and the tickets are issued once', async () => {
    for (const cart of [{}, { items: [{ ticketTypeId: shop.fun.id, quantity: 2 }] }]) {
      const ready = await buyer.readyToPay(shop, cart);
      const responses = await Promise.all(Array.from({ length: 8 }, () => site.buyer().post('/pay', ready)));
      for (const response of responses) expect(jsonOf(response)).toMatchObject({ status: 'paid', redirectUrl: null });
      expect((await detailOf(ready.orderNumber)).tickets).toHaveLength(2);
      expect(await mailsOf(ready.orderNumber)).toEqual(['tickets']);
    }
    const events = (await eventsOf(t.db, shop.organizer.organizer.id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'order.paid')).toHaveLength(2);
    expect(events.filter((type) => type === 'ticket.issued')).toHaveLength(4);
    expect((await readList('/settlements'))[0]).toMatchObject({ ordersPaid: 2, ticketsSold: 4, refunds: 0 });
  });

  test('concurrent with POST /cancel: exactly one of the requests succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ready = await buyer.readyToPay(shop, { items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
      const { orderNumber, reservationToken } = ready;
      const [pay, cancel] = await Promise.all([
        buyer.post('/pay', ready),
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
