import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import { setHoldLimits } from '../src/features/organizers/index.ts';
import { type Answer, expectFieldProblem, expectProblem, jsonOf } from './harness/answers.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { type Buyer, PublicSite, type ReservedBody, reservation, type Shop } from './harness/public-site.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;

describeOnBoth('what is held without being paid', (kind) => {
  let t: TestDatabase;
  let site: PublicSite;
  let shop: Shop;
  let count = 0;

  beforeAll(async () => {
    t = await createDatabase(kind);
    site = await PublicSite.start(t.db, { selling: { holdsPerAddress: 6, holdsPerEmail: 4 } });
  });
  beforeEach(async () => {
    shop = await site.shop();
  });
  afterAll(async () => {
    expect(await violations(t.db)).toEqual([]);
    await site.close();
    await t.drop();
  });

  const someone = () => {
    count += 1;
    return `buyer-${count}@example.com`;
  };
  /** Reserves so many of what there is any number of. */
  const hold = (buyer: Buyer, quantity: number, email = someone(), rest: object = {}): Promise<Answer> =>
    buyer.post('/reserve', {
      ...reservation(shop),
      items: [{ ticketTypeId: shop.half.id, quantity }],
      buyer: { email },
      ...rest,
    });
  const held = async (answer: Promise<Answer>): Promise<ReservedBody> => {
    const { status, text } = await answer;
    expect(status, text).toBe(201);
    return JSON.parse(text) as ReservedBody;
  };
  const refused = async (answer: Promise<Answer>) => expectProblem(await answer, 409, 'too_many_holds').detail;
  const openHolds = () =>
    t.db.selectFrom('open_holds').selectAll().where('organizer_id', '=', shop.organizer.organizer.id).execute();

  test('is bounded for a network address, in tickets and add-ons, whatever e-mail addresses it names', async () => {
    const buyer = site.buyer('2001:db8:7:1::1');
    await held(hold(buyer, 2));
    await held(
      hold(site.buyer('2001:db8:7:1::2'), 2, someone(), { addons: [{ addonId: shop.drinks.id, quantity: 2 }] }),
    );
    const before = await shop.organizer.everything();
    const detail = await refused(hold(buyer, 1));
    expect(detail).toContain('Your network address has 6 tickets and add-ons in unpaid reservations.');
    expect(detail).toContain('At most 6');
    expect(await shop.organizer.everything()).toEqual(before);
    await held(hold(site.buyer('2001:db8:7:2::1'), 1));
  });

  test('is bounded for an e-mail address, from wherever it is named, and for its owner apart', async () => {
    const email = someone();
    await held(hold(site.buyer(), 4, email));
    const detail = await refused(hold(site.buyer(), 1, email.toUpperCase()));
    expect(detail).toContain('Verify the address');
    expect(detail).not.toMatch(/(?:holds?|has) \d/);
    const buyerToken = site.buyerToken(email);
    await held(hold(site.buyer(), 3, email, { buyerToken }));
    expect(await refused(hold(site.buyer(), 2, email, { buyerToken }))).toContain('This e-mail address has 3 tickets');
  });

  test('may be more with the first reservation, which the most of one order bounds alone', async () => {
    const { id } = await shop.organizer.ticketType(shop.event.id, { name: 'Groups', maxPerOrder: 500 });
    const buyer = site.buyer();
    const items = [{ ticketTypeId: id, quantity: 500 }];
    const first = await held(hold(buyer, 0, someone(), { items }));
    await refused(hold(buyer, 1));
    const { orderNumber, reservationToken } = first;
    expect((await buyer.post('/cancel', { orderNumber, reservationToken })).status).toBe(200);
    await held(hold(buyer, 0, someone(), { items }));
  });

  test('ends when the reservation is paid, cancelled or expires, and who held it is forgotten', async () => {
    const email = someone();
    const buyer = site.buyer();
    const buyerToken = site.buyerToken(email);
    const orders = [];
    for (let i = 0; i < 3; i += 1) orders.push(await held(hold(buyer, 1, email, { buyerToken })));
    expect((await openHolds()).map(({ units }) => units)).toEqual([3, 3]);
    const [paid, cancelled] = orders.map(({ orderNumber, reservationToken }) => ({ orderNumber, reservationToken }));
    expect((await buyer.post('/pay', { ...paid, buyerToken, method: 'test' })).status).toBe(200);
    expect((await buyer.post('/cancel', cancelled)).status).toBe(200);
    expect((await openHolds()).map(({ units }) => units)).toEqual([1, 1]);
    site.clock.advance(10 * minuteMs);
    await expireOrders(t.db, site.clock);
    expect(await openHolds()).toEqual([]);
    const rows = await t.db
      .selectFrom('orders')
      .select(['held_by_address', 'held_by_email'])
      .where('organizer_id', '=', shop.organizer.organizer.id)
      .execute();
    expect(rows).toEqual(Array(3).fill({ held_by_address: null, held_by_email: null }));
  });

  test('counts for the e-mail address alone while a verified buyer’s order waits to be paid by hand', async () => {
    const email = someone();
    const buyer = site.buyer();
    const buyerToken = site.buyerToken(email);
    const { orderNumber, reservationToken } = await held(hold(buyer, 6, email, { buyerToken }));
    expect(await refused(hold(buyer, 1))).toContain('has 6');
    const pay = () => buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
    await pay();
    await pay();
    site.clock.advance(60 * minuteMs);
    await expireOrders(t.db, site.clock);
    await held(hold(buyer, 6));
    expect(await refused(hold(site.buyer(), 1, email, { buyerToken: site.buyerToken(email) }))).toContain('has 6');
  });

  test('never exceeds the bound, however many reserve at the same moment', async () => {
    const [buyer, email] = [site.buyer(), someone()];
    const oneAddress = await Promise.all(Array.from({ length: 20 }, () => hold(buyer, 1)));
    expect(oneAddress.filter(({ status }) => status === 201)).toHaveLength(6);
    const oneEmail = await Promise.all(Array.from({ length: 20 }, () => hold(site.buyer(), 1, email)));
    expect(oneEmail.filter(({ status }) => status === 201)).toHaveLength(4);
    for (const answer of [...oneAddress, ...oneEmail]) {
      if (answer.status !== 201) expectProblem(answer, 409, 'too_many_holds');
    }
    const orders = oneAddress.filter(({ status }) => status === 201).map((answer) => jsonOf<ReservedBody>(answer));
    // Released and taken at the same moment, the count stays right.
    await Promise.all([
      ...orders.map(({ orderNumber, reservationToken }) => buyer.post('/cancel', { orderNumber, reservationToken })),
      ...Array.from({ length: 10 }, () => hold(buyer, 1)),
    ]);
    expect(await violations(t.db)).toEqual([]);
  });

  test('is bounded as the organizer says, and not at all where that is 0: then nothing is counted', async () => {
    const set = (limits: { perAddress?: number | null; perEmail?: number | null }) =>
      setHoldLimits(t.db, shop.organizer.organizer.id, limits, site.clock, byOperator);
    const buyer = site.buyer();
    expect(await set({ perAddress: 0 })).toEqual({ perAddress: 0, perEmail: null });
    expect(await set({ perEmail: 0 })).toEqual({ perAddress: 0, perEmail: 0 });
    for (let i = 0; i < 3; i += 1) await held(hold(buyer, 10));
    expect(await openHolds()).toEqual([]);
    await set({ perAddress: 2 });
    await held(hold(buyer, 1));
    await held(hold(buyer, 1));
    await refused(hold(buyer, 1));
    await set({ perAddress: null });
    await held(hold(buyer, 4));
    await refused(hold(buyer, 1));
  });

  test('has names of holders of at most 32 KiB in all', async () => {
    const { id } = await shop.organizer.ticketType(shop.event.id, { name: 'Groups', maxPerOrder: 1_000 });
    const attend = (quantity: number, holderName: string) =>
      hold(site.buyer(), 0, someone(), {
        items: [{ ticketTypeId: id, quantity }],
        attendees: Array.from({ length: quantity }, () => ({ ticketTypeId: id, holderName })),
      });
    await held(attend(64, 'x'.repeat(300)));
    await held(attend(1_000, 'x'.repeat(32)));
    expectFieldProblem(await attend(1_000, 'x'.repeat(33)), 'attendees');
    expectFieldProblem(await attend(60, '\u{1F600}'.repeat(140)), 'attendees');
  });

  test('is ten of a type where its organizer has said nothing, which everyone may read, and tells no stock', async () => {
    const [few, group] = [
      await shop.organizer.ticketType(shop.event.id, { name: 'Few', quantity: 700 }),
      await shop.organizer.ticketType(shop.event.id, { name: 'Big', minPerOrder: 20, quantity: 700 }),
    ];
    const event = jsonOf<{ ticketTypes: { id: string; maxPerOrder: number }[] }>(
      await site.buyer().get(`/events/${shop.event.id}`),
    );
    const mostOf = (id: string) => event.ticketTypes.find((one) => one.id === id)!.maxPerOrder;
    expect([mostOf(few.id), mostOf(group.id)]).toEqual([10, 20]);
    const quote = (given: object) => site.buyer().post('/quote', { eventId: shop.event.id, ...given });
    for (const [id, most] of [
      [few.id, 10],
      [group.id, 20],
    ] as const) {
      const tooMany = await quote({ items: [{ ticketTypeId: id, quantity: 1_000 }] });
      expectFieldProblem(tooMany, 'items.0.quantity');
      expect(tooMany.text).not.toContain('700');
      expect(jsonOf(await quote({ items: [{ ticketTypeId: id, quantity: most }] }))['shortages']).toEqual([]);
    }
    expectFieldProblem(await quote({ addons: [{ addonId: shop.drinks.id, quantity: 51 }] }), 'addons.0.quantity');
    const listed = await shop.organizer.get(shop.event.id);
    expect(listed.ticketTypes.find((one) => one['id'] === few.id)).toMatchObject({ maxPerOrder: null });
  });
});
