import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, refundOrder } from '../src/features/orders/index.ts';
import {
  configurePayments,
  connectProviders,
  type PaymentProvider,
  paymentMethods,
} from '../src/features/payments/index.ts';
import { processClosings } from '../src/features/received-money/close-payments.ts';
import { processRefunds } from '../src/features/received-money/send-refunds.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { ConfigError } from '../src/platform/settings.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { receivingServices } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf, read } from './harness/responses.ts';
import { violations } from './invariants.ts';
import { tinyMethod } from './tiny-pay/index.ts';
import { TinyServer } from './tiny-pay/server.ts';

const methods = [...paymentMethods, tinyMethod];

describeOnBoth('a payment provider that is added as one folder and one entry in the list of methods', (kind) => {
  const database = useDatabase(kind);
  let tiny: TinyServer;
  let paymentProviders: readonly PaymentProvider[];
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    tiny = await TinyServer.start();
    const settings = { PAYMENTS: 'tiny', TINY_SECRET: tiny.secret, TINY_URL: tiny.url };
    paymentProviders = await connectProviders(configurePayments(methods, settings));
    site = await PublicSite.start(database.db, { paymentMethods: [tinyMethod], paymentProviders });
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    await site.close();
    await tiny.stop();
  });

  const runJobs = async () => {
    const work = { ...receivingServices(database.db, site.clock), paymentProviders };
    await processRefunds(work);
    await processClosings(work);
  };

  async function startPayment() {
    const payBody = { ...(await buyer.preparePayment(shop)), method: 'tiny' };
    const response = await buyer.post('/pay', payBody);
    const { status, redirectUrl } = jsonOf<{ status: string; redirectUrl: string }>(response);
    expect([response.status, status]).toEqual([200, 'pending']);
    return { ...payBody, redirectUrl };
  }

  async function sendWebhook({ body, signature }: { body: string; signature: string }) {
    const headers = { 'content-type': 'application/json', 'tiny-signature': signature };
    return read(await site.app.request('/payments/tiny/webhook', { method: 'POST', headers, body }));
  }

  async function orderOf({ orderNumber, reservationToken }: { orderNumber: string; reservationToken: string }) {
    const response = await buyer.get(`/orders/${orderNumber}`, reservationToken);
    return jsonOf<{ status: string; total: number; tickets: { id: string; status: string }[] }>(response);
  }

  const paymentsOf = (orderNumber: string) =>
    database.db
      .selectFrom('payments')
      .select(['status', 'reference'])
      .where('order_number', '=', orderNumber)
      .execute();

  test('is offered to buyers and listed in the API document', async () => {
    const { items } = reservation(shop);
    const quote = jsonOf<{ paymentMethods: string[] }>(await buyer.post('/quote', { eventId: shop.event.id, items }));
    expect(quote.paymentMethods).toEqual(['tiny']);
    expect(await (await site.app.request('/openapi.json')).text()).toContain(
      '"enum":["test","manual","stripe","tiny"]',
    );
  });

  test('receives a payment by redirect and signed webhook, and the tickets are issued once', async () => {
    const startedPayment = await startPayment();
    const event = tiny.pay(startedPayment.redirectUrl);
    expectProblem(await sendWebhook({ ...event, signature: '0'.repeat(64) }), 400, 'invalid_request');
    expect((await orderOf(startedPayment)).status).toBe('pending');
    for (let times = 0; times < 2; times += 1) {
      const response = await sendWebhook(event);
      expect([response.status, response.text]).toEqual([200, '{"received":true}']);
    }
    const order = await orderOf(startedPayment);
    expect([order.status, order.tickets.length]).toEqual(['paid', 2]);
  });

  test('returns the same redirect URL if a buyer repeats the request to pay', async () => {
    const { redirectUrl, ...payBody } = await startPayment();
    expect(jsonOf(await buyer.post('/pay', payBody))).toMatchObject({ status: 'pending', redirectUrl });
    expect(await paymentsOf(payBody.orderNumber)).toHaveLength(1);
  });

  test('rounds a partial refund to its refund step, and the refunds add up to the total', async () => {
    const startedPayment = await startPayment();
    await sendWebhook(tiny.pay(startedPayment.redirectUrl));
    const { total, tickets } = await orderOf(startedPayment);
    const { id: organizerId } = shop.organizerApi.organizer;
    for (const selection of [[{ ticketId: first(tickets).id }], []]) {
      await refundOrder(
        database.db,
        organizerScope(organizerId, site.clock, byOperator),
        startedPayment.orderNumber,
        selection,
      );
      await runJobs();
    }
    const [{ reference } = { reference: null }] = await paymentsOf(startedPayment.orderNumber);
    const amounts = [...tiny.refunds.values()].filter(({ charge }) => charge === reference).map(({ amount }) => amount);
    expect(amounts).toEqual([expect.any(Number), total - (amounts[0] ?? 0)]);
    expect((amounts[0] ?? 1) % 5).toBe(0);
    expect(total % 5).not.toBe(0);
    expect((await orderOf(startedPayment)).status).toBe('refunded');
  });

  test('closes the payment of a cancelled order', async () => {
    const { orderNumber, redirectUrl } = await startPayment();
    await cancelOrder(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), orderNumber);
    await runJobs();
    expect(await paymentsOf(orderNumber)).toMatchObject([{ status: 'closed' }]);
    expect(() => tiny.pay(redirectUrl)).toThrow('is not open');
  });

  test('is rejected without its settings, like an unknown method, and the error names the missing setting or the known methods', () => {
    expect(() => configurePayments(methods, { PAYMENTS: 'tiny' })).toThrow(
      new ConfigError('TINY_SECRET must be set when PAYMENTS includes tiny.'),
    );
    expect(() => configurePayments(methods, { PAYMENTS: 'cash' })).toThrow(
      'list of these names: test, manual, stripe, tiny. ',
    );
  });
});
