import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../src/platform/money.ts';
import { useDatabase } from './harness/databases.ts';
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
  const t = useDatabase('sqlite');
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let server: PaymentServer;
  let shop: Shop;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    stripe = await StripeServer.start();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Tickets <tickets@organizer.test>' };
    server = new PaymentServer(t, stripe, { ...mail, MANUAL_HOLD_HOURS: '2' });
    await server.start();
  });
  beforeEach(async () => {
    shop = await server.shop();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.leaks()).toEqual([]);
    expect(server.logged().filter(({ level }) => level === 'error')).toEqual([]);
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
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
    const { sold, reserved } = (await shop.organizer.get(shop.event.id)).ticketTypes[0]!;
    return { sold, reserved };
  };
  const awaitingSubject = 'Complete your payment for Race';
  const ticketsSubject = 'Your tickets for Race';

  /** Asserts that a command fails with one line and changes nothing. */
  async function expectRejected(
    command: string,
    { orderNumber }: Reserved,
    reason: RegExp,
    ...args: string[]
  ): Promise<void> {
    const { id } = shop.organizer.organizer;
    const before = await allRows(t.db, id);
    const { code, stdout, stderr } = await server.orders(shop, command, orderNumber, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(reason);
    expect(await allRows(t.db, id)).toEqual(before);
  }

  test('hold the order for MANUAL_HOLD_HOURS, and the organizer’s confirmation issues and mails the tickets', async () => {
    const reserved = await server.reserve(shop);
    const earliestMs = Date.now() + 2 * hourMs;
    const first = await server.pay(reserved, 'manual');
    const latestMs = Date.now() + 2 * hourMs;
    expect(first).toMatchObject({ status: 'pending', redirectUrl: null });
    expect(Date.parse(first.expiresAt!)).toBeGreaterThanOrEqual(earliestMs);
    expect(Date.parse(first.expiresAt!)).toBeLessThanOrEqual(latestMs);
    expect(await server.pay(reserved, 'manual')).toEqual(first);
    expect((await server.order(reserved.orderNumber)).expires_at).toBe(first.expiresAt);
    await eventually(() => expect(subjectsTo(reserved)).toEqual([awaitingSubject]));
    const mail = smtp.mails.find(({ recipients }) => recipients.includes(reserved.email))!.parsed;
    const { text } = mail;
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    const until = `${clock.format(new Date(first.expiresAt!))} (Central European`;
    const lines = text!.split('\n').map((line) => line.trimEnd());
    expect(lines.find((line) => line.startsWith('Pay by: '))).toContain(until);
    expect(lines).toContain(`Amount: €${(reserved.total / 100).toFixed(2)}`);
    expect(lines).toContain(`Reference: ${reserved.orderNumber}`);
    expect(lines).toContain(`Account holder: ${bankAccount.accountHolder}`);
    expect(lines).toContain(`IBAN: ${bankAccount.iban.replace(/.{4}(?=.)/g, '$& ')}`);
    const [epc, ...others] = scannedCodes(mail).map((code) => code.split('\n'));
    expect(others).toEqual([]);
    expect(epc!.slice(0, 8)).toEqual(expect.arrayContaining(['BCD', 'SCT', bankAccount.iban]));
    expect(epc).toContain(reserved.orderNumber);
    const paid = await server.ordersJson<{ status: string; tickets: unknown[] }>(shop, 'pay', reserved.orderNumber);
    expect([paid.status, paid.tickets.length]).toEqual(['paid', 2]);
    await eventually(() => expect(subjectsTo(reserved)).toEqual([awaitingSubject, ticketsSubject]));
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
    const { stdout } = await server.orders(shop, 'payments', reserved.orderNumber);
    expect(stdout).toMatch(new RegExp(`manual +paid +${formatAmount(reserved.total, 'EUR')}`));
    await expectRejected('pay', reserved, /is paid/);
    await expectRejected('cancel', reserved, /is paid/);
  });

  test('expire: the stock is released, and only --late can pay the order, if there is stock', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'manual');
    await server.expireHold(reserved.orderNumber);
    await waitForExpiry(reserved);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 0 });
    await expectRejected('pay', reserved, /is expired/);
    const paid = await server.ordersJson<{ status: string }>(shop, 'pay', reserved.orderNumber, '--late');
    expect(paid.status).toBe('paid');
    await eventually(() => expect(subjectsTo(reserved).sort()).toEqual([awaitingSubject, ticketsSubject].sort()));
    expect(await stockOf()).toEqual({ sold: 2, reserved: 0 });
  });

  test('of an order whose stock is sold are rejected even with --late, and change nothing', async () => {
    const late = await server.reserve(shop);
    await server.pay(late, 'manual');
    await server.expireHold(late.orderNumber);
    await waitForExpiry(late);
    await server.reserve(shop, { items: [{ ticketTypeId: shop.run.id, quantity: 9 }] });
    await expectRejected('pay', late, /has expired, and not enough of "10 km" is left to sell it again\./, '--late');
    expect(await stockOf()).toEqual({ sold: 0, reserved: 9 });
    expect(await statusOf(late)).toBe('expired');
  });

  test('with --late are possible for a pending order, but not for a cancelled one', async () => {
    const [pending, cancelled] = [await server.reserve(shop), await server.reserve(shop)];
    await server.ordersJson(shop, 'cancel', cancelled.orderNumber);
    await expectRejected('pay', cancelled, /is cancelled/, '--late');
    await server.ordersJson(shop, 'pay', pending.orderNumber, '--late');
    expect(await statusOf(pending)).toBe('paid');
  });

  test('and Stripe payments of the same order: the Stripe payment is refunded, as for a cancelled order', async () => {
    const [twice, cancelled] = [await server.startPayment(shop), await server.startPayment(shop)];
    const changes = [twice, cancelled].map(({ sessionId }) => stripe.pay(sessionId));
    await server.ordersJson(shop, 'pay', twice.orderNumber);
    await server.ordersJson(shop, 'cancel', cancelled.orderNumber);
    for (const one of changes) await server.sendEvent(one);
    const refundedAmounts = () => stripe.refunds.map(({ amount }) => amount);
    await eventually(() => expect(refundedAmounts()).toEqual([twice.total, cancelled.total]), 10_000);
    expect([await statusOf(twice), await statusOf(cancelled)]).toEqual(['paid', 'cancelled']);
    const returned = 'Your payment for Race is being refunded';
    await eventually(() => {
      expect(subjectsTo(twice).sort()).toEqual([returned, ticketsSubject]);
      expect(subjectsTo(cancelled).sort()).toEqual(['Your order for Race was cancelled', returned]);
    });
  });
});
