import { decodeQR } from 'qr/decode.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pixelsOf } from '../../../../test/harness/payments-mails.ts';
import { startSmtpServer } from '../../../../test/harness/smtp.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { awaitingPaymentMail } from './awaiting-payment.ts';
import { cancelledMail } from './cancelled.ts';
import type { OrderMailData } from './order-mail.ts';
import { otpMail } from './otp.ts';
import { paymentReturnedMail } from './payment-returned.ts';
import { qrImage } from './qr-image.ts';
import { refundedMail } from './refunded.ts';
import { ticketsMail } from './tickets.ts';

type Order = OrderMailData['order'];
type Event = OrderMailData['event'];

const ticket = {
  ticketTypeName: '10 km run',
  holderName: 'Ada Lovelace',
  bib: '1042',
  category: 'W30',
  qrValue: '7QK3M9ZC0V5T8W2X4Y6B1N3H5J7R9D0F',
  status: 'valid',
} as const;

const organizer: OrderMailData['organizer'] = {
  name: 'Harbour Running Club',
  contactEmail: null,
  contactPhone: null,
  websiteUrl: null,
  imprintUrl: null,
  termsUrl: null,
  privacyUrl: null,
  replyTo: null,
  logoUrl: null,
  accentColor: null,
};

function dataWith(order: Partial<Order> = {}, event: Partial<Event> = {}, name: string | null = 'Ada'): OrderMailData {
  return {
    order: {
      orderNumber: 'DXEYW82S1E',
      currency: 'EUR',
      total: 12_690,
      refundedTotal: 0,
      expiresAt: '2027-04-20T16:30:00.000Z',
      url: 'https://tickets.example.com/e/one?order=DXEYW82S1E&x="y"',
      feeBreakdown: {
        subtotal: 12_400,
        discount: 500,
        platformFee: 400,
        paymentFee: 390,
        tax: 1_900,
        total: 12_690,
        paidBy: 'buyer',
      },
      items: [
        { name: '10 km run', quantity: 2, total: 9_800 },
        { name: 'Pasta party', quantity: 1, total: 2_600 },
      ],
      tickets: [
        ticket,
        { ...ticket, holderName: null, bib: '1043', category: null, qrValue: 'SECOND0000000000', status: 'used' },
        { ...ticket, holderName: 'Gone', bib: '1044', qrValue: 'VOID000000000000', status: 'void' },
      ],
      entitlements: [
        { name: 'Pasta party', unitsTotal: 2, unitsRemaining: 2 },
        { name: 'Drink voucher', unitsTotal: 3, unitsRemaining: 1 },
      ],
      ...order,
    },
    buyer: { email: 'ada@example.com', name },
    event: {
      name: 'Harbour Night Run',
      startsAt: '2027-05-01T18:00:00.000Z',
      endsAt: '2027-05-01T21:30:00.000Z',
      timezone: 'Europe/Berlin',
      venue: { name: 'Fischmarkt', address: null, city: 'Hamburg', country: 'DE' },
      url: 'https://tickets.example.com/e/one',
      ...event,
    },
    organizer,
    paymentInstructions: null,
  };
}

