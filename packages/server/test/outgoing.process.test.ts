import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { PaymentServer } from './harness/payments-server.ts';
import { eventually, startReceiver } from './harness/receiver.ts';
import { startSmtpServer, type TestSmtpServer } from './harness/smtp.ts';
import { StripeServer } from './harness/stripe-server.ts';
import { makeEndpoint } from './harness/webhooks.ts';

interface Kind {
  readonly kind: string;
  readonly heldSince: string | null;
  readonly waiting: number;
}

describeOnBoth('a server with the data of another one, such as a backup', (kind) => {
  let database: TestDatabase;
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let server: PaymentServer;

  beforeAll(async () => {
    database = await createDatabase(kind);
    smtp = await startSmtpServer();
    stripe = await StripeServer.start();
    server = new PaymentServer(database, stripe, {
      ...{ SMTP_URL: smtp.url, MAIL_FROM: 'tickets@organizer.test' },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
    });
  });
  afterAll(async () => {
    await stripe.stop();
    await smtp.close();
    await database.drop();
  });

  test('sends nothing with --hold-outgoing, also after a restart without it, until each kind is dropped or released', async () => {
    const receiver = await startReceiver();
    await server.start();
    const shop = await server.shop();
    await makeEndpoint(database.db, shop.organizerApi.organizer.id, receiver.url);
    const order = await server.paid(shop);
    await eventually(() => {
      expect(smtp.mails.length).toBe(1);
      expect(receiver.requests.length).toBeGreaterThan(0);
    });
    await eventually(async () => {
      const pending = database.db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending');
      expect(await pending.execute()).toEqual([]);
    });
    await server.stop();
    const sent = { mails: smtp.mails.length, webhooks: receiver.requests.length, refunds: stripe.refunds.length };

    await server.start(['--hold-outgoing']);
    await server.ordersJson(shop, 'refund', order.orderNumber);
    const unpaid = await server.reserve(shop);
    const payment = await server.post('pay', { ...unpaid.payBody, method: 'stripe' });
    expect([payment.status, JSON.parse(payment.text).reason]).toEqual([503, 'payment_provider_unavailable']);
    await server.stop();

    await server.start();
    expect(server.logged()).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('held and not sent') }),
    );
    const states = await server.command<Kind[]>('outgoing', 'list');
    expect(states).toEqual([
      { kind: 'mails', heldSince: expect.any(String), waiting: 1 },
      { kind: 'webhooks', heldSince: expect.any(String), waiting: expect.any(Number) },
      { kind: 'payments', heldSince: expect.any(String), waiting: 1 },
    ]);
    // The e-mail is sent a second after its release. The others would have been sent earlier.
    await server.command('outgoing', 'release', 'mails');
    await eventually(() => expect(smtp.mails.length).toBe(sent.mails + 1));
    expect({ webhooks: receiver.requests.length, refunds: stripe.refunds.length }).toEqual({
      webhooks: sent.webhooks,
      refunds: sent.refunds,
    });

    await expect(server.command('outgoing', 'drop', 'all')).rejects.toThrow('mails are not held');
    const dropped = await server.command('outgoing', 'drop', 'webhooks', 'payments');
    expect(dropped).toEqual([
      { kind: 'webhooks', dropped: states[1]?.waiting },
      { kind: 'payments', dropped: 1 },
    ]);
    expect(await server.command('outgoing', 'release', 'all')).toMatchObject(
      ['mails', 'webhooks', 'payments'].map((name) => ({ kind: name, heldSince: null, waiting: 0 })),
    );
    // What was dropped is not lost: the refund has failed, and can be sent again.
    const [refund] = await database.db.selectFrom('payment_refunds').select(['id', 'status']).execute();
    expect(refund).toMatchObject({ status: 'failed' });
    await server.ordersJson(shop, 'retry-refund', first([refund!.id]));
    await eventually(() => expect(stripe.refunds.length).toBe(sent.refunds + 1));
    expect(receiver.requests.length).toBe(sent.webhooks);
    const entries = await database.db.selectFrom('service_audit_entries').select(['action', 'subject']).execute();
    expect(entries.map(({ action, subject }) => `${action} ${subject}`).sort()).toEqual([
      ...['outgoing.drop payments', 'outgoing.drop webhooks'],
      ...['outgoing.hold mails', 'outgoing.hold payments', 'outgoing.hold webhooks'],
      ...['outgoing.release mails', 'outgoing.release payments', 'outgoing.release webhooks'],
    ]);
    expect(await server.stop()).toBe(0);
    expect(server.leaks()).toEqual([]);
  });
});
