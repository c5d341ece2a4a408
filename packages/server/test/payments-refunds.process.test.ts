import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { setFeePolicy } from '../src/features/organizers/index.ts';
import { retryRefund } from '../src/features/payments/index.ts';
import { processClosings } from '../src/features/received-money/close-payments.ts';
import { processRefunds } from '../src/features/received-money/send-refunds.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { formatAmount } from '../src/platform/money.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { OrganizerApi } from './harness/catalog.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { DelayingProxy } from './harness/delaying-proxy.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { providersOf, receivingServices } from './harness/payment-providers.ts';
import { PayingSite } from './harness/payments.ts';
import { PaymentServer } from './harness/payments-server.ts';
import { feePolicy, type Shop } from './harness/public-site.ts';
import { eventually } from './harness/receiver.ts';
import { runHere } from './harness/run-here.ts';
import { type Failure, StripeServer } from './harness/stripe-server.ts';
import { waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const hourMs = 60 * 60_000;

describeOnBoth('refunds at Stripe', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(() => paying.checkAndClose());

  const refund = (orderNumber: string) =>
    refundOrder(database.db, organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator), orderNumber, []);
  /** The refunds at Stripe of a session. */
  const refundsAtStripe = (sessionId: string) => {
    const { payment_intent } = paying.stripe.session(sessionId);
    return paying.stripe.refunds.filter((candidate) => candidate.payment_intent === payment_intent);
  };

  // The behavior of Stripe does not depend on the database.
  if (kind === 'sqlite') {
    test.for<[string, Failure, number]>([
      ['closes the connection', 'drop', 2],
      ['returns 500', 'error', 4],
      ['returns 429', 'rate_limit', 1],
      ['does not respond', 'hang', 2],
      ['executes the request, but the response is lost', 'lost', 2],
      ['executes the request, but returns 500', 'error_after', 2],
      ['rejects the API key', { status: 401, body: { error: { message: 'Invalid API Key provided' } } }, 1],
    ])('are requested again until they succeed, and created once, if Stripe %s', async ([, failure, count]) => {
      const { orderNumber, sessionId, total } = await paying.paid(shop);
      await refund(orderNumber);
      // The first request searches for an existing refund. The second request creates the refund, and fails.
      if (failure === 'lost' || failure === 'error_after') paying.stripe.failNext(count, failure, { after: 1 });
      else paying.stripe.failNext(count, failure);
      await paying.runJobs();
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'pending', attempt_count: 1 }]);
      const requests = paying.stripe.requests.length;
      paying.clock.advance(9_999);
      await paying.runJobs();
      expect(paying.stripe.requests.length).toBe(requests); // It is not due yet.
      for (let runs = 0; runs < 4; runs += 1) {
        paying.clock.advance(hourMs);
        await paying.runJobs();
      }
      expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total, status: 'succeeded' }]);
      expect(await paying.refunds(orderNumber)).toMatchObject([
        { status: 'succeeded', reference: first(refundsAtStripe(sessionId)).id, error: null },
      ]);
      await paying.expectMoneyAgrees(shop);
    });
  }

  test('are created once although the response was lost and Stripe has deleted the idempotency key', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    paying.stripe.failNext(2, 'lost', { after: 1 });
    await paying.runJobs();
    paying.stripe.deleteIdempotencyKeys();
    paying.clock.advance(25 * hourMs);
    await paying.runJobs();
    expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('are created once by concurrent processes', async () => {
    const orders = [await paying.paid(shop), await paying.paid(shop), await paying.paid(shop)];
    for (const { orderNumber } of orders) await refund(orderNumber);
    const before = paying.stripe.requests.length;
    await Promise.all(Array.from({ length: 6 }, () => paying.runJobs()));
    for (const { sessionId, total } of orders) expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total }]);
    const methods = paying.stripe.requests.slice(before).map(({ method }) => method);
    expect(methods.sort()).toEqual(['GET', 'GET', 'GET', 'POST', 'POST', 'POST']); // One search and one creation each.
    for (const { orderNumber } of orders) {
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    }
  });

  test('fail with a log line if Stripe rejects them; a retry creates a new refund, and the failed refund stays stored', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    const message = 'Charge ch_1 has been charged back; cannot issue a refund.';
    paying.stripe.failNext(1, { status: 400, body: { error: { code: 'charge_disputed', message } } }, { after: 1 });
    await paying.runJobs();
    const rejectedRefunds = await paying.refunds(orderNumber);
    expect(rejectedRefunds).toHaveLength(1);
    const failedRefund = first(rejectedRefunds);
    expect(failedRefund).toMatchObject({ status: 'failed', error: expect.stringContaining(message) });
    const logLines = paying.logged().filter(({ id, level }) => id === failedRefund.id && level === 'error');
    expect(logLines).toMatchObject([{ msg: 'Refund failed, pay the money back manually' }]);
    paying.clock.advance(100 * hourMs);
    await paying.runJobs();
    expect(refundsAtStripe(sessionId)).toEqual([]);

    const { id: organizerId } = shop.organizerApi.organizer;
    const retryId = await retryRefund(
      database.db,
      organizerScope(organizerId, paying.clock, byOperator),
      failedRefund.id,
    );
    expect(retryId).not.toBe(failedRefund.id);
    await paying.runJobs();
    expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total, metadata: { organizerId, refundId: retryId } }]);
    expect(await paying.refunds(orderNumber)).toEqual([
      failedRefund,
      expect.objectContaining({
        id: retryId,
        retry_of: failedRefund.id,
        amount: total,
        status: 'succeeded',
        error: null,
      }),
    ]);
    await expect(
      retryRefund(database.db, organizerScope(organizerId, paying.clock, byOperator), failedRefund.id),
    ).rejects.toThrow(`The refund was already retried. The retry has the id ${retryId}.`);
    await paying.expectMoneyAgrees(shop);
  });

  test('fail after the last attempt with a sentence that contains nothing about the network', async () => {
    const { orderNumber } = await paying.paid(shop);
    await refund(orderNumber);
    const { id } = first(await paying.refunds(orderNumber));
    await database.db.updateTable('payment_refunds').set({ attempt_count: 99 }).where('id', '=', id).execute();
    paying.stripe.failNext(2, 'drop');
    await paying.runJobs();
    expect(await paying.refunds(orderNumber)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/^No request to the payment provider succeeded\. /) },
    ]);
    const [line] = paying.logged().filter((logged) => logged['id'] === id && logged.level === 'error');
    expect(line).toMatchObject({ err: { message: expect.stringContaining('Stripe') } });
  });

  if (kind === 'sqlite') {
    test('stay pending if the result of Stripe cannot be recorded, also in the last attempt', async () => {
      const { orderNumber, sessionId, total } = await paying.paid(shop);
      await refund(orderNumber);
      const { id } = first(await paying.refunds(orderNumber));
      await database.db.updateTable('payment_refunds').set({ attempt_count: 99 }).where('id', '=', id).execute();
      await sql`create trigger disk_is_full before update on payment_refunds when new.status = 'succeeded'
        begin select raise(abort, 'The disk is full'); end`.execute(database.db);
      await expect(paying.processRefunds()).rejects.toThrow('The disk is full');
      await sql`drop trigger disk_is_full`.execute(database.db);
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'pending' }]);
      paying.clock.advance(hourMs);
      await paying.runJobs();
      expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded' }]);
      expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total, status: 'succeeded' }]);
    });
  }

  test('can be retried again if the retry fails too; a later refund of the whole order is the remaining amount', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    const { id: organizerId } = shop.organizerApi.organizer;
    const ticket = first((await paying.order(shop, orderNumber)).tickets);
    const [firstError, retryError] = [{ message: 'Disputed.' }, { message: 'Still disputed.' }];
    const selection = [{ ticketId: ticket.id }];
    const { amount } = await refundOrder(
      database.db,
      organizerScope(organizerId, paying.clock, byOperator),
      orderNumber,
      selection,
    );
    paying.stripe.failNext(1, { status: 400, body: { error: firstError } }, { after: 1 });
    await paying.runJobs();
    const retryLast = async () => {
      const last = elementAt(await paying.refunds(orderNumber), -1);
      return retryRefund(database.db, organizerScope(organizerId, paying.clock, byOperator), last.id);
    };
    await retryLast();
    paying.stripe.failNext(1, { status: 400, body: { error: retryError } }, { after: 1 });
    await paying.runJobs();
    await retryLast();
    await paying.runJobs();
    const remainingRefund = await refund(orderNumber);
    expect([remainingRefund.amount, remainingRefund.byProvider]).toEqual([total - amount, total - amount]);
    await paying.runJobs();
    const rows = await paying.refunds(orderNumber);
    expect(rows.map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringContaining(firstError.message)],
      ['failed', expect.stringContaining(retryError.message)],
      ['succeeded', null],
      ['succeeded', null],
    ]);
    expect(rows.map(({ retry_of }) => retry_of)).toEqual([null, rows[0]?.id, rows[1]?.id, null]);
    expect(refundsAtStripe(sessionId).map((created) => created.amount)).toEqual([amount, total - amount]);
    await paying.expectMoneyAgrees(shop);
  });

  test('are logged if they succeed and then fail, and a retry creates another refund', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await refund(orderNumber);
    await paying.runJobs();
    const firstRefund = first(await paying.refunds(orderNumber));
    const failureEvent = paying.stripe.failRefund(first(refundsAtStripe(sessionId)).id);
    await paying.sendEventOk(failureEvent);
    await paying.sendEventOk({ ...failureEvent, type: 'refund.updated' });
    expect(await paying.refunds(orderNumber)).toMatchObject([{ id: firstRefund.id, status: 'failed' }]);
    const logLines = paying.logged().filter(({ refundId, level }) => refundId === firstRefund.id && level === 'error');
    expect(logLines.length).toBeGreaterThan(0);
    await retryRefund(
      database.db,
      organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator),
      firstRefund.id,
    );
    await paying.sendEventOk(failureEvent); // The event of the first refund, repeated.
    await paying.runJobs();
    expect(await paying.refunds(orderNumber)).toMatchObject([
      { id: firstRefund.id, status: 'failed' },
      { retry_of: firstRefund.id, status: 'succeeded' },
    ]);
    expect(refundsAtStripe(sessionId).map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', total],
      ['succeeded', total],
    ]);
    await paying.expectMoneyAgrees(shop);
  });

  test('wait, like the closing of payments, until a process with Stripe runs the jobs; a process without Stripe does not change them', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    const closing = await paying.startPayment(shop);
    const testPaid = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...testPaid.payBody, method: 'test' });
    for (const paidOrder of [orderNumber, testPaid.orderNumber]) await refund(paidOrder);
    await cancelOrder(
      database.db,
      organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator),
      closing.orderNumber,
    );
    const atStripe = async () => [await paying.refunds(orderNumber), await paying.payments(closing.orderNumber)];
    const before = await atStripe();
    const paymentProviders = await providersOf('manual', 'test');
    const servicesWithoutStripe = { ...receivingServices(database.db, paying.clock), paymentProviders };
    for (let runs = 0; runs < 3; runs += 1) {
      await processRefunds(servicesWithoutStripe);
      await processClosings(servicesWithoutStripe);
      paying.clock.advance(hourMs);
    }
    expect(await atStripe()).toEqual(before);
    expect(await paying.refunds(testPaid.orderNumber)).toMatchObject([{ status: 'succeeded' }]);
    await paying.runJobs();
    expect(refundsAtStripe(sessionId)).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    expect(paying.stripe.session(closing.sessionId).status).toBe('expired');
  });

  test('succeed for test payments without a request to a provider', async () => {
    const { orderNumber, payBody } = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...payBody, method: 'test' });
    expect(await refund(orderNumber)).toMatchObject({ order: { status: 'refunded' } });
    const requests = paying.stripe.requests.length;
    await paying.runJobs();
    expect(paying.stripe.requests.length).toBe(requests);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ status: 'succeeded', reference: null }]);
  });
});

