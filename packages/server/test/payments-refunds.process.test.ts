import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { setFeePolicy } from '../src/features/organizers/index.ts';
import { processClosings, processRefunds, retryRefund } from '../src/features/payments/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { formatAmount } from '../src/platform/money.ts';
import { CatalogWriter } from './harness/catalog.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { providersOf, receivingServices } from './harness/payment-providers.ts';
import { PayingSite } from './harness/payments.ts';
import { AnswerGate } from './harness/payments-gate.ts';
import { SellingServer } from './harness/payments-server.ts';
import { feePolicy, type Shop } from './harness/public-site.ts';
import { eventually } from './harness/receiver.ts';
import { runCommand } from './harness/server-process.ts';
import { type Failure, StripeServer } from './harness/stripe-server.ts';
import { violations } from './invariants.ts';

const hourMs = 60 * 60_000;

describeOnBoth('refunds at Stripe', (kind) => {
  let t: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase(kind);
    paying = await PayingSite.start(t);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(() => paying.end());

  const refund = (orderNumber: string) =>
    refundOrder(t.db, shop.organizer.organizer.id, orderNumber, [], paying.clock, byOperator);
  /** What was made at Stripe for an order. */
  const madeFor = (sessionId: string) => {
    const { payment_intent } = paying.stripe.session(sessionId);
    return paying.stripe.refunds.filter((one) => one.payment_intent === payment_intent);
  };

  // What Stripe does is the same on either database.
  if (kind === 'sqlite') {
    test.for<[string, Failure, number]>([
      ['is down', 'drop', 2],
      ['has trouble', 'error', 4],
      ['has too much to do', 'rate_limit', 1],
      ['does not answer', 'hang', 2],
      ['does it and its answers are lost', 'lost', 2],
      ['does it and tells of trouble', 'error_after', 2],
      ['does not know the key', { status: 401, body: { error: { message: 'Invalid API Key provided' } } }, 1],
    ])('are asked for again until there is an answer where it %s, and made once', async ([, failure, count]) => {
      const { orderNumber, sessionId, total } = await paying.paid(shop);
      await refund(orderNumber);
      // The first request looks for what was made before; the one that makes it is to fail as well.
      if (failure === 'lost' || failure === 'error_after') paying.stripe.failNext(count, failure, { after: 1 });
      else paying.stripe.failNext(count, failure);
      await paying.work();
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'pending', attempt_count: 1 }]);
      const requests = paying.stripe.requests.length;
      paying.clock.advance(9_999);
      await paying.work();
      expect(paying.stripe.requests.length).toBe(requests); // It is not its turn yet.
      for (let turns = 0; turns < 4; turns += 1) {
        paying.clock.advance(hourMs);
        await paying.work();
      }
      expect(madeFor(sessionId)).toMatchObject([{ amount: total, status: 'succeeded' }]);
      const [made] = madeFor(sessionId);
      expect(await paying.refunds(orderNumber)).toMatchObject([
        { status: 'succeeded', reference: made!.id, error: null },
      ]);
      await paying.expectMoneyAgrees(shop);
    });
  }

  test('are made once although the answer was lost and Stripe has forgotten the key since', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    paying.stripe.failNext(2, 'lost', { after: 1 });
    await paying.work();
    paying.stripe.forgetKeys();
    paying.clock.advance(25 * hourMs);
    await paying.work();
    expect(madeFor(sessionId)).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('are made once by many processes that look at the same moment', async () => {
    const orders = [await paying.paid(shop), await paying.paid(shop), await paying.paid(shop)];
    for (const { orderNumber } of orders) await refund(orderNumber);
    const before = paying.stripe.requests.length;
    await Promise.all(Array.from({ length: 6 }, () => paying.work()));
    for (const { sessionId, total } of orders) expect(madeFor(sessionId)).toMatchObject([{ amount: total }]);
    const asked = paying.stripe.requests.slice(before).map(({ method }) => method);
    expect(asked.sort()).toEqual(['GET', 'GET', 'GET', 'POST', 'POST', 'POST']); // Each is looked for, and made.
    for (const { orderNumber } of orders) {
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    }
  });

  test('that Stripe rejects have failed, as the log says; a retry is a refund of its own and the failure stays', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    const message = 'Charge ch_1 has been charged back; cannot issue a refund.';
    paying.stripe.failNext(1, { status: 400, body: { error: { code: 'charge_disputed', message } } }, { after: 1 });
    await paying.work();
    const [failed, ...others] = await paying.refunds(orderNumber);
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining(message) });
    const told = paying.logged().filter(({ id, level }) => id === failed!.id && level === 'error');
    expect(told).toMatchObject([{ msg: 'Refund failed, pay the money back manually' }]);
    paying.clock.advance(100 * hourMs);
    await paying.work();
    expect(madeFor(sessionId)).toEqual([]);

    const { id: organizerId } = shop.organizer.organizer;
    const again = await retryRefund(t.db, organizerId, failed!.id, timestamp(paying.clock.now()), byOperator);
    expect(again).not.toBe(failed!.id);
    await paying.work();
    expect(madeFor(sessionId)).toMatchObject([{ amount: total, metadata: { organizerId, refundId: again } }]);
    expect(await paying.refunds(orderNumber)).toEqual([
      failed,
      expect.objectContaining({ id: again, retry_of: failed!.id, amount: total, status: 'succeeded', error: null }),
    ]);
    await expect(retryRefund(t.db, organizerId, failed!.id, timestamp(paying.clock.now()), byOperator)).rejects.toThrow(
      `The refund was already retried. The retry has the id ${again}.`,
    );
    await paying.expectMoneyAgrees(shop);
  });

  test('can be retried again when the retry fails too, and a later refund of the order is of what is left', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    const { id: organizerId } = shop.organizer.organizer;
    const [ticket] = (await paying.order(shop, orderNumber)).tickets;
    const [first, retry] = [{ message: 'Disputed.' }, { message: 'Disputed still.' }];
    const selection = [{ ticketId: ticket!.id }];
    const { amount } = await refundOrder(t.db, organizerId, orderNumber, selection, paying.clock, byOperator);
    paying.stripe.failNext(1, { status: 400, body: { error: first } }, { after: 1 });
    await paying.work();
    const retryLast = async () => {
      const last = (await paying.refunds(orderNumber)).at(-1)!;
      return retryRefund(t.db, organizerId, last.id, timestamp(paying.clock.now()), byOperator);
    };
    await retryLast();
    paying.stripe.failNext(1, { status: 400, body: { error: retry } }, { after: 1 });
    await paying.work();
    await retryLast();
    await paying.work();
    const rest = await refund(orderNumber);
    expect([rest.amount, rest.byProvider]).toEqual([total - amount, total - amount]);
    await paying.work();
    const rows = await paying.refunds(orderNumber);
    expect(rows.map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringContaining(first.message)],
      ['failed', expect.stringContaining(retry.message)],
      ['succeeded', null],
      ['succeeded', null],
    ]);
    expect(rows.map(({ retry_of }) => retry_of)).toEqual([null, rows[0]!.id, rows[1]!.id, null]);
    expect(madeFor(sessionId).map((made) => made.amount)).toEqual([amount, total - amount]);
    await paying.expectMoneyAgrees(shop);
  });

  test('that do not arrive after all have failed, as the log says, and asking anew makes another', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    await paying.work();
    const [refunded] = await paying.refunds(orderNumber);
    const failed = paying.stripe.failRefund(madeFor(sessionId)[0]!.id);
    await paying.tellOk(failed);
    await paying.tellOk({ ...failed, type: 'refund.updated' });
    expect(await paying.refunds(orderNumber)).toMatchObject([{ id: refunded!.id, status: 'failed' }]);
    const told = paying.logged().filter(({ refundId, level }) => refundId === refunded!.id && level === 'error');
    expect(told.length).toBeGreaterThan(0);
    await retryRefund(t.db, shop.organizer.organizer.id, refunded!.id, timestamp(paying.clock.now()), byOperator);
    await paying.tellOk(failed); // Old news by now.
    await paying.work();
    expect(await paying.refunds(orderNumber)).toMatchObject([
      { id: refunded!.id, status: 'failed' },
      { retry_of: refunded!.id, status: 'succeeded' },
    ]);
    expect(madeFor(sessionId).map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', total],
      ['succeeded', total],
    ]);
    await paying.expectMoneyAgrees(shop);
  });

  test('and closings stay as they are where a process without Stripe makes its own, until one with it takes a turn', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    const closing = await paying.begin(shop);
    const tried = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...tried.sent, method: 'test' });
    for (const paid of [orderNumber, tried.orderNumber]) await refund(paid);
    await cancelOrder(t.db, shop.organizer.organizer.id, closing.orderNumber, paying.clock, byOperator);
    const atStripe = async () => [await paying.refunds(orderNumber), await paying.payments(closing.orderNumber)];
    const before = await atStripe();
    const paymentProviders = await providersOf('manual', 'test');
    const without = { ...receivingServices(t.db, paying.clock), paymentProviders };
    for (let turns = 0; turns < 3; turns += 1) {
      await processRefunds(without);
      await processClosings(without);
      paying.clock.advance(hourMs);
    }
    expect(await atStripe()).toEqual(before);
    expect(await paying.refunds(tried.orderNumber)).toMatchObject([{ status: 'succeeded' }]);
    await paying.work();
    expect(madeFor(sessionId)).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    expect(paying.stripe.session(closing.sessionId).status).toBe('expired');
  });

  test('of what was paid at once for trying things out are made without asking anybody', async () => {
    const { orderNumber, sent } = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...sent, method: 'test' });
    expect(await refund(orderNumber)).toMatchObject({ order: { status: 'refunded' } });
    const requests = paying.stripe.requests.length;
    await paying.work();
    expect(paying.stripe.requests.length).toBe(requests);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', reference: null }]);
  });
});

