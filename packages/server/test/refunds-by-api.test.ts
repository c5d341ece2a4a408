import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';

interface Refund {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly byProvider: number;
  readonly byOrganizer: number;
  readonly reference: string | null;
  readonly items: readonly { itemId: string; quantity: number; ticketIds: readonly string[] }[] | null;
  readonly providerRefunds: readonly { status: string; amount: number; reference: string | null }[];
}

interface Order {
  readonly orderNumber: string;
  readonly status: string;
  readonly total: number;
  readonly refundedTotal: number;
  readonly items: readonly { id: string; kind: string; quantity: number; quantityRefunded: number }[];
  readonly tickets: readonly { id: string; status: string }[];
  readonly payments: readonly Record<string, unknown>[];
  readonly refunds: readonly Refund[];
}

const late = { reason: 'The start was an hour late' };

describeOnBoth('money by API', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;
  let owner: DashboardClient;
  let key: string;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
    const { organizer } = shop.organizerApi;
    owner = await signIn({ url: paying.site.app.url, db: database.db }, { organizer, role: 'owner' });
    key = (await makeKey(database.db, organizer.id, { granted: ['orders:write'] })).key;
  });
  afterAll(() => paying.checkAndClose());

  const get = async <T>(path: string) =>
    jsonOf<T>(await read(await paying.site.app.request(`/api/v1${path}`, { key })));
  const orderOf = (number: string) => get<Order>(`/orders/${number}?expand=payments,refunds`);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

  /** Sends a write, each time with another `Idempotency-Key` unless one is given. */
  async function post(path: string, body: object, idempotencyKey: string = randomUUID()): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const options = { method: 'POST', key, headers, body: JSON.stringify(body) };
    return read(await paying.site.app.request(`/api/v1${path}`, options));
  }

  test('a refund names its tickets, reaches the provider, and is returned with its state', async () => {
    const { orderNumber } = await paying.paid(shop);
    const { tickets } = await orderOf(orderNumber);
    const ticketIds = [first(tickets).id];
    const path = `/orders/${orderNumber}/refunds`;
    for (const body of [{}, { whole: true, ticketIds }, { ticketIds, amount: 1, ...late }])
      expect(expectProblem(await post(path, body), 400, 'invalid_request').reason).toBe('refund_target_unclear');
    expectFieldProblem(await post(path, { ticketIds: [...ticketIds, ...ticketIds] }), 'ticketIds.1');

    const preview = jsonOf<{ amount: number; byProvider: number }>(await post(path, { ticketIds, dryRun: true }));
    expect((await orderOf(orderNumber)).refundedTotal).toBe(0);
    const response = await post(path, { ticketIds });
    expect(response.status).toBe(201);
    const refund = jsonOf<Refund>(response);
    const { amount } = preview;
    expect(refund).toMatchObject({ status: 'pending', amount, byProvider: amount, byOrganizer: 0, reference: null });
    expect(refund.items).toMatchObject([{ quantity: 1, ticketIds }]);
    expect(response.headers.get('location')).toMatch(new RegExp(`/api/v1/refunds/${refund.id}$`));
    await paying.processRefunds();

    const stored = await get<Refund>(`/refunds/${refund.id}`);
    const reference = paying.stripe.refunds.at(-1)?.id;
    expect(stored).toMatchObject({
      status: 'succeeded',
      providerRefunds: [{ status: 'succeeded', amount, reference }],
    });
    const order = await orderOf(orderNumber);
    expect(order).toMatchObject({ refundedTotal: amount, payments: [{ method: 'stripe', status: 'paid' }] });
    expect(order.items).toMatchObject([{ quantityRefunded: 1 }]);
    expect(order.refunds).toEqual([stored]);
    expect(await get(`/refunds?orderNumber=${orderNumber}`)).toMatchObject({ data: [stored] });
    expect(await get(`/payments/${String(order.payments[0]?.['id'])}`)).toEqual(order.payments[0]);
  });

  test('a failed refund, one that was made at the provider, and returned money are in the list', async () => {
    const { orderNumber, sessionId, total } = await paying.paid(shop);
    await paying.sendEventOk(paying.stripe.refundInDashboard(sessionId, 100));
    const [outside] = (await orderOf(orderNumber)).refunds;
    expect(outside).toMatchObject({ amount: 100, status: 'succeeded', items: [] });
    expect(outside?.reference).toMatch(/^re_/);

    const cancelled = await paying.startPayment(shop);
    expect((await post(`/orders/${cancelled.orderNumber}/cancel`, { notifyBuyer: false })).status).toBe(200);
    await paying.sendEventOk(paying.stripe.pay(cancelled.sessionId));
    const { data } = await get<{ data: (Refund & { orderNumber: string | null })[] }>('/refunds');
    expect(data).toMatchObject([
      { orderNumber: null, status: 'pending', amount: total, byProvider: total, items: null },
      { orderNumber, amount: 100 },
    ]);
    await paying.runJobs();
    expect((await get<{ data: Refund[] }>('/refunds')).data[0]?.status).toBe('succeeded');
  });

  test('money that the organizer has received pays an order, with its date and its reference', async () => {
    const { orderNumber, total } = await paying.reserve(shop);
    const path = `/orders/${orderNumber}/pay`;
    const inFuture = new Date(paying.clock.now() + 1_000).toISOString();
    expectProblem(await post(path, { receivedAt: inFuture }), 400, 'invalid_request');
    const receivedAt = new Date(paying.clock.now() - 86_400_000).toISOString();
    const money = { receivedAt, reference: '2026-11-20/0042' };
    const response = await post(path, money, 'transfer-42');
    expect(jsonOf(response)).toMatchObject({ status: 'paid', refundedTotal: 0 });
    expect((await post(path, money, 'transfer-42')).text).toBe(response.text);
    expectProblem(await post(path, money), 409, 'invalid_state');
    const { payments } = await orderOf(orderNumber);
    expect(payments).toMatchObject([
      { method: 'manual', status: 'paid', amount: total, paidAt: receivedAt, reference: '2026-11-20/0042' },
    ]);
    const refund = jsonOf<Refund>(await post(`/orders/${orderNumber}/refunds`, { whole: true }));
    expect(refund).toMatchObject({ status: 'succeeded', amount: total, byProvider: 0, byOrganizer: total });
  });

  test('a write without an Idempotency-Key changes nothing', async () => {
    const { orderNumber } = await paying.reserve(shop);
    for (const [action, body] of Object.entries({
      refunds: { whole: true },
      cancel: { notifyBuyer: true },
      pay: { receivedAt: '2026-11-20T09:00:00Z' },
    })) {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', key, headers, body: JSON.stringify(body) };
      const response = await read(await paying.site.app.request(`/api/v1/orders/${orderNumber}/${action}`, options));
      expectProblem(response, 400, 'invalid_request');
    }
    expect(await paying.statusOf(orderNumber)).toBe('pending');
  });

  test('refunds by API and dashboard at the same time refund each ticket, unit and cent once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const items = [{ ticketTypeId: shop.half.id, quantity: 4 }];
      const { orderNumber, total } = await paying.paid(shop, {
        items,
        addons: [{ addonId: shop.drinks.id, quantity: 2 }],
      });
      const { tickets, items: orderItems } = await orderOf(orderNumber);
      const drinks = first(orderItems.filter((item) => item.kind === 'addon'));
      const path = `/orders/${orderNumber}/refunds`;
      const byApi = [
        ...tickets.map(({ id }) => ({ ticketIds: [id] })),
        { items: [{ itemId: drinks.id, quantity: 1 }] },
        { amount: 150, ...late },
        { amount: Math.floor(total / 2), ...late },
      ];
      const byDashboard = [...tickets.map(({ id }) => ({ ticketIds: [id] })), { amount: 75, ...late }, {}];
      const responses = await Promise.all([
        // Each request by API is repeated, as a caller does that has got no response.
        ...byApi.flatMap((body, index) => [
          post(path, body, `round-${round}-${orderNumber}-${index}`),
          post(path, body, `round-${round}-${orderNumber}-${index}`),
        ]),
        ...byDashboard.map(async (selection) => {
          const previewed = await owner.post(`/orders/${orderNumber}/refund-preview`, selection);
          if (previewed.status !== 200) return previewed;
          const { refundedQuantity, refundedTotal } = jsonOf<{ refundedQuantity: number; refundedTotal: number }>(
            previewed,
          );
          return owner.post(`/orders/${orderNumber}/refund`, { ...selection, refundedQuantity, refundedTotal });
        }),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => ![200, 201, 400, 409].includes(status))).toEqual(
        [],
      );
      await paying.runJobs();

      const order = await orderOf(orderNumber);
      const made = new Map(
        responses.filter(({ status }) => status === 201).map((response) => [jsonOf<Refund>(response).id, response]),
      );
      const amounts = order.refunds.map(({ amount }) => amount);
      expect(sum(amounts)).toBe(order.refundedTotal);
      expect(order.refundedTotal).toBeLessThanOrEqual(order.total);
      expect(made.size).toBeGreaterThan(0);
      expect(order.refunds.map(({ id }) => id)).toEqual(expect.arrayContaining([...made.keys()]));
      expect(order.refunds.length).toBe(made.size + responses.filter(({ status }) => status === 200).length);
      for (const { amount, byProvider, status, providerRefunds } of order.refunds) {
        expect([byProvider, status]).toEqual([amount, 'succeeded']);
        expect(sum(providerRefunds.map((refund) => refund.amount))).toBe(amount);
      }
      const refundedTickets = order.refunds.flatMap((refund) => (refund.items ?? []).flatMap((item) => item.ticketIds));
      expect(refundedTickets.toSorted()).toEqual([...new Set(refundedTickets)].toSorted());
      expect(
        order.tickets
          .filter(({ status }) => status === 'void')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(refundedTickets.toSorted());
      for (const item of order.items) {
        const parts = order.refunds
          .flatMap(({ items: refunded }) => refunded ?? [])
          .filter(({ itemId }) => itemId === item.id);
        expect(sum(parts.map(({ quantity }) => quantity))).toBe(item.quantityRefunded);
      }
      await paying.expectMoneyAgrees(shop);
    }
  });
});