describeOnBoth('partial refunds in a currency with three decimals (Stripe requires the last to be 0)', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    await paying.close();
    await database.drop();
  });
  beforeEach(async () => {
    const organizerApi = await OrganizerApi.create(database.db, paying.site.app, paying.clock);
    await setFeePolicy(database.db, organizerScope(organizerApi.organizer.id, paying.clock, byOperator), {
      ...feePolicy,
      paidBy: 'organizer',
    });
    const event = await organizerApi.event({ status: 'published', currency: 'KWD' });
    const tenKm = await organizerApi.ticketType(event.id, { price: 10_005 });
    shop = { organizerApi, event, tenKm, half: tenKm, fun: tenKm, drinks: tenKm };
  });

  /** Refunds the two tickets of an order, one after the other. Returns the amounts. */
  async function refundEach(orderNumber: string): Promise<number[]> {
    const amounts: number[] = [];
    for (const { id } of (await paying.order(shop, orderNumber)).tickets) {
      const { id: organizerId } = shop.organizerApi.organizer;
      const refundResult = await refundOrder(
        database.db,
        organizerScope(organizerId, paying.clock, byOperator),
        orderNumber,
        [{ ticketId: id }],
      );
      amounts.push(refundResult.amount);
    }
    expect(await paying.order(shop, orderNumber)).toMatchObject({ status: 'refunded', refundedTotal: 20_010 });
    const entries = database.db.selectFrom('ledger_entries').select('refunds').where('order_number', '=', orderNumber);
    const refundEntries = await entries.where('kind', '=', 'refund').orderBy('id').execute();
    expect(refundEntries.map(({ refunds }) => Number(refunds))).toEqual(amounts);
    expect(await paying.settlement(shop)).toMatchObject({ gross: 20_010, refunds: 20_010 });
    return amounts;
  }

  test('have amounts that Stripe accepts, and add up to the total', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    expect(total).toBe(20_010);
    const amounts = await refundEach(orderNumber);
    expect(amounts).toEqual([10_000, 10_010]);
    await paying.runJobs();
    const { payment_intent } = paying.stripe.session(sessionId);
    const created = paying.stripe.refunds.filter((candidate) => candidate.payment_intent === payment_intent);
    expect(created.map(({ amount }) => amount).sort()).toEqual(amounts);
    for (const refund of await paying.refunds(orderNumber)) expect(refund).toMatchObject({ status: 'succeeded' });
    await paying.expectMoneyAgrees(shop);
  });

  test('are exact if the order was paid manually', async () => {
    const { orderNumber, payBody } = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...payBody, method: 'manual' });
    await payOrder(database.db, organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator), orderNumber);
    expect(await refundEach(orderNumber)).toEqual([10_005, 10_005]);
  });
});

