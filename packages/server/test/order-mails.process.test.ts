import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { scannedCodes } from './harness/payments-mails.ts';
import { PaymentServer } from './harness/payments-server.ts';
import type { Shop } from './harness/public-site.ts';
import { eventually } from './harness/receiver.ts';
import { jsonOf } from './harness/responses.ts';
import { startCommand, startServer } from './harness/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from './harness/smtp.ts';
import { StripeServer } from './harness/stripe-server.ts';
import { violations } from './invariants.ts';

interface Order {
  readonly items: readonly { id: string; ticketTypeId: string | null }[];
  readonly tickets: readonly { id: string; bib: string; qrValue: string; status: string }[];
}

describe('e-mails to buyers', () => {
  let database: TestDatabase;
  let smtp: TestSmtpServer;
  let stripe: StripeServer;
  let server: PaymentServer;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase('sqlite');
    smtp = await startSmtpServer();
    stripe = await StripeServer.start();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Läufe & mehr <tickets@organizer.test>' };
    server = new PaymentServer(database, stripe, mail);
    await server.start();
    shop = await server.shop();
  });
  beforeEach(() => {
    smtp.replies = {};
  });
  afterAll(async () => {
    await server.stop();
    expect(server.leaks()).toEqual([]);
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    await stripe.stop();
    await smtp.close();
    await database.drop();
  });

  type Reserved = Awaited<ReturnType<PaymentServer['reserve']>>;
  const mailsFor = ({ email }: Pick<Reserved, 'email'>) =>
    smtp.mails.filter(({ recipients }) => recipients.includes(email)).map(({ parsed }) => parsed);
  /** Waits until a buyer has this many e-mails, and returns them. */
  async function mailsTo(buyer: Pick<Reserved, 'email'>, count: number) {
    await eventually(() => expect(mailsFor(buyer).length).toBeGreaterThanOrEqual(count));
    return mailsFor(buyer);
  }
  /** Waits until every queued e-mail is sent or dropped. */
  const allSent = () =>
    eventually(async () =>
      expect(await database.db.selectFrom('order_mails').select(['kind', 'error']).execute()).toEqual([]),
    );
  const linkTo = ({ orderNumber, payBody }: Reserved) =>
    `https://tickets.example.com/e/${shop.event.id}?order=${orderNumber}#${payBody.reservationToken}`;
  const textOf = (mail: Email) => defined(mail.text, 'The text of the e-mail');
  const linesOf = (mail: Email) =>
    textOf(mail)
      .split('\n')
      .map((line) => line.trimEnd());
  const readOrder = async ({ payBody, orderNumber }: Reserved): Promise<Order> => {
    const headers = { authorization: `Bearer ${payBody.reservationToken}` };
    return (await (await server.request(`/api/public/v1/orders/${orderNumber}`, { headers })).json()) as Order;
  };

  test('that the mail server rejects are logged and listed with their order, and are sent again by a command', async () => {
    const ownShop = await server.shop();
    const { slug, id: organizerId } = ownShop.organizerApi.organizer;
    smtp.replies = { rcptTo: () => ({ code: 550, text: 'No such mailbox' }) };
    const buyer = await server.paid(ownShop);
    const list = () => server.command<{ id: string }[]>('mails', 'list', '--failed', '--organizer', slug);
    await eventually(async () => expect(await list()).toHaveLength(1));
    const [failed] = await list();
    const mail = { kind: 'tickets', orderNumber: buyer.orderNumber };
    expect(failed).toMatchObject({ ...mail, organizer: slug, status: 'failed', error: expect.stringContaining('550') });
    await eventually(() =>
      expect(server.logged()).toContainEqual(
        expect.objectContaining({ ...mail, level: 'error', organizerId, msg: 'Mail failed and is not retried' }),
      ),
    );
    smtp.replies = {};
    expect(await server.command('mails', 'resend', '--failed', '--since', '2083-01-01')).toEqual([]);
    expect(await server.command('mails', 'resend', failed!.id)).toMatchObject([mail]);
    await mailsTo(buyer, 1);
    await allSent();
    expect(await list()).toEqual([]);
    const entries = await database.db.selectFrom('audit_entries').select('subject').where('action', '=', 'mail.resend');
    expect(await entries.execute()).toEqual([{ subject: buyer.orderNumber }]);
  });

  test('contain a code that verifies the e-mail address, in the subject and the text; the log does not contain it', async () => {
    const email = 'grace.hopper@example.com';
    server.secrets.add(email);
    expect((await server.post('otp', { email })).status).toBe(202);
    const mail = first(await mailsTo({ email }, 1));
    expect(mail.from).toMatchObject({ name: 'Läufe & mehr', address: 'tickets@organizer.test' });
    const code = defined(/^\s*(\d{6})\s*$/m.exec(textOf(mail))?.[1], 'The code in the e-mail');
    expect(mail.subject).toBe(`${code} is your code`);
    expect(mail.html).toContain(code);
    const verified = await server.post('otp/verify', { email, code });
    expect(verified.status, verified.text).toBe(200);
    server.secrets.add(jsonOf<{ buyerToken: string }>(verified).buyerToken);
    expect(server.output()).not.toContain(code);
  });

  test('are in the language that the browser of the buyer prefers, and lead to pages in this language', async () => {
    const ownShop = await server.shop();
    const language = 'de-AT,de;q=0.9,en;q=0.5';
    const reserved = await server.reserve(ownShop, { language });
    await server.pay(reserved, 'test');
    const tickets = first(await mailsTo(reserved, 1));
    expect(tickets.subject).toBe('Ihre Tickets für Race');
    expect(tickets.html).toContain('<html lang="de"');
    expect(textOf(tickets)).toContain(`/e/${ownShop.event.id}?lang=de&order=${reserved.orderNumber}#`);
    const email = 'kode@example.com';
    const cart = { eventId: ownShop.event.id, items: [{ ticketTypeId: ownShop.tenKm.id, quantity: 1 }] };
    expect((await server.post('otp', { email, cart }, language)).status).toBe(202);
    const code = first(await mailsTo({ email }, 1));
    expect(code.subject).toMatch(/^\d{6} ist Ihr Code$/);
    expect(textOf(code)).toContain(`/e/${ownShop.event.id}?lang=de#`);
    // The dashboard and the command line are in another language.
    await server.orders(ownShop, 'send-tickets', reserved.orderNumber);
    expect(elementAt(await mailsTo(reserved, 2), 1).subject).toBe('Ihre Tickets für Race');
  });

  test('are in the language of the event if that of the buyer has no texts', async () => {
    const ownShop = await server.shop();
    await ownShop.organizerApi.patch(`/events/${ownShop.event.id}`, { defaultLanguage: 'pl' });
    const reserved = await server.reserve(ownShop, { language: 'pt-PT' });
    await server.pay(reserved, 'test');
    const tickets = first(await mailsTo(reserved, 1));
    expect(tickets.subject).toBe('Twoje bilety: Race');
    expect(tickets.html).toContain('<html lang="pl"');
    expect(textOf(tickets)).toContain('Kiedy: sobota, 1 maja 2083');
    const cart = { eventId: ownShop.event.id, items: [{ ticketTypeId: ownShop.tenKm.id, quantity: 1 }] };
    expect((await server.post('otp', { email: 'kod@example.com', cart }, 'pt-PT')).status).toBe(202);
    expect(first(await mailsTo({ email: 'kod@example.com' }, 1)).subject).toMatch(/^\d{6} to Twój kod$/);
  });

  test('contain the tickets: QR codes, bibs, holders, categories, add-ons, amounts, local time, the calendar and the link', async () => {
    const reserved = await server.reserve(shop, {
      items: [
        { ticketTypeId: shop.tenKm.id, quantity: 2 },
        { ticketTypeId: shop.half.id, quantity: 1 },
      ],
      addons: [{ addonId: shop.drinks.id, quantity: 1 }],
      attendees: [{ ticketTypeId: shop.tenKm.id, holderName: 'Wendeline Ostrowski' }],
    });
    await server.pay(reserved, 'test');
    const mail = first(await mailsTo(reserved, 1));
    const { tickets } = await readOrder(reserved);
    expect(scannedCodes(mail)).toEqual(tickets.map(({ qrValue }) => qrValue));
    expect(mail.subject).toBe('Your tickets for Race');
    const actualLines = linesOf(mail);
    const [ticket1, ticket2, ticket3] = [first(tickets), elementAt(tickets, 1), elementAt(tickets, 2)];
    const expectedLines = [
      'When: Saturday, 1 May 2083, 08:00 – 14:00 (Central European Summer Time)',
      `Order: ${reserved.orderNumber}`,
      ...[
        'Holder: Wendeline Ostrowski',
        `Bib: ${ticket1.bib}`,
        `Bib: ${ticket2.bib}`,
        `Bib: ${ticket3.bib}`,
        'Category: 10K',
      ],
      ...[ticket1.qrValue, ticket2.qrValue, ticket3.qrValue],
      ...['Drinks: 5 units to redeem', '10 km (Quantity 2, €20.00 each): €40.00', 'Half: €35.00', 'Drinks: €9.00'],
      `Total: €${(reserved.total / 100).toFixed(2)}`,
      linkTo(reserved),
    ];
    for (const line of expectedLines) expect(actualLines).toContain(line);
    expect(mail.html).toContain(`href="${linkTo(reserved)}"`);
    expect(mail.from).toMatchObject({
      name: `${shop.organizerApi.organizer.name} via Läufe & mehr`,
      address: 'tickets@organizer.test',
    });
    const calendar = defined(
      mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar'),
      'The calendar',
    );
    const calendarData = new ICAL.Component(ICAL.parse(Buffer.from(calendar.content as ArrayBuffer).toString()));
    expect(new ICAL.Event(defined(calendarData.getFirstSubcomponent('vevent'), 'The event'))).toMatchObject({
      uid: `${shop.event.id}@tickets.example.com`,
      summary: 'Race',
    });
    await allSent();
    expect(mailsFor(reserved)).toHaveLength(1);
  });

  test('state the amount of a refund, and contain only valid tickets if they are sent again', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'test');
    await mailsTo(reserved, 1);
    const { tickets } = await readOrder(reserved);
    await server.ordersJson(shop, 'refund', reserved.orderNumber, '--ticket', first(tickets).id);
    const partialRefundMail = elementAt(await mailsTo(reserved, 2), 1);
    const half = Math.round(reserved.total / 2);
    const euros = (amount: number) => `€${(amount / 100).toFixed(2)}`;
    expect(partialRefundMail.subject).toBe('Your refund for Race');
    const organizer = shop.organizerApi.organizer.name;
    const days = 'The money goes back to the payment method you used, which can take up to 10 business days.';
    expect(linesOf(partialRefundMail)).toContain(
      `${organizer} is refunding you ${euros(half)} of your order for Race. ${days}`,
    );
    const voided = (await readOrder(reserved)).tickets.filter(({ status }) => status === 'void');
    expect(voided.map(({ id }) => id)).toEqual([first(tickets).id]);
    expect(linesOf(partialRefundMail)).toContain('This ticket and its QR code are no longer valid:');
    expect(linesOf(partialRefundMail)).toContain(`10 km · Bib ${first(voided).bib}`);
    expect(partialRefundMail.text).toContain('The rest of your order is still valid.');

    await server.orders(shop, 'send-tickets', reserved.orderNumber);
    const resentMail = elementAt(await mailsTo(reserved, 3), 2);
    const validTickets = (await readOrder(reserved)).tickets.filter(({ status }) => status === 'valid');
    expect(validTickets).toHaveLength(1);
    expect(scannedCodes(resentMail)).toEqual(validTickets.map(({ qrValue }) => qrValue));

    await server.ordersJson(shop, 'refund', reserved.orderNumber);
    const fullRefundMail = elementAt(await mailsTo(reserved, 4), 3);
    expect(linesOf(fullRefundMail)).toContain(
      `${organizer} is refunding you ${euros(reserved.total - half)} of your order for Race. ${days}`,
    );
    expect(linesOf(fullRefundMail)).toContain(`Earlier refunds: \u2212${euros(half)}`);
    expect(linesOf(fullRefundMail)).toContain(
      'Your entire order was refunded. Its tickets and their QR codes are no longer valid.',
    );
    const rejectedResult = await server.orders(shop, 'send-tickets', reserved.orderNumber);
    expect([rejectedResult.code, rejectedResult.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: [^\n]+refunded[^\n]+\n$/),
    ]);
  });

  test('say that the organizer pays the money back after the refund of a manual payment', async () => {
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'manual');
    await mailsTo(reserved, 1);
    await server.ordersJson(shop, 'pay', reserved.orderNumber);
    await mailsTo(reserved, 2);
    await server.ordersJson(shop, 'refund', reserved.orderNumber);
    const mail = elementAt(await mailsTo(reserved, 3), 2);
    const organizer = shop.organizerApi.organizer.name;
    const total = `€${(reserved.total / 100).toFixed(2)}`;
    expect(linesOf(mail)).toContain(
      `${organizer} is refunding you ${total} of your order for Race. You will receive the money directly from ${organizer}.`,
    );
    expect(mail.text).not.toMatch(/refunded you|have refunded|payment method/);
  });

  test('are sent if the organizer cancels an order, but not if the buyer cancels it', async () => {
    const [cancelledByBuyer, cancelledByOrganizer] = [await server.reserve(shop), await server.reserve(shop)];
    await server.post('cancel', {
      orderNumber: cancelledByBuyer.orderNumber,
      reservationToken: cancelledByBuyer.payBody.reservationToken,
    });
    await server.ordersJson(shop, 'cancel', cancelledByOrganizer.orderNumber);
    const mail = first(await mailsTo(cancelledByOrganizer, 1));
    expect(mail.subject).toBe('Your order for Race was cancelled');
    expect(linesOf(mail)).toContain(`Order: ${cancelledByOrganizer.orderNumber}`);
    await allSent();
    expect([mailsFor(cancelledByBuyer), mailsFor(cancelledByOrganizer).length]).toEqual([[], 1]);
  });

  test('state the amount and currency of a returned payment', async () => {
    const startedPayment = await server.startPayment(shop);
    await server.sendEvent(stripe.pay(startedPayment.sessionId, { amount: 650_000, currency: 'JPY' }));
    const mail = first(await mailsTo(startedPayment, 1));
    expect(mail.subject).toBe('Your payment for Race is being refunded');
    expect(linesOf(mail)).toContain(
      'We could not accept your payment of ¥650,000 for Race and are refunding it in full.',
    );
    expect(mail.text).not.toContain('€');
    await allSent();
    expect(mailsFor(startedPayment)).toHaveLength(1);
  });

  test('arrive after the next start if they were being sent when the server crashed and are still needed', async () => {
    const [postponed, inFlight, refunded] = [
      await server.reserve(shop),
      await server.reserve(shop),
      await server.reserve(shop),
    ];
    const response = Promise.withResolvers<undefined>();
    const receivedBy = new Set<string>();
    smtp.replies = {
      data: ({ recipients }) => {
        receivedBy.add(first(recipients));
        return recipients[0] === inFlight.email ? response.promise : { code: 451, text: 'try later' };
      },
    };
    await server.pay(inFlight, 'test');
    await server.pay(postponed, 'test');
    await eventually(() => expect([...receivedBy].sort()).toEqual([postponed.email, inFlight.email].sort()));
    await server.kill();
    await server.ordersJson(shop, 'pay', refunded.orderNumber);
    await server.ordersJson(shop, 'refund', refunded.orderNumber);
    expect([postponed, inFlight, refunded].flatMap(mailsFor)).toEqual([]);
    smtp.replies = {};
    await server.start(); // Only one server can use a data directory, so the start releases the leases of the crashed server.
    for (const buyer of [postponed, inFlight]) {
      const mail = first(await mailsTo(buyer, 1));
      expect(mail.subject).toBe('Your tickets for Race');
      expect(scannedCodes(mail)).toHaveLength(2);
    }
    await allSent();
    expect(mailsFor(refunded).map(({ subject }) => subject)).toEqual(['Your refund for Race']);
    expect(mailsFor(postponed)).toHaveLength(1);
    expect(mailsFor(inFlight)).toHaveLength(1);
    response.resolve(undefined);
  });
});