describeOnBoth('refunds in parts, of a currency of which Stripe knows one decimal less', (kind) => {
  let t: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase(kind);
    paying = await PayingSite.start(t);
  });
  afterAll(async () => {
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    await paying.close();
    await t.drop();
  });
  beforeEach(async () => {
    const organizer = await CatalogWriter.make(t.db, paying.site.app, paying.clock);
    await setFeePolicy(t.db, organizer.organizer.id, { ...feePolicy, paidBy: 'organizer' }, paying.clock, byOperator);
    const event = await organizer.event({ status: 'published', currency: 'KWD' });
    const run = await organizer.ticketType(event.id, { price: 10_005 });
    shop = { organizer, event, run, half: run, fun: run, drinks: run };
  });

  /** Refunds the two tickets of an order, one after the other; gives what each brought back. */
  async function refundEach(orderNumber: string): Promise<number[]> {
    const amounts: number[] = [];
    for (const { id } of (await paying.order(shop, orderNumber)).tickets) {
      const { id: organizerId } = shop.organizer.organizer;
      const refunded = await refundOrder(t.db, organizerId, orderNumber, [{ ticketId: id }], paying.clock, byOperator);
      amounts.push(refunded.amount);
    }
    expect(await paying.order(shop, orderNumber)).toMatchObject({ status: 'refunded', refundedTotal: 20_010 });
    const entries = t.db.selectFrom('ledger_entries').select('refunds').where('order_number', '=', orderNumber);
    const booked = await entries.where('kind', '=', 'refund').orderBy('id').execute();
    expect(booked.map(({ refunds }) => Number(refunds))).toEqual(amounts);
    expect(await paying.settlement(shop)).toMatchObject({ gross: 20_010, refunds: 20_010 });
    return amounts;
  }

  test('are amounts that Stripe can move, which add up to the whole', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    expect(total).toBe(20_010);
    const amounts = await refundEach(orderNumber);
    expect(amounts).toEqual([10_000, 10_010]);
    await paying.work();
    const { payment_intent } = paying.stripe.session(sessionId);
    const made = paying.stripe.refunds.filter((one) => one.payment_intent === payment_intent);
    expect(made.map(({ amount }) => amount).sort()).toEqual(amounts);
    for (const refund of await paying.refunds(orderNumber)) expect(refund).toMatchObject({ status: 'succeeded' });
    await paying.expectMoneyAgrees(shop);
  });

  test('are exact where the order was paid by hand', async () => {
    const { orderNumber, sent } = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...sent, method: 'manual' });
    await payOrder(t.db, shop.organizer.organizer.id, orderNumber, paying.clock, byOperator);
    expect(await refundEach(orderNumber)).toEqual([10_005, 10_005]);
  });
});

