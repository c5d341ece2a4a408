import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { mailRenderers } from '../src/features/checkout/index.ts';
import { expireOrders, payOrder, purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { expectProblem, jsonOf } from './harness/answers.ts';
import { testSecrets } from './harness/app.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { importAll, makeKey, orderLine, raceLines } from './harness/fixtures.ts';
import { receive } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnBoth('an order that came to nothing', (kind) => {
  let t: TestDatabase;
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  beforeEach(async () => {
    site = await PublicSite.start(t.db);
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    expect(await violations(t.db)).toEqual([]);
    await t.drop();
  });

  const remove = () => purgeAbandonedOrders(t.db, site.clock.now());
  const expire = () => expireOrders(t.db, site.clock);
  const rowOf = (orderNumber: string) =>
    t.db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
  /** What the organizer sees of an order that was changed at or after a time. */
  const changedSince = async (ms: number) => {
    const since = encodeURIComponent(new Date(ms).toISOString());
    const answer = await shop.organizer.send('GET', `/orders?updatedSince=${since}`);
    return jsonOf<{ data: { orderNumber: string }[] }>(answer).data.map(({ orderNumber }) => orderNumber);
  };
  const made = () =>
    buyer.readyToPay(shop, {
      buyer: { email: 'Wendeline@example.com', name: 'Wendeline Ostrowski', phone: '+49 151 7353791' },
      attendees: [{ ticketTypeId: shop.run.id, holderName: 'Quilla Zantafio' }],
    });
  const named = /wendeline|ostrowski|7353791|quilla|zantafio/i;

  test('loses its buyer and holders after seven days to the millisecond, of which a copy learns', async () => {
    const ready = await made();
    const { orderNumber, reservationToken } = await made();
    await buyer.post('/cancel', { orderNumber, reservationToken });
    const numbers = [ready.orderNumber, orderNumber];
    site.clock.advance(10 * minuteMs);
    await expire();
    site.clock.advance(7 * dayMs - 1);
    await remove();
    for (const number of numbers) expect(JSON.stringify(await rowOf(number))).toMatch(named);
    site.clock.advance(1);
    await Promise.all([remove(), remove()]);
    for (const number of numbers) expect(JSON.stringify(await rowOf(number))).not.toMatch(named);
    expect((await changedSince(site.clock.now())).sort()).toEqual(numbers.sort());
    const { key } = await makeKey(t.db, shop.organizer.organizer.id, { granted: ['orders:read:pii'] });
    const shown = await (await site.app.request(`/api/v1/orders/${orderNumber}`, { key })).json();
    expect(shown).toMatchObject({
      status: 'cancelled',
      buyer: { email: 'removed@removed.invalid', name: null, phone: null },
    });
    // It is still there for whoever made it, and nothing happens to it again before its time.
    expect((await buyer.get(`/orders/${orderNumber}`, reservationToken)).status).toBe(200);
    site.clock.advance(dayMs);
    await remove();
    expect(await changedSince(site.clock.now())).toEqual([]);
  });

  test('is removed after ninety days, with all that belongs to it', async () => {
    const { orderNumber, reservationToken, buyerToken } = await made();
    await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
    site.clock.advance(72 * 60 * minuteMs);
    await expire();
    site.clock.advance(7 * dayMs);
    await t.db
      .updateTable('payments')
      .set({ status: 'closed', next_attempt_at: null })
      .where('order_number', '=', orderNumber)
      .execute();
    await remove();
    site.clock.advance(83 * dayMs - 1);
    await remove();
    expect(await rowOf(orderNumber)).toBeDefined();
    site.clock.advance(1);
    await Promise.all([remove(), remove()]);
    for (const table of ['orders', 'order_items', 'payments'] as const) {
      const left = t.db.selectFrom(table).select('order_number').where('order_number', '=', orderNumber);
      expect(await left.execute(), table).toEqual([]);
    }
    expectProblem(await shop.organizer.send('GET', `/orders/${orderNumber}`), 404, 'not_found');
    expectProblem(await buyer.get(`/orders/${orderNumber}`, reservationToken), 404, 'not_found');
    expectProblem(await buyer.post('/cancel', { orderNumber, reservationToken }), 404, 'not_found');
  });

  test('is kept as it is where it was paid, waits for money, or was imported', async () => {
    const paid = await made();
    await buyer.post('/pay', paid);
    const waiting = await made();
    const { organizer } = shop.organizer;
    const at = new Date(site.clock.now()).toISOString();
    await importAll(t.db, organizer, [
      ...raceLines(),
      orderLine('old', {
        status: 'cancelled',
        createdAt: at,
        buyer: { email: 'Wendeline@example.com', name: null, phone: null },
      }),
    ]);
    await t.db
      .insertInto('payments')
      .values({
        organizer_id: organizer.id,
        id: `pay_${waiting.orderNumber}`,
        order_number: waiting.orderNumber,
        method: 'stripe',
        status: 'open',
        amount: 1,
        currency: 'EUR',
        reference: 'cs_1',
        charge_reference: null,
        redirect_url: null,
        attempt_count: 0,
        next_attempt_at: null,
        created_at: at,
        updated_at: at,
        paid_at: null,
      })
      .execute();
    site.clock.advance(10 * minuteMs);
    await expire();
    const before = await shop.organizer.everything();
    site.clock.advance(200 * dayMs);
    await remove();
    expect(await shop.organizer.everything()).toEqual(before);
    expect(JSON.stringify(await rowOf(waiting.orderNumber))).toMatch(named);
  });

  test('is not paid any more once its buyer was removed: late money goes back, and nobody is written to', async () => {
    const { orderNumber, reservationToken, buyerToken } = await made();
    await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
    site.clock.advance(72 * 60 * minuteMs);
    await expire();
    await t.db
      .updateTable('payments')
      .set({ status: 'closed', next_attempt_at: null })
      .where('order_number', '=', orderNumber)
      .execute();
    site.clock.advance(7 * dayMs);
    await remove();
    const { organizer } = shop.organizer;
    const pay = payOrder(t.db, organizer.id, orderNumber, site.clock, byOperator, { late: true });
    await expect(pay).rejects.toMatchObject({
      code: 'invalid_state',
      detail: expect.stringContaining('buyer was removed'),
    });
    const payment = await t.db
      .selectFrom('payments')
      .selectAll()
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    const money = { amount: payment.amount, currency: payment.currency, chargeReference: 'ch_late' };
    expect(await receive(t.db, site.clock, organizer.id, payment.id, money)).toBe('returned');
    const services = { db: t.db, clock: site.clock, secrets: testSecrets, baseUrl: 'https://tickets.example.com' };
    const createdAt = new Date(site.clock.now()).toISOString();
    const returned = { id: 'mal_0', organizerId: organizer.id, orderNumber, payload: null, createdAt };
    const told = { ...returned, kind: 'payment_returned' as const, money };
    expect(await mailRenderers(services).payment_returned(told)).toBeNull();
    site.clock.advance(200 * dayMs);
    await remove();
    expect(await rowOf(orderNumber)).toBeDefined();
  });
});
