import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import { setHoldLimits } from '../src/features/organizers/index.ts';
import { readAttention } from '../src/features/sales-figures/read-attention.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { type Buyer, PublicSite, type ReservedBody, reservation, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { withoutIds } from './harness/without-ids.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;

describeOnBoth('the limit of unpaid reservations', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let count = 0;

  beforeAll(async () => {
    site = await PublicSite.start(database.db, { selling: { holdsPerIpAddress: 6, holdsPerEmail: 4 } });
  });
  beforeEach(async () => {
    shop = await site.shop();
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
    await site.close();
  });

  const newEmail = () => {
    count += 1;
    return `buyer-${count}@example.com`;
  };
  /** Reserves this quantity of the unlimited ticket type. */
  const reserve = (
    buyer: Buyer,
    quantity: number,
    email = newEmail(),
    otherFields: object = {},
  ): Promise<TestResponse> =>
    buyer.post('/reserve', {
      ...reservation(shop),
      items: [{ ticketTypeId: shop.half.id, quantity }],
      buyer: { email },
      ...otherFields,
    });
  const expectReserved = async (response: Promise<TestResponse>): Promise<ReservedBody> => {
    const { status, text } = await response;
    expect(status, text).toBe(201);
    return JSON.parse(text) as ReservedBody;
  };
  const expectRejected = async (response: Promise<TestResponse>) =>
    expectProblem(await response, 409, 'too_many_holds').detail;
  const openHolds = () =>
    database.db
      .selectFrom('open_holds')
      .selectAll()
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .execute();

  test('counts the tickets and add-ons of an IP address, across e-mail addresses', async () => {
    const buyer = site.buyer('2001:db8:7:1::1');
    await expectReserved(reserve(buyer, 2));
    await expectReserved(
      reserve(site.buyer('2001:db8:7:1::2'), 2, newEmail(), { addons: [{ addonId: shop.drinks.id, quantity: 2 }] }),
    );
    const before = await shop.organizerApi.storedRows();
    const detail = await expectRejected(reserve(buyer, 1));
    expect(detail).toContain('Your IP address has 6 tickets and add-ons in unpaid reservations.');
    expect(detail).toContain('At most 6');
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    await expectReserved(reserve(site.buyer('2001:db8:7:2::1'), 1));
  });

  test('counts by e-mail address, across IP addresses, and separately for its verified owner', async () => {
    const email = newEmail();
    await expectReserved(reserve(site.buyer(), 4, email));
    const detail = await expectRejected(reserve(site.buyer(), 1, email.toUpperCase()));
    expect(detail).toContain('Verify the e-mail address');
    expect(detail).not.toMatch(/(?:holds?|has) \d/);
    const buyerToken = site.buyerToken(email);
    await expectReserved(reserve(site.buyer(), 3, email, { buyerToken }));
    expect(await expectRejected(reserve(site.buyer(), 2, email, { buyerToken }))).toContain(
      'This e-mail address has 3 tickets',
    );
  });

  test('counts all addresses of an IPv6 network, and is corrected if an earlier version has left units in its counter', async () => {
    const subnet = (index: number) => site.buyer(`2001:db8:48:${index}::1`);
    for (let index = 1; index <= 4; index += 1) {
      await expectReserved(reserve(subnet(index), 3));
      await expectReserved(reserve(subnet(index), 3));
    }
    expect(await expectRejected(reserve(subnet(5), 1))).toContain('The network of your IP address has 24 tickets');
    await expectReserved(reserve(site.buyer('2001:db8:49:1::1'), 1));
    const sameNetwork = await Promise.all(
      Array.from({ length: 30 }, (_, index) => reserve(site.buyer(`2001:db8:50:${index}::1`), 1)),
    );
    expect(sameNetwork.filter(({ status }) => status === 201)).toHaveLength(24);
    site.clock.advance(10 * minuteMs);
    await expireOrders(database.db, site.clock);
    expect(await openHolds()).toEqual([]);

    await expectReserved(reserve(subnet(1), 1));
    await database.db
      .updateTable('open_holds')
      .set({ units: 24 })
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .where('holder_hash', 'like', '%.')
      .execute();
    await expectReserved(reserve(subnet(2), 3));
    expect(await violations(database.db)).toEqual([]);
  });

  test('applies to each order, also to the first one of a buyer', async () => {
    const before = await shop.organizerApi.storedRows();
    expect(await expectRejected(reserve(site.buyer(), 5))).toContain(
      'An unpaid order can have at most 4 tickets and add-ons. Reduce the quantities',
    );
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    await setHoldLimits(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), {
      perEmail: 0,
    });
    expect(await expectRejected(reserve(site.buyer(), 7))).toContain('at most 6 tickets');
    await expectReserved(reserve(site.buyer(), 6));
  });

  test('no longer counts a reservation that is paid, cancelled or expired, and its IP and e-mail address are deleted', async () => {
    const email = newEmail();
    const buyer = site.buyer();
    const buyerToken = site.buyerToken(email);
    const orders = [];
    for (let i = 0; i < 3; i += 1) orders.push(await expectReserved(reserve(buyer, 1, email, { buyerToken })));
    expect((await openHolds()).map(({ units }) => units)).toEqual([3, 3]);
    const [paid, cancelled] = orders.map(({ orderNumber, reservationToken }) => ({ orderNumber, reservationToken }));
    expect((await buyer.post('/pay', { ...paid, buyerToken, method: 'test' })).status).toBe(200);
    expect((await buyer.post('/cancel', cancelled)).status).toBe(200);
    expect((await openHolds()).map(({ units }) => units)).toEqual([1, 1]);
    site.clock.advance(10 * minuteMs);
    await expireOrders(database.db, site.clock);
    expect(await openHolds()).toEqual([]);
    const rows = await database.db
      .selectFrom('orders')
      .select(['held_by_address', 'held_by_email'])
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .execute();
    expect(rows).toEqual(Array(3).fill({ held_by_address: null, held_by_email: null }));
  });

  const payManually = (buyer: Buyer, { orderNumber, reservationToken }: ReservedBody, email: string) =>
    buyer.post('/pay', { orderNumber, reservationToken, buyerToken: site.buyerToken(email), method: 'manual' });

  test('counts an order that waits for a manual payment for the e-mail address, and apart from reservations for the IP address', async () => {
    const email = newEmail();
    const buyer = site.buyer();
    const buyerToken = site.buyerToken(email);
    const order = await expectReserved(reserve(buyer, 4, email, { buyerToken }));
    expect(await expectRejected(reserve(buyer, 3))).toContain('has 4');
    await payManually(buyer, order, email);
    await payManually(buyer, order, email);
    site.clock.advance(60 * minuteMs);
    await expireOrders(database.db, site.clock);
    await expectReserved(reserve(buyer, 4));
    expect(await expectRejected(reserve(site.buyer(), 1, email, { buyerToken: site.buyerToken(email) }))).toContain(
      'has 4',
    );
  });

  test('limits how many units one IP address holds with many e-mail addresses and manual payments', async () => {
    for (const buyer of [site.buyer(), site.buyer('2001:db8:51:1::1')]) {
      const hold = async () => {
        const email = newEmail();
        return { email, order: await expectReserved(reserve(buyer, 1, email)) };
      };
      const holdMany = async (count: number) => {
        const orders = [];
        for (let index = 0; index < count; index += 1) orders.push(await hold());
        return Promise.all(orders.map(({ email, order }) => payManually(buyer, order, email)));
      };
      // Of 14 orders, 12 can wait. The last of them are paid at the same time.
      const before = [...(await holdMany(5)), ...(await holdMany(5))];
      expect(before.every(({ status }) => status === 200)).toBe(true);
      const last = await holdMany(4);
      expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
      for (const response of last.filter(({ status }) => status === 409)) {
        const { detail } = expectProblem(response, 409, 'too_many_holds');
        expect(detail).toContain('can have at most 12 tickets and add-ons together. Choose another payment method');
      }
      expect(await violations(database.db)).toEqual([]);
    }
    site.clock.advance(73 * 60 * minuteMs);
    await expireOrders(database.db, site.clock);
    expect(await openHolds()).toEqual([]);
  });

  test('an order that cannot wait for a manual payment can be paid in another way', async () => {
    const { id } = shop.organizerApi.organizer;
    const buyer = site.buyer();
    await setHoldLimits(database.db, organizerScope(id, site.clock, byOperator), { perAddress: 4 });
    for (let index = 0; index < 2; index += 1) {
      const email = newEmail();
      const waiting = await expectReserved(reserve(buyer, 4, email));
      expect((await payManually(buyer, waiting, email)).status).toBe(200);
    }
    const email = newEmail();
    const order = await expectReserved(reserve(buyer, 1, email));
    expectProblem(await payManually(buyer, order, email), 409, 'too_many_holds');
    const { orderNumber, reservationToken } = order;
    const payment = { orderNumber, reservationToken, buyerToken: site.buyerToken(email), method: 'test' };
    expect(jsonOf(await buyer.post('/pay', payment))).toMatchObject({ status: 'paid' });
  });

  test('the organizer is told if orders of one IP address that wait for a manual payment hold many units', async () => {
    const { id: organizerId } = shop.organizerApi.organizer;
    await setHoldLimits(database.db, organizerScope(organizerId, site.clock, byOperator), {
      perAddress: 20,
      perEmail: 20,
    });
    const member = { organizerId, permissions: new Set(['orders:read']) };
    const told = async () => (await readAttention(database.db, member, site.clock, [])).unpaidUnitsOfOneSource;
    const buyer = site.buyer();
    const hold = async (units: number) => {
      const email = newEmail();
      await payManually(buyer, await expectReserved(reserve(buyer, units, email)), email);
    };
    await hold(20);
    await hold(19);
    expect(await told()).toBeNull();
    await hold(1);
    expect(await told()).toBe(40);
    expect(
      (await readAttention(database.db, { ...member, permissions: new Set() }, site.clock, [])).unpaidUnitsOfOneSource,
    ).toBeNull();
  });

  test('is never exceeded by concurrent reservations', async () => {
    const [buyer, email] = [site.buyer(), newEmail()];
    const sameIp = await Promise.all(Array.from({ length: 20 }, () => reserve(buyer, 1)));
    expect(sameIp.filter(({ status }) => status === 201)).toHaveLength(6);
    const sameEmail = await Promise.all(Array.from({ length: 20 }, () => reserve(site.buyer(), 1, email)));
    expect(sameEmail.filter(({ status }) => status === 201)).toHaveLength(4);
    for (const response of [...sameIp, ...sameEmail]) {
      if (response.status !== 201) expectProblem(response, 409, 'too_many_holds');
    }
    const orders = sameIp.filter(({ status }) => status === 201).map((response) => jsonOf<ReservedBody>(response));
    // Concurrent cancellations and reservations leave a correct count.
    await Promise.all([
      ...orders.map(({ orderNumber, reservationToken }) => buyer.post('/cancel', { orderNumber, reservationToken })),
      ...Array.from({ length: 10 }, () => reserve(buyer, 1)),
    ]);
    expect(await violations(database.db)).toEqual([]);
  });

  test('can be set for an organizer; with 0, no reservation is limited or counted', async () => {
    const set = (limits: { perAddress?: number | null; perEmail?: number | null }) =>
      setHoldLimits(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), limits);
    const buyer = site.buyer();
    expect(await set({ perAddress: 0 })).toEqual({ perAddress: 0, perEmail: null });
    expect(await set({ perEmail: 0 })).toEqual({ perAddress: 0, perEmail: 0 });
    for (let i = 0; i < 3; i += 1) await expectReserved(reserve(buyer, 10));
    expect(await openHolds()).toEqual([]);
    await set({ perAddress: 2 });
    await expectReserved(reserve(buyer, 1));
    await expectReserved(reserve(buyer, 1));
    await expectRejected(reserve(buyer, 1));
    await set({ perAddress: null });
    await expectReserved(reserve(buyer, 4));
    await expectRejected(reserve(buyer, 1));
  });

  test('all holder names of an order together have at most 32 KiB', async () => {
    const noLimits = { perAddress: 0, perEmail: 0 };
    await setHoldLimits(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), noLimits);
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Groups', maxPerOrder: 1_000 });
    const reserveWithHolders = (quantity: number, holderName: string) =>
      reserve(site.buyer(), 0, newEmail(), {
        items: [{ ticketTypeId: id, quantity }],
        attendees: Array.from({ length: quantity }, () => ({ ticketTypeId: id, holderName })),
      });
    await expectReserved(reserveWithHolders(64, 'x'.repeat(300)));
    await expectReserved(reserveWithHolders(128, 'x'.repeat(256)));
    expectFieldProblem(await reserveWithHolders(128, 'x'.repeat(257)), 'attendees');
    expectFieldProblem(await reserveWithHolders(60, '\u{1F600}'.repeat(140)), 'attendees');
  });

  test('is 10 of a ticket type, or its minimum, if the type has no maxPerOrder; the error does not reveal the stock', async () => {
    const [few, group] = [
      await shop.organizerApi.ticketType(shop.event.id, { name: 'Few', quantity: 700 }),
      await shop.organizerApi.ticketType(shop.event.id, { name: 'Big', minPerOrder: 20, quantity: 700 }),
    ];
    const event = jsonOf<{ ticketTypes: { id: string; maxPerOrder: number }[] }>(
      await site.buyer().get(`/events/${shop.event.id}`),
    );
    const maximumOf = (id: string) => event.ticketTypes.find((ticketType) => ticketType.id === id)?.maxPerOrder;
    expect([maximumOf(few.id), maximumOf(group.id)]).toEqual([10, 20]);
    const quote = (cart: object) => site.buyer().post('/quote', { eventId: shop.event.id, ...cart });
    for (const [id, maximum] of [
      [few.id, 10],
      [group.id, 20],
    ] as const) {
      const tooMany = await quote({ items: [{ ticketTypeId: id, quantity: 1_000 }] });
      expectFieldProblem(tooMany, 'items.0.quantity');
      expect(withoutIds(tooMany.text)).not.toContain('700');
      expect(jsonOf(await quote({ items: [{ ticketTypeId: id, quantity: maximum }] }))['shortages']).toEqual([]);
    }
    expectFieldProblem(await quote({ addons: [{ addonId: shop.drinks.id, quantity: 51 }] }), 'addons.0.quantity');
    const eventForOrganizer = await shop.organizerApi.get(shop.event.id);
    expect(eventForOrganizer.ticketTypes.find((ticketType) => ticketType['id'] === few.id)).toMatchObject({
      maxPerOrder: null,
    });
  });
});