describeOnBoth('refunds by commands while a server runs', (kind) => {
  let database: TestDatabase;
  let stripe: StripeServer;
  let proxy: DelayingProxy;
  let server: PaymentServer;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase(kind);
    stripe = await StripeServer.start();
    proxy = await DelayingProxy.start(stripe.url);
    server = new PaymentServer(database, stripe, { STRIPE_API_URL: proxy.url });
    await server.start();
    shop = await server.shop();
  });
  afterAll(async () => {
    await server.stop();
    expect(server.leaks()).toEqual([]);
    expect(await violations(database.db)).toEqual([]);
    await proxy.stop();
    await stripe.stop();
    await database.drop();
  });

  type Paid = Awaited<ReturnType<PaymentServer['paid']>>;
  const refundsAtStripe = ({ intent }: Paid) =>
    stripe.refunds.filter(({ payment_intent }) => payment_intent === intent);
  const amountsOf = (paid: Paid) => refundsAtStripe(paid).map(({ amount }) => amount);
  interface OrderBody {
    status: string;
    refundedTotal: number;
    items: { id: string; kind: string; ticketTypeId: string | null }[];
    tickets: { id: string; status: string; ticketTypeId: string }[];
  }
  const readOrder = async ({ payBody, orderNumber }: Paid) => {
    const headers = { authorization: `Bearer ${payBody.reservationToken}` };
    return (await (await server.request(`/api/public/v1/orders/${orderNumber}`, { headers })).json()) as OrderBody;
  };
  const latestRefund = async ({ orderNumber }: Pick<Paid, 'orderNumber'>) =>
    database.db
      .selectFrom('payment_refunds as r')
      .innerJoin('payments as p', (join) =>
        join.onRef('p.organizer_id', '=', 'r.organizer_id').onRef('p.id', '=', 'r.payment_id'),
      )
      .select(['r.id', 'r.status', 'r.error'])
      .where('p.order_number', '=', orderNumber)
      .orderBy('r.id', 'desc')
      .executeTakeFirstOrThrow();

  test('have the correct amounts at Stripe: for a whole order, and for an item, a ticket and the remaining items of another order', async () => {
    const items = [
      { ticketTypeId: shop.tenKm.id, quantity: 2 },
      { ticketTypeId: shop.half.id, quantity: 1 },
    ];
    const [whole, inParts] = [await server.paid(shop), await server.paid(shop, { items })];
    const { code, stdout } = await server.orders(shop, 'refund', whole.orderNumber);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`provider will refund ${formatAmount(whole.total, 'EUR')}.`),
    ]);
    await eventually(() => expect(amountsOf(whole)).toEqual([whole.total]));

    const { tickets } = await readOrder(inParts);
    const tenKmTicket = defined(
      tickets.find(({ ticketTypeId }) => ticketTypeId === shop.tenKm.id),
      'The ticket',
    );
    const halfTicket = defined(
      tickets.find(({ ticketTypeId }) => ticketTypeId === shop.half.id),
      'The ticket',
    );
    const itemRefund = await server.ordersJson<OrderBody>(
      shop,
      'refund',
      inParts.orderNumber,
      '--ticket',
      tenKmTicket.id,
    );
    expect(itemRefund.status).toBe('partially_refunded');
    const ticketRefund = await server.ordersJson<OrderBody>(
      shop,
      'refund',
      inParts.orderNumber,
      '--ticket',
      halfTicket.id,
    );
    expect(ticketRefund.status).toBe('partially_refunded');
    const lastRefund = await server.ordersJson<OrderBody>(shop, 'refund', inParts.orderNumber);
    expect(lastRefund).toMatchObject({ status: 'refunded', refundedTotal: inParts.total });
    const amounts = [
      itemRefund.refundedTotal,
      ticketRefund.refundedTotal - itemRefund.refundedTotal,
      inParts.total - ticketRefund.refundedTotal,
    ];
    expect(Math.min(...amounts)).toBeGreaterThan(0);
    await eventually(() => expect(amountsOf(inParts).sort()).toEqual([...amounts].sort()));
    expect((await readOrder(inParts)).tickets.map(({ status }) => status)).toEqual(['void', 'void', 'void']);
    const repeated = await server.orders(shop, 'refund', inParts.orderNumber);
    expect([repeated.code, repeated.stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+ refunded[^\n]+\n$/)]);
  });

  test('are created once if the server is killed before it records the response of Stripe', async () => {
    const [paid, closing] = [await server.paid(shop), await server.startPayment(shop)];
    proxy.delayResponses('POST /v1/refunds');
    const before = proxy.delayedCount;
    await server.ordersJson(shop, 'refund', paid.orderNumber);
    await waitUntil(() => proxy.delayedCount > before);
    expect(amountsOf(paid)).toEqual([paid.total]);
    await server.kill();
    proxy.release();
    expect(await latestRefund(paid)).toMatchObject({ status: 'pending' });
    await server.ordersJson(shop, 'cancel', closing.orderNumber);
    // On PostgreSQL, other servers can run, so the leases must expire. On SQLite, the start of the server releases them.
    const dueAt = timestamp(systemClock.now() + (kind === 'postgres' ? 0 : 55_000));
    for (const [table, status] of [
      ['payment_refunds', 'pending'],
      ['payments', 'closing'],
    ] as const) {
      await database.db.updateTable(table).set({ next_attempt_at: dueAt }).where('status', '=', status).execute();
    }
    await server.start();
    await eventually(() => expect(stripe.session(closing.sessionId).status).toBe('expired'));
    await eventually(async () => expect(await latestRefund(paid)).toMatchObject({ status: 'succeeded' }));
    expect(amountsOf(paid)).toEqual([paid.total]);
  });

  if (kind === 'sqlite') {
    test('are listed by `orders payments` with the error if they failed, and `orders retry-refund` retries them', async () => {
      const paidOrder = await server.paid(shop);
      const message = 'The charge is disputed.';
      stripe.failNext(1, { status: 400, body: { error: { message } } }, { after: 1 });
      await server.ordersJson(shop, 'refund', paidOrder.orderNumber);
      await eventually(async () => expect(await latestRefund(paidOrder)).toMatchObject({ status: 'failed' }));
      const { id } = await latestRefund(paidOrder);
      const { stdout } = await server.orders(shop, 'payments', paidOrder.orderNumber);
      expect(stdout).toMatch(new RegExp(`stripe +paid +${formatAmount(paidOrder.total, 'EUR')}`));
      expect(stdout).toMatch(
        new RegExp(`${id} +refund +failed +${formatAmount(-paidOrder.total, 'EUR')} +– +– +Stripe: ${message}`),
      );
      const isOfRefund = (line: { level: string; [field: string]: unknown }) =>
        line.level === 'error' && line['id'] === id;
      // The server writes its log in batches.
      await eventually(() => expect(server.logged().filter(isOfRefund)).toHaveLength(1));

      const { slug } = shop.organizerApi.organizer;
      const retried = await runHere(['orders', 'retry-refund', id, '--organizer', slug], database.env);
      expect([retried.code, retried.stdout]).toEqual([
        0,
        expect.stringMatching(/^The refund is sent to the provider again: rfd_/),
      ]);
      await eventually(() => expect(amountsOf(paidOrder)).toEqual([paidOrder.total]));
      for (const refundId of [id, (await latestRefund(paidOrder)).id]) {
        const rejectedResult = await runHere(['orders', 'retry-refund', refundId, '--organizer', slug], database.env);
        expect([rejectedResult.code, rejectedResult.stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+\n$/)]);
      }
    });
  }

  if (kind === 'sqlite') {
    test('are listed in the currency of the payment, even if the order has another currency', async () => {
      const startedPayment = await server.startPayment(shop);
      await server.sendEvent(stripe.pay(startedPayment.sessionId, { currency: 'USD' }));
      const { stdout } = await server.orders(shop, 'payments', startedPayment.orderNumber);
      expect(stdout).toMatch(new RegExp(`stripe +refused +${formatAmount(startedPayment.total, 'EUR')}`));
      expect(stdout).toMatch(new RegExp(`refund +\\w+ +${formatAmount(-startedPayment.total, 'USD')}`));
      await eventually(async () => expect(await latestRefund(startedPayment)).toMatchObject({ status: 'succeeded' }));
    });
  }

  if (kind === 'sqlite') {
    test('send no request for manual and imported payments, and the output says that the organizer pays the money back', async () => {
      const paidManually = await server.reserve(shop);
      await server.pay(paidManually, 'manual');
      await server.ordersJson(shop, 'pay', paidManually.orderNumber);
      const organizer = await makeOrganizer(database.db);
      await importAll(database.db, organizer, [...raceLines(), orderLine('IMPORTED01', { orderNumber: 'IMPORTED01' })]);
      const laterOrder = await server.paid(shop);
      const firstRequest = stripe.requests.length;
      const { stdout } = await server.orders(shop, 'refund', paidManually.orderNumber);
      expect(stdout).toContain(
        `Pay ${formatAmount(paidManually.total, 'EUR')} back to the buyer yourself: it was not paid through a provider.`,
      );
      const importedResult = await runHere(
        ['orders', 'refund', 'IMPORTED01', '--organizer', organizer.slug],
        database.env,
      );
      expect(importedResult.stdout).toContain(
        'Pay 20.00 EUR back to the buyer yourself: it was not paid through a provider.',
      );
      for (const { stdout: text } of [{ stdout }, importedResult]) expect(text).not.toContain('provider will refund');
      // Stripe receives only the requests for the refund of this later order.
      await server.ordersJson(shop, 'refund', laterOrder.orderNumber);
      await eventually(async () => expect(await latestRefund(laterOrder)).toMatchObject({ status: 'succeeded' }));
      const requests = stripe.requests.slice(firstRequest).map(({ method, path }) => `${method} ${path}`);
      expect(requests).toEqual(['GET /v1/refunds', 'POST /v1/refunds']);
      const rows = database.db
        .selectFrom('payments')
        .select('id')
        .where('order_number', 'in', [paidManually.orderNumber, 'IMPORTED01']);
      expect(
        await database.db.selectFrom('payment_refunds').selectAll().where('payment_id', 'in', rows).execute(),
      ).toEqual([]);
    });
  }
});
