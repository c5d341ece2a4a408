import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { refundOrder } from '../src/features/orders/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { PayingSite, type StartedPayment } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';

describeOnBoth('a refund that was made at Stripe', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;
  let owner: DashboardClient;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
    const { organizer } = shop.organizerApi;
    owner = await signIn({ url: paying.site.app.url, db: database.db }, { organizer, role: 'owner' });
  });
  afterAll(() => paying.checkAndClose());

  const statusesOf = async ({ orderNumber }: StartedPayment) => {
    const { status, refundedTotal, tickets } = await paying.order(shop, orderNumber);
    return [status, refundedTotal, ...tickets.map((ticket) => ticket.status)];
  };
  const attention = async () =>
    jsonOf<Record<'openDisputes' | 'refundsWithoutTickets', object[]>>(await owner.get('/attention'));

  test('of the whole order voids its tickets and is recorded once, whichever events report it and however often', async () => {
    const paid = await paying.paid(shop);
    const created = paying.stripe.refundInDashboard(paid.sessionId, paid.total);
    const events = [created, paying.stripe.chargeRefunded(paid.sessionId), { ...created, type: 'refund.updated' }];
    await Promise.all([...events, ...events].map((event) => paying.sendEventOk(event)));
    expect(await statusesOf(paid)).toEqual(['refunded', paid.total, 'void', 'void']);
    expect(await paying.settlement(shop)).toMatchObject({ refunds: paid.total, collectedByPlatform: 0 });
    expect((await paying.mails(paid.orderNumber)).map((mail) => mail.kind)).toEqual(['tickets', 'refunded']);
    expect(await paying.refunds(paid.orderNumber)).toMatchObject([{ origin: 'provider', status: 'succeeded' }]);
    await paying.expectMoneyAgrees(shop);
  });

  test('of a part voids nothing, and the organizer then names the tickets; no money moves again', async () => {
    const paid = await paying.paid(shop);
    await paying.sendEventOk(paying.stripe.refundInDashboard(paid.sessionId, 1_000));
    expect(await statusesOf(paid)).toEqual(['partially_refunded', 1_000, 'valid', 'valid']);
    const { orderNumber } = paid;
    expect((await attention()).refundsWithoutTickets).toEqual([{ orderNumber, amount: 1_000, currency: 'EUR' }]);

    const [refund] = await paying.refunds(orderNumber);
    const { tickets } = await paying.order(shop, orderNumber);
    const path = `/orders/${orderNumber}/refunds/${refund?.id}/tickets`;
    const body = { ticketIds: [tickets[1]?.id] };
    expect((await owner.post(path, body)).status).toBe(200);
    expect(expectProblem(await owner.post(path, body), 404, 'not_found').reason).toBe('refund_not_found');
    expect(await statusesOf(paid)).toEqual(['partially_refunded', 1_000, 'valid', 'void']);
    expect((await attention()).refundsWithoutTickets).toEqual([]);

    const { id } = shop.organizerApi.organizer;
    const rest = await refundOrder(database.db, organizerScope(id, paying.clock, byOperator), orderNumber, []);
    expect([rest.amount, rest.byProvider]).toEqual([paid.total - 1_000, paid.total - 1_000]);
    await paying.runJobs();
    expect(await statusesOf(paid)).toEqual(['refunded', paid.total, 'void', 'void']);
    await paying.expectMoneyAgrees(shop);
  });

  test('is not doubled if it was requested here, even if its events arrive before the response of Stripe', async () => {
    const paid = await paying.paid(shop);
    const { id } = shop.organizerApi.organizer;
    await refundOrder(database.db, organizerScope(id, paying.clock, byOperator), paid.orderNumber, []);
    paying.stripe.failNext(2, 'lost', { after: 1 }); // Stripe makes the refund, but its response is lost.
    await paying.processRefunds();
    const made = first(paying.stripe.refunds.filter(({ metadata }) => metadata['organizerId'] === id));
    await paying.sendEventOk({ type: 'refund.created', object: made });
    await paying.sendEventOk(paying.stripe.chargeRefunded(paid.sessionId));
    paying.clock.advance(60_000);
    await paying.runJobs();
    expect(await paying.refunds(paid.orderNumber)).toMatchObject([{ status: 'succeeded', origin: null }]);
    expect(await paying.settlement(shop)).toMatchObject({ refunds: paid.total });
  });

  test('completes a refund that Stripe had rejected, and is recorded before its payment if the events come in this order', async () => {
    const paid = await paying.paid(shop);
    const { id } = shop.organizerApi.organizer;
    await refundOrder(database.db, organizerScope(id, paying.clock, byOperator), paid.orderNumber, []);
    paying.stripe.failNext(1, { status: 400, body: { error: { message: 'Disputed.' } } }, { after: 1 });
    await paying.runJobs();
    expect(await paying.refunds(paid.orderNumber)).toMatchObject([{ status: 'failed' }]);
    await paying.sendEventOk(paying.stripe.refundInDashboard(paid.sessionId, paid.total));
    expect(await paying.refunds(paid.orderNumber)).toMatchObject([{ status: 'succeeded', origin: 'provider' }]);

    const started = await paying.startPayment(shop);
    const completed = paying.stripe.pay(started.sessionId);
    await paying.sendEventOk(paying.stripe.refundInDashboard(started.sessionId, started.total));
    await paying.sendEventOk(completed);
    expect(await statusesOf(started)).toEqual(['refunded', started.total, 'void', 'void']);
    await paying.expectMoneyAgrees(shop);
  });

  test.for([
    ['won', 'valid'],
    ['lost', 'void'],
  ] as const)(
    'by a dispute: its amount is held until it is %s, members are mailed, and late events change nothing',
    async ([result, ticketStatus]) => {
      const paid = await paying.paid(shop);
      const before = await paying.settlement(shop);
      const opened = paying.stripe.dispute(paid.sessionId, { id: `du_${result}_${kind}` });
      await Promise.all(
        [opened, opened, { ...opened, type: 'charge.dispute.funds_withdrawn' }].map(async (event) =>
          paying.sendEventOk(event),
        ),
      );
      const { orderNumber, total } = paid;
      expect((await attention()).openDisputes).toEqual([{ orderNumber, amount: total, currency: 'EUR' }]);
      const held = await paying.settlement(shop);
      expect(held).toMatchObject({ held: total, balance: before['balance']! - total, net: before['net'] });
      expect(await statusesOf(paid)).toEqual(['paid', 0, 'valid', 'valid']);

      const closed = paying.stripe.dispute(paid.sessionId, { id: `du_${result}_${kind}`, status: result });
      for (const event of [closed, closed, opened]) await paying.sendEventOk(event);
      const refunded = result === 'lost' ? total : 0;
      expect(await paying.settlement(shop)).toMatchObject({
        held: 0,
        refunds: refunded,
        collectedByPlatform: total - refunded,
      });
      expect((await statusesOf(paid)).slice(1)).toEqual([refunded, ticketStatus, ticketStatus]);
      expect((await attention()).openDisputes).toEqual([]);
      const detail = jsonOf<{ payments: { disputes: object[] }[] }>(await owner.get(`/orders/${orderNumber}`));
      expect(first(detail.payments).disputes).toMatchObject([{ status: result, amount: total, reason: 'fraudulent' }]);
      const alerts = await database.db.selectFrom('mails').select('id').where('kind', '=', 'disputed').execute();
      expect(alerts.length).toBeGreaterThanOrEqual(2);
    },
  );

  test('of another program, and events of an unknown type, change nothing and are logged', async () => {
    const paid = await paying.paid(shop);
    const refund = paying.stripe.refundInDashboard(paid.sessionId, 100).object;
    const dispute = paying.stripe.dispute(paid.sessionId, { id: 'du_other' }).object;
    const before = await paying.storedRows(shop);
    for (const [type, object] of [
      ['refund.created', refund],
      ['charge.dispute.created', dispute],
    ] as const) {
      await paying.sendEventOk({ type, object: { ...object, payment_intent: 'pi_of_another_program' } as never });
    }
    await paying.sendEventOk({ type: 'payment_intent.succeeded', object: refund });
    expect(await paying.storedRows(shop)).toEqual(before);
    const types = paying.logged().flatMap(({ level, type }) => (level === 'info' && type !== undefined ? [type] : []));
    expect(types).toContain('payment_intent.succeeded');
    await paying.sendEventOk({ type: 'refund.created', object: refund });
  });
});
