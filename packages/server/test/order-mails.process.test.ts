import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { scannedCodes } from './harness/payments-mails.ts';
import { SellingServer } from './harness/payments-server.ts';
import type { Shop } from './harness/public-site.ts';
import { eventually } from './harness/receiver.ts';
import { jsonOf } from './harness/responses.ts';
import { startCommand, startServer } from './harness/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from './harness/smtp.ts';
import { StripeServer } from './harness/stripe-server.ts';
import { violations } from './invariants.ts';

interface Order {
  readonly items: readonly { id: string; ticketTypeId: string | null }[];
  readonly tickets: readonly { bib: string; qrValue: string; status: string }[];
}

describe('mails to buyers', () => {
  let t: TestDatabase;
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let server: SellingServer;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase('sqlite');
    smtp = await startSmtpServer();
    stripe = await StripeServer.start();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Läufe & mehr <tickets@organizer.test>' };
    server = new SellingServer(t, stripe, mail);
    await server.start();
    shop = await server.shop();
  });
  beforeEach(() => {
    smtp.replies = {};
  });
  afterAll(async () => {
    await server.stop();
    expect(server.leaks()).toEqual([]);
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    await stripe.stop();
    await smtp.close();
    await t.drop();
  });

  type Reserved = Awaited<ReturnType<SellingServer['reserve']>>;
  const to = ({ email }: Pick<Reserved, 'email'>) =>
    smtp.mails.filter(({ recipients }) => recipients.includes(email)).map(({ parsed }) => parsed);
  /** The mails to a buyer, once there are this many. */
  async function mailsTo(buyer: Pick<Reserved, 'email'>, count: number) {
    await eventually(() => expect(to(buyer).length).toBeGreaterThanOrEqual(count));
    return to(buyer);
  }
  /** Waits until every queued mail is sent or dropped. */
  const allSent = () =>
    eventually(async () => expect(await t.db.selectFrom('mails').select(['kind', 'error']).execute()).toEqual([]));
  const linkTo = ({ orderNumber, payBody }: Reserved) =>
    `https://tickets.example.com/e/${shop.event.id}?order=${orderNumber}#${payBody.reservationToken}`;
  const textOf = (mail: Email | undefined) => mail!.text!.split('\n').map((line) => line.trimEnd());
  const read = async ({ payBody, orderNumber }: Reserved): Promise<Order> => {
    const headers = { authorization: `Bearer ${payBody.reservationToken}` };
    return (await (await server.request(`/api/public/v1/orders/${orderNumber}`, { headers })).json()) as Order;
  };

  test('contain a code that verifies the address, also in the subject, but the log does not', async () => {
    const email = 'grace.hopper@example.com';
    server.secrets.add(email);
    expect((await server.post('otp', { email })).status).toBe(202);
    const [mail] = await mailsTo({ email }, 1);
    expect(mail!.from).toMatchObject({ name: 'Läufe & mehr', address: 'tickets@organizer.test' });
    const code = /^\s*(\d{6})\s*$/m.exec(mail!.text!)![1]!;
    expect(mail!.subject).toBe(`${code} is your code`);
    expect(mail!.html).toContain(code);
    const verified = await server.post('otp/verify', { email, code });
    expect(verified.status, verified.text).toBe(200);
    server.secrets.add(jsonOf<{ buyerToken: string }>(verified).buyerToken);
    expect(server.output()).not.toContain(code);
  });

  test('contain the tickets: QR codes, bibs, holders, categories, add-ons, amounts, local time, the calendar and the link', async () => {
    const reserved = await server.reserve(shop, {
      items: [
        { ticketTypeId: shop.run.id, quantity: 2 },
        { ticketTypeId: shop.half.id, quantity: 1 },
      ],
      addons: [{ addonId: shop.drinks.id, quantity: 1 }],
      attendees: [{ ticketTypeId: shop.run.id, holderName: 'Wendeline Ostrowski' }],
    });
    await server.pay(reserved, 'test');
    const [mail] = await mailsTo(reserved, 1);
    const { tickets } = await read(reserved);
    expect(scannedCodes(mail!)).toEqual(tickets.map(({ qrValue }) => qrValue));
    expect(mail!.subject).toBe('Your tickets for Race');
    const text = textOf(mail);
    const [first, second, third] = tickets;
    const lines = [
      'When: Saturday, 1 May 2027, 08:00 – 14:00 (Central European Summer Time)',
      `Order: ${reserved.orderNumber}`,
      ...[
        'Holder: Wendeline Ostrowski',
        `Bib: ${first!.bib}`,
        `Bib: ${second!.bib}`,
        `Bib: ${third!.bib}`,
        'Category: 10K',
      ],
      ...[first!.qrValue, second!.qrValue, third!.qrValue],
      ...['Drinks: 5 units to redeem', '10 km (Quantity 2, €20.00 each): €40.00', 'Half: €35.00', 'Drinks: €9.00'],
      `Total: €${(reserved.total / 100).toFixed(2)}`,
      linkTo(reserved),
    ];
    for (const line of lines) expect(text).toContain(line);
    expect(mail!.html).toContain(`href="${linkTo(reserved)}"`);
    expect(mail!.from).toMatchObject({
      name: `${shop.organizer.organizer.name} via Läufe & mehr`,
      address: 'tickets@organizer.test',
    });
    const calendar = mail!.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!;
    const event = new ICAL.Component(ICAL.parse(Buffer.from(calendar.content as ArrayBuffer).toString()));
    expect(new ICAL.Event(event.getFirstSubcomponent('vevent')!)).toMatchObject({
      uid: `${shop.event.id}@tickets.example.com`,
      summary: 'Race',
    });
    await allSent();
    expect(to(reserved)).toHaveLength(1);
  });

  test('state the amount of each refund, and resent mails contain only valid tickets', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'test');
    await mailsTo(reserved, 1);
    const { items } = await read(reserved);
    await server.ordersJson(shop, 'refund', reserved.orderNumber, '--item', `${items[0]!.id}:1`);
    const part = (await mailsTo(reserved, 2))[1]!;
    const half = Math.round(reserved.total / 2);
    const euros = (amount: number) => `€${(amount / 100).toFixed(2)}`;
    expect(part.subject).toBe('Your refund for Race');
    const organizer = shop.organizer.organizer.name;
    const days = 'The money goes back to the payment method you used, which can take up to 10 business days.';
    expect(textOf(part)).toContain(`${organizer} is refunding you ${euros(half)} of your order for Race. ${days}`);
    const voided = (await read(reserved)).tickets.filter(({ status }) => status === 'void');
    expect(voided).toHaveLength(1);
    expect(textOf(part)).toContain('This ticket and its QR code are no longer valid:');
    expect(textOf(part)).toContain(`10 km · Bib ${voided[0]!.bib}`);
    expect(part.text).toContain('The rest of your order is still valid.');

    await server.orders(shop, 'send-tickets', reserved.orderNumber);
    const again = (await mailsTo(reserved, 3))[2]!;
    const left = (await read(reserved)).tickets.filter(({ status }) => status === 'valid');
    expect(left).toHaveLength(1);
    expect(scannedCodes(again)).toEqual(left.map(({ qrValue }) => qrValue));

    await server.ordersJson(shop, 'refund', reserved.orderNumber);
    const rest = (await mailsTo(reserved, 4))[3]!;
    expect(textOf(rest)).toContain(
      `${organizer} is refunding you ${euros(reserved.total - half)} of your order for Race. ${days}`,
    );
    expect(textOf(rest)).toContain(`Earlier refunds: \u2212${euros(half)}`);
    expect(textOf(rest)).toContain(
      'Your entire order was refunded. Its tickets and their QR codes are no longer valid.',
    );
    const rejected = await server.orders(shop, 'send-tickets', reserved.orderNumber);
    expect([rejected.code, rejected.stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+refunded[^\n]+\n$/)]);
  });

  test('about a refund of a manual payment say that the organizer pays it back', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'manual');
    await mailsTo(reserved, 1);
    await server.ordersJson(shop, 'pay', reserved.orderNumber);
    await mailsTo(reserved, 2);
    await server.ordersJson(shop, 'refund', reserved.orderNumber);
    const mail = (await mailsTo(reserved, 3))[2]!;
    const organizer = shop.organizer.organizer.name;
    const total = `€${(reserved.total / 100).toFixed(2)}`;
    expect(textOf(mail)).toContain(
      `${organizer} is refunding you ${total} of your order for Race. You will receive the money directly from ${organizer}.`,
    );
    expect(mail.text).not.toMatch(/refunded you|have refunded|payment method/);
  });

  test('are sent when the organizer cancels, and not when the buyer does', async () => {
    const [given, cancelled] = [await server.reserve(shop), await server.reserve(shop)];
    await server.post('cancel', { orderNumber: given.orderNumber, reservationToken: given.payBody.reservationToken });
    await server.ordersJson(shop, 'cancel', cancelled.orderNumber);
    const [mail] = await mailsTo(cancelled, 1);
    expect(mail!.subject).toBe('Your order for Race was cancelled');
    expect(textOf(mail)).toContain(`Order: ${cancelled.orderNumber}`);
    await allSent();
    expect([to(given), to(cancelled).length]).toEqual([[], 1]);
  });

  test('about a returned payment state its amount and currency', async () => {
    const started = await server.startPayment(shop);
    await server.sendEvent(stripe.pay(started.sessionId, { amount: 650_000, currency: 'JPY' }));
    const [mail] = await mailsTo(started, 1);
    expect(mail!.subject).toBe('Your payment for Race is being refunded');
    expect(textOf(mail)).toContain(
      'We could not accept your payment of ¥650,000 for Race and are refunding it in full.',
    );
    expect(mail!.text).not.toContain('€');
    await allSent();
    expect(to(started)).toHaveLength(1);
  });

  test('in flight when the server crashed arrive after its next start, if they are still needed', async () => {
    const [postponed, inFlight, refunded] = [
      await server.reserve(shop),
      await server.reserve(shop),
      await server.reserve(shop),
    ];
    const response = Promise.withResolvers<undefined>();
    const received = new Set<string>();
    smtp.replies = {
      data: ({ recipients }) => {
        received.add(recipients[0]!);
        return recipients[0] === inFlight.email ? response.promise : { code: 451, text: 'try later' };
      },
    };
    await server.pay(inFlight, 'test');
    await server.pay(postponed, 'test');
    await eventually(() => expect([...received].sort()).toEqual([postponed.email, inFlight.email].sort()));
    await server.kill();
    await server.ordersJson(shop, 'pay', refunded.orderNumber);
    await server.ordersJson(shop, 'refund', refunded.orderNumber);
    expect([postponed, inFlight, refunded].flatMap(to)).toEqual([]);
    smtp.replies = {};
    await server.start(); // It is the only server on its data directory: leases of the crashed server are released.
    for (const one of [postponed, inFlight]) {
      const [mail] = await mailsTo(one, 1);
      expect(mail!.subject).toBe('Your tickets for Race');
      expect(scannedCodes(mail!)).toHaveLength(2);
    }
    await allSent();
    expect(to(refunded).map(({ subject }) => subject)).toEqual(['Your refund for Race']);
    expect(to(postponed)).toHaveLength(1);
    expect(to(inFlight)).toHaveLength(1);
    response.resolve(undefined);
  });
});