describe('without a mail server', () => {
  test('e-mails are written to DATA_DIR/outbox as .eml files, and the log names the folder', async () => {
    const database = await createDatabase('sqlite');
    const server = new PaymentServer(database, null);
    onTestFinished(async () => {
      await server.kill();
      await database.drop();
    });
    await server.start();
    const folder = join(database.dataDir, 'outbox');
    await eventually(() => expect(server.logged()).toContainEqual(expect.objectContaining({ level: 'warn', folder })));
    expect(server.logged().find((line) => line['folder'] === folder)?.msg).toMatch(/^SMTP_URL is not set/);
    const shop = await server.shop();
    const reserved = await server.reserve(shop);
    await server.pay(reserved, 'test');
    const files = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));
    await eventually(() => expect(files()).toHaveLength(1));
    const mail = await PostalMime.parse(readFileSync(join(folder, first(files()))));
    expect(mail).toMatchObject({ subject: 'Your tickets for Race', to: [{ address: reserved.email }] });
    expect(scannedCodes(mail)).toHaveLength(2);
    await server.stop();
    expect(server.leaks()).toEqual([]);
  });

  test('a production server that sells does not start, and names SMTP_URL in one line; a server that does not sell starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { DATA_DIR: folder, NODE_ENV: 'production' };
    const rejectedStarts = await Promise.all(
      [['serve'], ['serve', '--role', 'worker']].map((args) => {
        const { child, result } = startCommand(args, { ...env, PORT: '0' });
        onTestFinished(() => {
          child.kill('SIGKILL'); // Only necessary if the server started.
        });
        return result;
      }),
    );
    for (const { code, stdout, stderr } of rejectedStarts) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: SMTP_URL [^\n]+\n$/);
    }
    const baseline = await startServer({ ...env, DEPLOYMENT: 'baseline' });
    onTestFinished(() => baseline.kill());
    expect((await fetch(`${baseline.url}/readyz`)).status).toBe(200);
    expect(await baseline.stop()).toBe(0);
  });
});
