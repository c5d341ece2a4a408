import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../src/platform/money.ts';
import { useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { allRows, bankAccount } from './harness/fixtures.ts';
import { scannedCodes } from './harness/payments-mails.ts';
import { PaymentServer } from './harness/payments-server.ts';
import type { Shop } from './harness/public-site.ts';
import { eventually } from './harness/receiver.ts';
import { startSmtpServer, type TestSmtpServer } from './harness/smtp.ts';
import { StripeServer } from './harness/stripe-server.ts';
import { violations } from './invariants.ts';

const hourMs = 60 * 60_000;

describe('manual payments', () => {
  const database = useDatabase('sqlite');
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let server: PaymentServer;
  let shop: Shop;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    stripe = await StripeServer.start();
    const mailSettings = { SMTP_URL: smtp.url, MAIL_FROM: 'Tickets <tickets@organizer.test>' };
    server = new PaymentServer(database, stripe, { ...mailSettings, MANUAL_HOLD_HOURS: '2' });
    await server.start();
  });
  beforeEach(async () => {
    shop = await server.shop();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.leaks()).toEqual([]);
    expect(server.logged().filter(({ level }) => level === 'error')).toEqual([]);
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    await stripe.stop();
    await smtp.close();
  });

  type Reserved = Awaited<ReturnType<PaymentServer['reserve']>>;
  const subjectsTo = ({ email }: Reserved) =>
    smtp.mails.filter(({ recipients }) => recipients.includes(email)).map(({ parsed }) => parsed.subject);
  const statusOf = async ({ orderNumber }: Reserved) => (await server.order(orderNumber)).status;
  const waitForExpiry = (reserved: Reserved) =>
    eventually(async () => expect(await statusOf(reserved)).toBe('expired'));
  const stockOf = async () => {
    const { sold, reserved } = first((await shop.organizerApi.get(shop.event.id)).ticketTypes);
    return { sold, reserved };
  };
  const awaitingSubject = 'Complete your payment for Race';
  const ticketsSubject = 'Your tickets for Race';

  /** Asserts that a command prints one line of error and changes nothing. */
  async function expectRejected(
    command: string,
    { orderNumber }: Reserved,
    reason: RegExp,
    ...args: string[]
  ): Promise<void> {
    const { id } = shop.organizerApi.organizer;
    const before = await allRows(database.db, id);
    const { code, stdout, stderr } = await server.orders(shop, command, orderNumber, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(reason);
    expect(await allRows(database.db, id)).toEqual(before);
  }

  test('hold the stock for MANUAL_HOLD_HOURS; when the organizer confirms the payment, the tickets are issued and mailed', async () => {
    const reserved = await server.reserve(shop);
    const earliestMs = Date.now() + 2 * hourMs;
    const pendingPayment = await server.pay(reserved, 'manual');
    const expiresAt = defined(pendingPayment.expiresAt, 'The end of the hold');
    const latestMs = Date.now() + 2 * hourMs;
    expect(pendingPayment).toMatchObject({ status: 'pending', redirectUrl: null });
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(earliestMs);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(latestMs);
    expect(await server.pay(reserved, 'manual')).toEqual(pendingPayment);
    expect((await server.order(reserved.orderNumber)).expires_at).toBe(expiresAt);
    await eventually(() => expect(subjectsTo(reserved)).toEqual([awaitingSubject]));
    const mail = defined(
      smtp.mails.find(({ recipients }) => recipients.includes(reserved.email)),
      'The e-mail',
    ).parsed;
    const timeFormat = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
    });
    const formattedDeadline = `${timeFormat.format(new Date(expiresAt))} (Central European`;
    const lines = defined(mail.text, 'The text of the e-mail')
      .split('\n')
      .map((line) => line.trimEnd());
    expect(lines.find((line) => line.startsWith('Pay by: '))).toContain(formattedDeadline);
    expect(lines).toContain(`Amount: €${(reserved.total / 100).toFixed(2)}`);
    expect(lines).toContain(`Reference: ${reserved.orderNumber}`);
    expect(lines).toContain(`Account holder: ${bankAccount.accountHolder}`);
    expect(lines).toContain(`IBAN: ${bankAccount.iban.replace(/.{4}(?=.)/g, '$& ')}`);
    const [epcLines = [], ...otherCodes] = scannedCodes(mail).map((code) => code.split('\n'));
    expect(otherCodes).toEqual([]);
    expect(epcLines.slice(0, 8)).toEqual(expect.arrayContaining(['BCD', 'SCT', bankAccount.iban]));
    expect(epcLines).toContain(reserved.orderNumber);
    const paidOrder = await server.ordersJson<{ status: string; tickets: unknown[] }>(
      shop,
      'pay',
      reserved.orderNumber,
      ...['--received-at', '2026-11-20', '--reference', 'statement 42'],
    );
    expect([paidOrder.status, paidOrder.tickets.length]).toEqual(['paid', 2]);
    const [payment] = await server.ordersJson<object[]>(shop, 'payments', reserved.orderNumber);
    expect(payment).toMatchObject({ paidAt: '2026-11-20T00:00:00.000Z', reference: 'statement 42' });
    await eventually(() => expect(subjectsTo(reserved)).toEqual([awaitingSubject, ticketsSubject]));
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
    const { stdout } = await server.orders(shop, 'payments', reserved.orderNumber);
    expect(stdout).toMatch(new RegExp(`manual +paid +${formatAmount(reserved.total, 'EUR')}`));
    await expectRejected('pay', reserved, /is paid/);
    await expectRejected('cancel', reserved, /is paid/);
  });

  test('can expire: the stock is released, and the order can be paid only with --late and if there is stock', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'manual');
    await server.expireHold(reserved.orderNumber);
    await waitForExpiry(reserved);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 0 });
    await expectRejected('pay', reserved, /is expired/);
    const paidOrder = await server.ordersJson<{ status: string }>(shop, 'pay', reserved.orderNumber, '--late');
    expect(paidOrder.status).toBe('paid');
    await eventually(() => expect(subjectsTo(reserved).sort()).toEqual([awaitingSubject, ticketsSubject].sort()));
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
  });

  test('are rejected without changes if the order has expired and its stock is reserved again, even with --late', async () => {
    const expiredOrder = await server.reserve(shop);
    await server.pay(expiredOrder, 'manual');
    await server.expireHold(expiredOrder.orderNumber);
    await waitForExpiry(expiredOrder);
    await server.reserve(shop, { items: [{ ticketTypeId: shop.tenKm.id, quantity: 9 }] });
    await expectRejected(
      'pay',
      expiredOrder,
      /has expired, and not enough of "10 km" is left to sell it again\./,
      '--late',
    );
    expect(await stockOf()).toEqual({ sold: 0, reserved: 9 });
    expect(await statusOf(expiredOrder)).toBe('expired');
  });

  test('can be confirmed with --late for a pending order, but not for a cancelled order', async () => {
    const [pending, cancelled] = [await server.reserve(shop), await server.reserve(shop)];
    await server.ordersJson(shop, 'cancel', cancelled.orderNumber);
    await expectRejected('pay', cancelled, /is cancelled/, '--late');
    await server.ordersJson(shop, 'pay', pending.orderNumber, '--late');
    expect(await statusOf(pending)).toBe('paid');
  });

  test('cause a refund if the order is then also paid through Stripe, as for a cancelled order', async () => {
    const [paidTwice, cancelled] = [await server.startPayment(shop), await server.startPayment(shop)];
    const changes = [paidTwice, cancelled].map(({ sessionId }) => stripe.pay(sessionId));
    await server.ordersJson(shop, 'pay', paidTwice.orderNumber);
    await server.ordersJson(shop, 'cancel', cancelled.orderNumber);
    for (const change of changes) await server.sendEvent(change);
    const refundedAmounts = () => stripe.refunds.map(({ amount }) => amount);
    await eventually(() => expect(refundedAmounts()).toEqual([paidTwice.total, cancelled.total]));
    expect([await statusOf(paidTwice), await statusOf(cancelled)]).toEqual(['paid', 'cancelled']);
    const refundSubject = 'Your payment for Race is being refunded';
    await eventually(() => {
      expect(subjectsTo(paidTwice).sort()).toEqual([refundSubject, ticketsSubject]);
      expect(subjectsTo(cancelled).sort()).toEqual(['Your order for Race was cancelled', refundSubject]);
    });
  });
});