describe('without a mail server', () => {
  test('mails are .eml files in DATA_DIR/outbox that only their owner can read, and the log says so', async () => {
    const t = await createDatabase('sqlite');
    const server = new SellingServer(t, null);
    onTestFinished(async () => {
      await server.kill();
      await t.drop();
    });
    await server.start();
    const folder = join(t.dataDir, 'outbox');
    await eventually(() => expect(server.logged()).toContainEqual(expect.objectContaining({ level: 'warn', folder })));
    expect(server.logged().find((line) => line['folder'] === folder)!.msg).toMatch(/^SMTP_URL is not set/);
    const shop = await server.shop();
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'test');
    const files = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));
    await eventually(() => expect(files()).toHaveLength(1));
    const mail = await PostalMime.parse(readFileSync(join(folder, files()[0]!)));
    expect(mail).toMatchObject({ subject: 'Your tickets for Race', to: [{ address: reserved.email }] });
    expect(scannedCodes(mail)).toHaveLength(2);
    await server.stop();
    expect(server.leaks()).toEqual([]);
  });

  test('a production server that sells does not start and names SMTP_URL in one line; one that does not sell starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { DATA_DIR: folder, NODE_ENV: 'production' };
    const rejected = await Promise.all(
      [['serve'], ['serve', '--role', 'worker']].map((args) => {
        const { child, result } = startCommand(args, { ...env, PORT: '0' });
        onTestFinished(() => {
          child.kill('SIGKILL'); // If it has started.
        });
        return result;
      }),
    );
    for (const { code, stdout, stderr } of rejected) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: SMTP_URL [^\n]+\n$/);
    }
    const baseline = await startServer({ ...env, DEPLOYMENT: 'baseline' });
    onTestFinished(() => baseline.kill());
    expect((await fetch(`${baseline.url}/readyz`)).status).toBe(200);
    expect(await baseline.stop()).toBe(0);
  });
});