describeOnBoth('refunds by the command line beside a running server', (kind) => {
  let t: TestDatabase;
  let stripe: StripeServer;
  let gate: AnswerGate;
  let server: SellingServer;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase(kind);
    stripe = await StripeServer.start();
    gate = await AnswerGate.start(stripe.url);
    server = new SellingServer(t, stripe, { STRIPE_API_URL: gate.url });
    await server.start();
    shop = await server.shop();
  });
  afterAll(async () => {
    await server.stop();
    expect(server.leaks()).toEqual([]);
    expect(await violations(t.db)).toEqual([]);
    await gate.stop();
    await stripe.stop();
    await t.drop();
  });

  type Paid = Awaited<ReturnType<SellingServer['paid']>>;
  const madeFor = ({ intent }: Paid) => stripe.refunds.filter(({ payment_intent }) => payment_intent === intent);
  const amountsOf = (paid: Paid) => madeFor(paid).map(({ amount }) => amount);
  interface Shown {
    status: string;
    refundedTotal: number;
    items: { id: string; kind: string; ticketTypeId: string | null }[];
    tickets: { id: string; status: string; ticketTypeId: string }[];
  }
  const show = async ({ sent, orderNumber }: Paid) => {
    const headers = { authorization: `Bearer ${sent.reservationToken}` };
    return (await (await server.request(`/api/public/v1/orders/${orderNumber}`, { headers })).json()) as Shown;
  };
  const row = async ({ orderNumber }: Paid) =>
    (await t.db
      .selectFrom('payment_refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.id', 'r.status', 'r.error'])
      .where('p.order_number', '=', orderNumber)
      .orderBy('r.id', 'desc')
      .executeTakeFirst())!;

  test('of a whole order, of items and of a ticket, twice in parts, are at Stripe within seconds and add up', async () => {
    const items = [
      { ticketTypeId: shop.run.id, quantity: 2 },
      { ticketTypeId: shop.half.id, quantity: 1 },
    ];
    const [whole, parts] = [await server.paid(shop), await server.paid(shop, { items })];
    const startedMs = performance.now();
    const { code, stdout } = await server.orders(shop, 'refund', whole.orderNumber);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`provider will refund ${formatAmount(whole.total, 'EUR')}.`),
    ]);
    await eventually(() => expect(amountsOf(whole)).toEqual([whole.total]), 5_000);
    expect(performance.now() - startedMs).toBeLessThan(8_000);

    const { items: own, tickets } = await show(parts);
    const run = own.find(({ ticketTypeId }) => ticketTypeId === shop.run.id)!;
    const half = tickets.find(({ ticketTypeId }) => ticketTypeId === shop.half.id)!;
    const first = await server.ordersJson<Shown>(shop, 'refund', parts.orderNumber, '--item', `${run.id}:1`);
    expect(first.status).toBe('partially_refunded');
    const second = await server.ordersJson<Shown>(shop, 'refund', parts.orderNumber, '--ticket', half.id);
    expect(second.status).toBe('partially_refunded');
    const last = await server.ordersJson<Shown>(shop, 'refund', parts.orderNumber);
    expect(last).toMatchObject({ status: 'refunded', refundedTotal: parts.total });
    const { refundedTotal: one } = first;
    const amounts = [one, second.refundedTotal - one, parts.total - second.refundedTotal];
    expect(Math.min(...amounts)).toBeGreaterThan(0);
    await eventually(() => expect(amountsOf(parts).sort()).toEqual([...amounts].sort()), 5_000);
    expect((await show(parts)).tickets.map(({ status }) => status)).toEqual(['void', 'void', 'void']);
    const again = await server.orders(shop, 'refund', parts.orderNumber);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+ refunded[^\n]+\n$/)]);
  });

  test('are made once by a server that is killed between Stripe’s answer and its own note of it', async () => {
    const [paid, closing] = [await server.paid(shop), await server.begin(shop)];
    gate.hold('POST /v1/refunds');
    const before = gate.held;
    await server.ordersJson(shop, 'refund', paid.orderNumber);
    while (gate.held === before) await sleep(2);
    expect(amountsOf(paid)).toEqual([paid.total]);
    await server.kill();
    gate.open();
    expect(await row(paid)).toMatchObject({ status: 'pending' });
    await server.ordersJson(shop, 'cancel', closing.orderNumber);
    // Others may be at work on PostgreSQL: there it is as after a minute. On SQLite the start knows that nobody is.
    const dueAt = timestamp(Date.now() + (kind === 'postgres' ? 0 : 55_000));
    for (const [table, status] of [
      ['payment_refunds', 'pending'],
      ['payments', 'closing'],
    ] as const) {
      await t.db.updateTable(table).set({ next_attempt_at: dueAt }).where('status', '=', status).execute();
    }
    await server.start();
    await eventually(() => expect(stripe.session(closing.sessionId).status).toBe('expired'), 10_000);
    await eventually(async () => expect(await row(paid)).toMatchObject({ status: 'succeeded' }), 10_000);
    expect(amountsOf(paid)).toEqual([paid.total]);
  });

  if (kind === 'sqlite') {
    test('that failed are shown by `orders payments`, in the money that was paid, and `orders retry-refund` asks again', async () => {
      const paid = await server.paid(shop);
      const message = 'The charge is disputed.';
      stripe.failNext(1, { status: 400, body: { error: { message } } }, { after: 1 });
      await server.ordersJson(shop, 'refund', paid.orderNumber);
      await eventually(async () => expect(await row(paid)).toMatchObject({ status: 'failed' }), 10_000);
      const { id } = await row(paid);
      const { stdout } = await server.orders(shop, 'payments', paid.orderNumber);
      expect(stdout).toMatch(new RegExp(`stripe +paid +${formatAmount(paid.total, 'EUR')}`));
      expect(stdout).toMatch(
        new RegExp(`${id} +refund +failed +${formatAmount(-paid.total, 'EUR')} +– +– +Stripe: ${message}`),
      );
      const told = server.logged().filter((line) => line.level === 'error' && line['id'] === id);
      expect(told).toHaveLength(1);

      const { slug } = shop.organizer.organizer;
      const retried = await runCommand(['orders', 'retry-refund', id, '--organizer', slug], t.env);
      expect([retried.code, retried.stdout]).toEqual([
        0,
        expect.stringMatching(/^The refund is sent to the provider again: rfd_/),
      ]);
      await eventually(() => expect(amountsOf(paid)).toEqual([paid.total]), 10_000);
      for (const wrong of [id, (await row(paid)).id]) {
        const refused = await runCommand(['orders', 'retry-refund', wrong, '--organizer', slug], t.env);
        expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+\n$/)]);
      }
    });
  }

  if (kind === 'sqlite') {
    test('of money in another currency are shown in that currency', async () => {
      const begun = await server.begin(shop);
      await server.tell(stripe.pay(begun.sessionId, { currency: 'USD' }));
      const { stdout } = await server.orders(shop, 'payments', begun.orderNumber);
      expect(stdout).toMatch(new RegExp(`stripe +refused +${formatAmount(begun.total, 'EUR')}`));
      expect(stdout).toMatch(new RegExp(`refund +\\w+ +${formatAmount(-begun.total, 'USD')}`));
    });
  }

  if (kind === 'sqlite') {
    test('of what was paid by hand or elsewhere ask nobody, and say that the organizer pays it back', async () => {
      const byHand = await server.reserve(shop);
      await server.pay(byHand, 'manual');
      await server.ordersJson(shop, 'pay', byHand.orderNumber);
      const organizer = await makeOrganizer(t.db);
      await importAll(t.db, organizer, [...raceLines(), orderLine('IMPORTED01', { orderNumber: 'IMPORTED01' })]);
      const before = stripe.requests.length;
      const { stdout } = await server.orders(shop, 'refund', byHand.orderNumber);
      expect(stdout).toContain(
        `Refund ${formatAmount(byHand.total, 'EUR')} yourself: it was not paid through a provider.`,
      );
      const imported = await runCommand(['orders', 'refund', 'IMPORTED01', '--organizer', organizer.slug], t.env);
      expect(imported.stdout).toContain('Refund 20.00 EUR yourself: it was not paid through a provider.');
      for (const { stdout: text } of [{ stdout }, imported]) expect(text).not.toContain('provider is asked');
      await sleep(1_500);
      expect(stripe.requests.length).toBe(before);
      const rows = t.db
        .selectFrom('payments')
        .select('id')
        .where('order_number', 'in', [byHand.orderNumber, 'IMPORTED01']);
      expect(await t.db.selectFrom('payment_refunds').selectAll().where('payment_id', 'in', rows).execute()).toEqual(
        [],
      );
    });
  }
});