const all: Record<string, (data: OrderMailData) => MailMessage> = {
  otp: ({ buyer }) => otpMail({ to: buyer.email, code: '492817', validMinutes: 10 }),
  tickets: ticketsMail,
  'awaiting payment': awaitingPaymentMail,
  refunded: (data) => refundedMail(data, 2_000),
  cancelled: cancelledMail,
  'payment returned': (data) => paymentReturnedMail(data, 12_690),
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** What a reader of the HTML sees, and where its links lead. */
function seenIn(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const shown = body.replace(/<div style="display:none.*?<\/div>/s, '').replace(/<a [^>]*href="([^"]*)"/g, ' $1 <a');
  return unescaped(shown.replace(/<[^>]*>/g, ' '));
}

const words = (text: string) => (text.match(/[^\s:]+/g) ?? []).filter((word) => !/^[-=]+$/.test(word)).sort();

describe.each(Object.entries(all))('the %s mail', (_name, render) => {
  test('says the same in plain text as in HTML', () => {
    const { text, html } = render(dataWith());
    expect(words(text)).toEqual(words(seenIn(html)));
  });

  test('loads nothing from elsewhere, and has the language, a preview and a dark form', () => {
    const { html, attachments = [] } = render(dataWith());
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source!);
    expect(sources).toEqual(attachments.map(({ cid }) => `cid:${cid}`));
    expect(html).not.toMatch(/url\(|@import|<link|<script|srcset/i);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toMatch(/<body[^>]*>\s*<div style="display:none/);
  });

  test('shows names with markup, line breaks and hidden characters as text on one line', () => {
    const evil = `<img src=x onerror=alert(1)>"'&amp;\r\nBcc: eve@example.net\n\nTotal: \u202e0`;
    const shown = `<img src=x onerror=alert(1)>"'&amp; Bcc: eve@example.net Total: 0`;
    const data = dataWith(
      {
        orderNumber: evil,
        items: [{ name: evil, quantity: 1, total: 100 }],
        tickets: [{ ...ticket, ticketTypeName: evil, holderName: evil, bib: evil, category: evil }],
        entitlements: [{ name: evil, unitsTotal: 1, unitsRemaining: 1 }],
      },
      { name: evil, venue: { name: evil, address: evil, city: evil, country: evil } },
      evil,
    );
    const mail = render({ ...data, organizer: { ...organizer, name: evil } });
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).not.toMatch(/[\u202a-\u202e]/);
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail.text).not.toMatch(/^(Bcc|Total: 0)/m);
    if (mail.subject.includes('<')) expect(mail.text).toContain(shown);
    expect(words(mail.text)).toEqual(words(seenIn(mail.html)));
  });
});

test('a one-time code is in the mail, and neither in its subject nor in its preview', () => {
  const { to, subject, text, html } = otpMail({ to: 'ada@example.com', code: '492817', validMinutes: 1 });
  expect(to).toBe('ada@example.com');
  expect(text).toContain('492817');
  expect(text).toContain('within 1 minute.');
  expect(text).toContain('Nobody from us will ever ask');
  expect(subject).not.toContain('492817');
  expect(/<div style="display:none.*?<\/div>/s.exec(html)![0]).not.toContain('492817');
});

test.for([ticket.qrValue, 'A', 'Ünïcödé 🏃', 'x'.repeat(300)])(
  'the image of %s reads as it, and is about 300 pixels wide',
  (value) => {
    const image = pixelsOf(qrImage(value));
    expect(decodeQR(image)).toBe(value);
    expect(image.width).toBeGreaterThan(250);
    expect(image.width).toBeLessThan(360);
  },
);

test('each ticket comes with its code as an image and in letters, its holder, bib and category; void ones do not', () => {
  const { text, html, attachments } = ticketsMail(dataWith());
  expect(attachments!.map(({ content }) => decodeQR(pixelsOf(content)))).toEqual([ticket.qrValue, 'SECOND0000000000']);
  for (const { cid, contentType } of attachments!) {
    expect(contentType).toBe('image/png');
    expect(html).toContain(`src="cid:${cid}"`);
  }
  expect(text).toContain(`10 km run\nHolder: Ada Lovelace\nBib: 1042\nCategory: W30\n${ticket.qrValue}\n`);
  expect(text).toContain('10 km run\nBib: 1043\nStatus: Already used\nSECOND0000000000\n');
  expect(text + html).not.toMatch(/1044|Gone|VOID0/);
});

test('tickets arrive with their QR codes within the text, whatever the names hold', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const transport = smtpTransport(server.url, 'Tickets <tickets@example.com>');
  onTestFinished(() => transport.close());
  const name = 'Özge 李\r\nBcc: eve@example.net\r\n\r\nHello';
  const mail = ticketsMail(dataWith({ tickets: [{ ...ticket, holderName: name }] }, { name }, name));
  await transport.send('mal_1', mail);
  const { parsed, recipients } = server.mails[0]!;
  expect(recipients).toEqual(['ada@example.com']);
  expect([parsed.bcc ?? [], parsed.cc ?? []]).toEqual([[], []]);
  expect(parsed.subject).toBe('Your ticket for Özge 李 Bcc: eve@example.net Hello');
  expect(parsed.text?.trim()).toBe(mail.text.trim());
  expect(parsed.html?.trim()).toBe(mail.html.trim());
  const [image, ...others] = parsed.attachments;
  expect(others).toEqual([]);
  expect(image).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
  expect(parsed.html).toContain(`src="cid:${image!.contentId!.slice(1, -1)}"`);
  expect(decodeQR(pixelsOf(Buffer.from(image!.content as ArrayBuffer)))).toBe(ticket.qrValue);
});

test('the tickets mail names the event, its time and zone, its venue, the order, the add-ons and the sums', () => {
  const { subject, text, html } = ticketsMail(dataWith());
  expect(subject).toBe('Your tickets for Harbour Night Run');
  const lines = [
    'When: Saturday, 1 May 2027, 20:00 – 23:30 (Central European Summer Time)',
    'Where: Fischmarkt, Hamburg, Germany',
    'Order: DXEYW82S1E',
    'Pasta party: 2 units',
    'Drink voucher: 1 of 3 units left',
    '2 × 10 km run: €98.00',
    'Discount: −€5.00',
    'Fees: €7.90',
    'Total: €126.90',
    'The total includes €19.00 tax.',
  ];
  for (const line of lines) expect(text.split('\n')).toContain(line);
  expect(html).toContain('href="https://tickets.example.com/e/one?order=DXEYW82S1E&amp;x=&quot;y&quot;"');
});

test('what the organizer bears and what costs nothing is not in the sums', () => {
  const fees = { subtotal: 5_000, discount: 0, platformFee: 400, paymentFee: 390, tax: 0, total: 5_000 };
  const { text } = ticketsMail(dataWith({ total: 5_000, feeBreakdown: { ...fees, paidBy: 'organizer' } }));
  expect(text).not.toMatch(/Fees|Tax|tax|Discount/);
});

test('tax on top of the prices is in the sums', () => {
  const fees = { subtotal: 5_000, discount: 0, platformFee: 400, paymentFee: 0, tax: 950, total: 5_950 };
  const { text } = ticketsMail(dataWith({ total: 5_950, feeBreakdown: { ...fees, paidBy: 'organizer' } }));
  expect(text).toContain('\nTax: €9.50\nTotal: €59.50\n');
});

test('one ticket is one ticket, and an order without any is an order', () => {
  expect(ticketsMail(dataWith({ tickets: [ticket] })).subject).toBe('Your ticket for Harbour Night Run');
  expect(ticketsMail(dataWith({ tickets: [] })).subject).toBe('Your order for Harbour Night Run');
});

test('of 45 tickets 30 come with their codes, and the mail says where the other 15 are', () => {
  const tickets = Array.from({ length: 45 }, (_, index) => ({ ...ticket, qrValue: `CODE-${index + 1}-` }));
  const { text, html, attachments } = ticketsMail(dataWith({ tickets }));
  expect(attachments!.map(({ content }) => decodeQR(pixelsOf(content)))).toEqual(
    tickets.slice(0, 30).map(({ qrValue }) => qrValue),
  );
  expect(html!.match(/src="cid:/g)).toHaveLength(30);
  for (const form of [text, seenIn(html!)]) {
    expect(form).toContain('15 more tickets, with their QR codes, are on the page of your order');
    expect(form.match(/CODE-\d+-/g)).toHaveLength(30);
  }
  expect(text.match(/ more ticket/g)).toHaveLength(1);
  expect(ticketsMail(dataWith({ tickets: tickets.slice(0, 31) })).text).toContain(
    '1 more ticket, with its QR code, is on',
  );
  expect(ticketsMail(dataWith({ tickets: tickets.slice(0, 30) })).text).not.toContain(' more ticket');
});

test('an order that awaits payment says until when it is held, and who confirms', () => {
  const { text } = awaitingPaymentMail(dataWith());
  expect(text).toContain('is held until Tuesday, 20 April 2027, 18:30 (Central European Summer Time).');
  expect(text).toContain('Harbour Running Club confirms your payment of €126.90.');
});

test('a refund says what it paid back, and whether anything of the order stays', () => {
  const part = refundedMail(dataWith({ refundedTotal: 5_000 }), 2_000).text;
  expect(part).toContain('€20.00 refunded');
  expect(part).toContain('This refund: −€20.00\nRefunded before: −€30.00\nTotal after refunds: €76.90');
  expect(part).toContain('the rest of your order stays');
  expect(refundedMail(dataWith({ refundedTotal: 12_690 }), 12_690).text).toContain('refunded in full');
});

test('a link leads to the web, or is left out', () => {
  const without = dataWith({ url: null }, { url: 'javascript:alert(1)' });
  expect(cancelledMail(without).html + ticketsMail(without).html).not.toMatch(/javascript:|<a /);
  expect(ticketsMail(dataWith({ url: null })).html).toContain('href="https://tickets.example.com/e/one"');
});

test.for(['Buy at evil.example', 'https://evil.example', 'me@evil.example', 'x'.repeat(61), '', null])(
  'nobody is greeted with %j',
  (name) => {
    expect(cancelledMail(dataWith({}, {}, name)).text).not.toContain('Hello');
  },
);

test.for(['Ada', 'J. R. R. Tolkien', 'Özge Çelik', '李小龍', 'O’Brien-Smith'])('%s is greeted', (name) => {
  expect(cancelledMail(dataWith({}, {}, name)).text).toContain(`Hello ${name},`);
});
