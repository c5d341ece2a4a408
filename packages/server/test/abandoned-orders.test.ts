import { afterAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { mailRenderers } from '../src/features/checkout/index.ts';
import { expireOrders, payOrder, purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { testSecrets } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, orderLine, raceLines } from './harness/fixtures.ts';
import { receive } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnBoth('the purge of unpaid orders', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeEach(async () => {
    site = await PublicSite.start(database.db);
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
  });

  const purge = () => purgeAbandonedOrders(database.db, site.clock);
  const expire = () => expireOrders(database.db, site.clock);
  const rowOf = (orderNumber: string) =>
    database.db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
  const wordsOf = async (numbers: readonly string[]) =>
    JSON.stringify(
      await database.db.selectFrom('search_words').select('word').where('order_number', 'in', numbers).execute(),
    );
  /** The numbers of the orders that the order list with `updatedSince` returns. */
  const numbersUpdatedSince = async (ms: number) => {
    const since = encodeURIComponent(new Date(ms).toISOString());
    const response = await shop.organizerApi.send('GET', `/orders?updatedSince=${since}`);
    return jsonOf<{ data: { orderNumber: string }[] }>(response).data.map(({ orderNumber }) => orderNumber);
  };
  const placeOrder = () =>
    buyer.preparePayment(shop, {
      buyer: { email: 'Wendeline@example.com', name: 'Wendeline Ostrowski', phone: '+49 151 7353791' },
      attendees: [{ ticketTypeId: shop.tenKm.id, holderName: 'Quilla Zantafio' }],
    });
  const personalData = /wendeline|ostrowski|7353791|quilla|zantafio/i;

  test('removes the buyer and the holders after exactly seven days, and sets updatedAt', async () => {
    const readyOrder = await placeOrder();
    const { orderNumber, reservationToken } = await placeOrder();
    await buyer.post('/cancel', { orderNumber, reservationToken });
    const numbers = [readyOrder.orderNumber, orderNumber];
    site.clock.advance(10 * minuteMs);
    await expire();
    site.clock.advance(7 * dayMs - 1);
    await purge();
    for (const number of numbers) expect(JSON.stringify(await rowOf(number))).toMatch(personalData);
    expect(await wordsOf(numbers)).toMatch(personalData);
    site.clock.advance(1);
    await Promise.all([purge(), purge()]);
    for (const number of numbers) expect(JSON.stringify(await rowOf(number))).not.toMatch(personalData);
    expect(await wordsOf(numbers)).toBe('[]');
    expect((await numbersUpdatedSince(site.clock.now())).sort()).toEqual(numbers.sort());
    const { key } = await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:read:pii'] });
    const organizerView = await (await site.app.request(`/api/v1/orders/${orderNumber}`, { key })).json();
    expect(organizerView).toMatchObject({
      status: 'cancelled',
      buyer: { email: 'removed@removed.invalid', name: null, phone: null },
    });
    // The buyer can still read the order, and later purges do not change it.
    expect((await buyer.get(`/orders/${orderNumber}`, reservationToken)).status).toBe(200);
    site.clock.advance(dayMs);
    await purge();
    expect(await numbersUpdatedSince(site.clock.now())).toEqual([]);
  });

  test('deletes an order after ninety days, with its items and payments', async () => {
    const { orderNumber, reservationToken, buyerToken } = await placeOrder();
    await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
    site.clock.advance(72 * 60 * minuteMs);
    await expire();
    site.clock.advance(7 * dayMs);
    await database.db
      .updateTable('payments')
      .set({ status: 'closed', next_attempt_at: null })
      .where('order_number', '=', orderNumber)
      .execute();
    await purge();
    site.clock.advance(83 * dayMs - 1);
    await purge();
    expect(await rowOf(orderNumber)).toBeDefined();
    site.clock.advance(1);
    await Promise.all([purge(), purge()]);
    for (const table of ['orders', 'order_items', 'payments'] as const) {
      const remainingRows = database.db
        .selectFrom(table)
        .select('order_number')
        .where('order_number', '=', orderNumber);
      expect(await remainingRows.execute(), table).toEqual([]);
    }
    expectProblem(await shop.organizerApi.send('GET', `/orders/${orderNumber}`), 404, 'not_found');
    expectProblem(await buyer.get(`/orders/${orderNumber}`, reservationToken), 404, 'not_found');
    expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 404, 'not_found');
  });

  test('does not change an order that was paid, awaits a payment, or was imported', async () => {
    const paidOrder = await placeOrder();
    await buyer.post('/pay', paidOrder);
    const awaitingPayment = await placeOrder();
    const { organizer } = shop.organizerApi;
    const now = new Date(site.clock.now()).toISOString();
    await importAll(database.db, organizer, [
      ...raceLines(),
      orderLine('old', {
        status: 'cancelled',
        createdAt: now,
        expiresAt: now,
        buyer: { email: 'Wendeline@example.com', name: null, phone: null },
      }),
    ]);
    await database.db
      .insertInto('payments')
      .values({
        organizer_id: organizer.id,
        id: `pay_${awaitingPayment.orderNumber}`,
        order_number: awaitingPayment.orderNumber,
        method: 'stripe',
        status: 'open',
        amount: 1,
        currency: 'EUR',
        reference: 'cs_1',
        charge_reference: null,
        redirect_url: null,
        attempt_count: 0,
        next_attempt_at: null,
        created_at: now,
        updated_at: now,
        paid_at: null,
      })
      .execute();
    site.clock.advance(10 * minuteMs);
    await expire();
    const storedBefore = await shop.organizerApi.storedRows();
    site.clock.advance(200 * dayMs);
    await purge();
    expect(await shop.organizerApi.storedRows()).toEqual(storedBefore);
    expect(JSON.stringify(await rowOf(awaitingPayment.orderNumber))).toMatch(personalData);
  });

  test('makes an order unpayable: a late payment is refunded, and no e-mail is sent', async () => {
    const { orderNumber, reservationToken, buyerToken } = await placeOrder();
    await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
    site.clock.advance(72 * 60 * minuteMs);
    await expire();
    await database.db
      .updateTable('payments')
      .set({ status: 'closed', next_attempt_at: null })
      .where('order_number', '=', orderNumber)
      .execute();
    site.clock.advance(7 * dayMs);
    await purge();
    const { organizer } = shop.organizerApi;
    const pay = payOrder(database.db, organizerScope(organizer.id, site.clock, byOperator), orderNumber, {
      late: true,
    });
    await expect(pay).rejects.toMatchObject({
      code: 'invalid_state',
      detail: expect.stringContaining('buyer was removed'),
    });
    const payment = await database.db
      .selectFrom('payments')
      .selectAll()
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    const money = { amount: payment.amount, currency: payment.currency, chargeReference: 'ch_late' };
    expect(await receive(database.db, site.clock, organizer.id, payment.id, money)).toBe('refunded');
    const services = {
      db: database.db,
      clock: site.clock,
      secrets: testSecrets,
      baseUrl: 'https://tickets.example.com',
    };
    const createdAt = new Date(site.clock.now()).toISOString();
    const mailFields = { id: 'mal_0', organizerId: organizer.id, orderNumber, payload: null, note: null, createdAt };
    const mail = { ...mailFields, kind: 'payment_returned' as const, money };
    expect(await mailRenderers(services).payment_returned(mail)).toBeNull();
    site.clock.advance(200 * dayMs);
    await purge();
    expect(await rowOf(orderNumber)).toBeDefined();
  });
});
