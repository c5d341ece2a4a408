import ICAL from 'ical.js';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pixelsOf } from '../../../../test/harness/payments-mails.ts';
import { startSmtpServer } from '../../../../test/harness/smtp.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { awaitingPaymentMail } from './awaiting-payment.ts';
import { cancelledMail } from './cancelled.ts';
import type { MailPaymentInstructions, MailTicket, OrderMailData } from './order-mail.ts';
import { otpMail } from './otp.ts';
import { paymentReturnedMail } from './payment-returned.ts';
import { qrImage } from './qr-image.ts';
import { type MailRefund, refundedMail } from './refunded.ts';
import { ticketsMail } from './tickets.ts';

type Order = OrderMailData['order'];
type Event = OrderMailData['event'];

type Organizer = OrderMailData['organizer'];

const ticket = {
  id: 'tkt_1',
  ticketTypeName: '10 km run',
  holderName: 'Ada Lovelace',
  bib: '1042',
  category: 'W30',
  qrValue: '7QK3M9ZC0V5T8W2X4Y6B1N3H5J7R9D0F',
  status: 'valid',
} as const;

function dataWith(order: Partial<Order> = {}, event: Partial<Event> = {}, name: string | null = 'Ada'): OrderMailData {
  return {
    order: {
      orderNumber: 'DXEYW82S1E',
      status: 'paid',
      currency: 'EUR',
      total: 12_690,
      refundedTotal: 0,
      expiresAt: '2027-04-20T16:30:00.000Z',
      url: 'https://tickets.example.com/e/one?order=DXEYW82S1E&x="y"#rsv_secret',
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
        { name: '10 km run', quantity: 2, unitPrice: 4_900, total: 9_800 },
        { name: 'Pasta party', quantity: 1, unitPrice: 2_600, total: 2_600 },
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
      id: 'evt_1',
      slug: 'harbour-night-run',
      name: 'Harbour Night Run',
      startsAt: '2027-05-01T18:00:00.000Z',
      endsAt: '2027-05-01T21:30:00.000Z',
      timezone: 'Europe/Berlin',
      venue: { name: 'Fischmarkt', address: null, city: 'Hamburg', country: 'DE' },
      updatedAt: '2027-01-02T03:04:05.000Z',
      url: 'https://tickets.example.com/e/one',
      ...event,
    },
    organizer: plainOrganizer,
    paymentInstructions: transfer,
  };
}

const plainOrganizer: Organizer = {
  name: 'Harbour Running Club',
  contactEmail: null,
  contactPhone: null,
  websiteUrl: null,
  imprintUrl: null,
  termsUrl: null,
  privacyUrl: null,
  logoUrl: null,
  accentColor: null,
  replyTo: null,
};

const fullOrganizer: Organizer = {
  name: 'Harbour Running Club',
  contactEmail: 'hello@club.example.com',
  contactPhone: '+49 40 5550123',
  websiteUrl: 'https://club.example.com/',
  imprintUrl: 'https://club.example.com/imprint',
  termsUrl: 'https://club.example.com/terms',
  privacyUrl: 'https://club.example.com/privacy',
  logoUrl: 'https://club.example.com/logo.png',
  accentColor: '#b3123f',
  replyTo: 'answers@club.example.com',
};

const transfer: MailPaymentInstructions = {
  accountHolder: 'Harbour Running Club e.V.',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  text: 'At the door, too:\ncash only.',
  epcQr: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Running Club e.V.\nDE89370400440532013000\nEUR126.9\n\n\nDXEYW82S1E',
};

const refundOf = (amount: number, given: Partial<MailRefund> = {}): MailRefund => ({
  amount,
  byProvider: amount,
  tickets: [],
  ...given,
});

const imagesOf = (attachments: MailMessage['attachments']) =>
  (attachments ?? []).filter(({ contentType }) => contentType === 'image/png');

const all: Record<string, (data: OrderMailData) => MailMessage> = {
  otp: ({ buyer }) => otpMail({ to: buyer.email, code: '492817', validMinutes: 10 }),
  tickets: ticketsMail,
  'awaiting payment': awaitingPaymentMail,
  refunded: (data) => refundedMail(data, refundOf(2_000, { byProvider: 500, tickets: data.order.tickets })),
  cancelled: cancelledMail,
  'payment returned': (data) => paymentReturnedMail(data, { amount: 12_690, currency: 'EUR' }),
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** What a reader of the HTML sees, and where its links lead. */
function seenIn(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const shown = body.replace(/<div style="display:none.*?<\/div>/s, '').replace(/<a [^>]*href="([^"]*)"/g, ' $1 <a');
  return unescaped(shown.replace(/<[^>]*>/g, ' '));
}

const words = (text: string) => (text.match(/[^\s:()]+/g) ?? []).filter((word) => !/^[-=·]+$/.test(word)).sort();

describe.each(Object.entries(all))('the %s mail', (_name, render) => {
  test('says the same in plain text as in HTML', () => {
    for (const organizer of [plainOrganizer, fullOrganizer]) {
      const { text, html } = render({ ...dataWith(), organizer });
      expect(words(text)).toEqual(words(seenIn(html)));
    }
  });

  test('loads nothing from elsewhere, and has the language, a preview and a dark form', () => {
    const { html, attachments = [] } = render(dataWith());
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source!);
    expect(sources).toEqual(attachments.flatMap(({ cid }) => (cid === undefined ? [] : [`cid:${cid}`])));
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
        items: [{ name: evil, quantity: 1, unitPrice: 100, total: 100 }],
        tickets: [{ ...ticket, ticketTypeName: evil, holderName: evil, bib: evil, category: evil }],
        entitlements: [{ name: evil, unitsTotal: 1, unitsRemaining: 1 }],
      },
      { name: evil, venue: { name: evil, address: evil, city: evil, country: evil } },
      evil,
    );
    const contact = { contactEmail: evil, contactPhone: evil, websiteUrl: evil, imprintUrl: `javascript:${evil}` };
    const looks = { logoUrl: evil, accentColor: `#000000;${evil}` };
    const mail = render({ ...data, organizer: { ...plainOrganizer, ...contact, ...looks, name: evil } });
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).not.toMatch(/[\u202a-\u202e]/);
    expect(mail.html).not.toMatch(/javascript:|#000000;/);
    expect(`${mail.subject} ${mail.senderName}`).not.toMatch(/[\r\n\u202e]/);
    expect(mail.text).not.toMatch(/^(Bcc|Total: 0)/m);
    if (mail.subject.includes('<')) expect(mail.text).toContain(shown);
    expect(words(mail.text)).toEqual(words(seenIn(mail.html)));
  });
});

test('a one-time code is the first thing in the subject, and in the text', () => {
  const { to, subject, text } = otpMail({ to: 'ada@example.com', code: '492817', validMinutes: 1 });
  expect([to, subject]).toEqual(['ada@example.com', '492817 is your code']);
  expect(text).toMatch(/^ *492817$/m);
  expect(text).toContain('It expires in 1 minute.');
  expect(text).toContain('Do not share this code');
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
  const images = imagesOf(attachments);
  expect(images.map(({ content }) => decodeQR(pixelsOf(content)))).toEqual([ticket.qrValue, 'SECOND0000000000']);
  for (const { cid, contentType } of images) {
    expect(contentType).toBe('image/png');
    expect(html).toContain(`src="cid:${cid}"`);
  }
  const event = ['Date: Saturday, 1 May 2027', 'Time: 20:00 – 23:30', 'Where: Fischmarkt, Hamburg, Germany'];
  const first = ['10 km run', 'Holder: Ada Lovelace', 'Bib: 1042', 'Category: W30', ...event, ticket.qrValue, ''];
  const second = ['10 km run', 'Bib: 1043', ...event, 'Status: Already used', 'SECOND0000000000', ''];
  expect(text).toContain(['Ticket 1 of 2', 'Harbour Night Run', ...first].join('\n'));
  expect(text).toContain(['Ticket 2 of 2', 'Harbour Night Run', ...second].join('\n'));
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
  const [image, calendar, ...others] = parsed.attachments;
  expect(others).toEqual([]);
  expect(calendar).toMatchObject({
    mimeType: 'text/calendar',
    disposition: 'attachment',
    filename: `harbour-night-run.ics`,
  });
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
    'Pasta party: 2 units to use',
    'Drink voucher: 1 of 3 units left to use',
    '10 km run (Quantity 2, €49.00 each): €98.00',
    'Pasta party: €26.00',
    'Discount: −€5.00',
    'Fees: €7.90',
    'Total: €126.90',
    'The total includes €19.00 tax.',
  ];
  for (const line of lines) expect(text.split('\n')).toContain(line);
  expect(html).toContain('href="https://tickets.example.com/e/one?order=DXEYW82S1E&amp;x=&quot;y&quot;#rsv_secret"');
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

test('of 35 tickets 20 come with their codes, and the mail says where the other 15 are', () => {
  const tickets = Array.from({ length: 35 }, (_, index) => ({ ...ticket, qrValue: `CODE-${index + 1}-` }));
  const { text, html, attachments } = ticketsMail(dataWith({ tickets }));
  expect(imagesOf(attachments).map(({ content }) => decodeQR(pixelsOf(content)))).toEqual(
    tickets.slice(0, 20).map(({ qrValue }) => qrValue),
  );
  expect(html!.match(/src="cid:/g)).toHaveLength(20);
  for (const form of [text, seenIn(html!)]) {
    expect(form).toContain('Your order has 15 more tickets.');
    expect(form.match(/CODE-\d+-/g)).toHaveLength(20);
  }
  expect(text.match(/ more ticket/g)).toHaveLength(1);
  expect(ticketsMail(dataWith({ tickets: tickets.slice(0, 21) })).text).toContain(
    'Your order has 1 more ticket. Open it with the button above to see its QR code.',
  );
  expect(ticketsMail(dataWith({ tickets: tickets.slice(0, 20) })).text).not.toContain(' more ticket');
});

test('an order that awaits payment says how much is to be paid, to which account, with which reference, until when', () => {
  const { subject, text, html, attachments } = awaitingPaymentMail(dataWith());
  expect(subject).toBe('Complete your payment for Harbour Night Run');
  const until = 'Tuesday, 20 April 2027, 18:30 (Central European Summer Time)';
  const lines = [
    `Your order for Harbour Night Run is reserved, but not paid yet. Please pay Harbour Running Club by ${until}.`,
    'Amount: €126.90',
    'Account holder: Harbour Running Club e.V.',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'BIC: COBADEFFXXX',
    'Reference: DXEYW82S1E',
    `Pay by: ${until}`,
    'At the door, too:',
    'cash only.',
  ];
  for (const line of lines) expect(text.split('\n')).toContain(line);
  const [code, ...others] = imagesOf(attachments);
  expect(others).toEqual([]);
  expect(html).toContain(`src="cid:${code!.cid}"`);
  expect(decodeQR(pixelsOf(code!.content))).toBe(transfer.epcQr);
});

test('without an account there is no QR code to pay with, and the mail says who tells how to pay', () => {
  const words = { ...transfer, accountHolder: null, iban: null, bic: null, epcQr: null };
  const withWords = awaitingPaymentMail({ ...dataWith(), paymentInstructions: words });
  expect(withWords.text).toContain('cash only.');
  const without = awaitingPaymentMail({ ...dataWith(), paymentInstructions: null });
  expect(without.text).toContain('Harbour Running Club will tell you how to pay.');
  for (const { text, attachments } of [withWords, without]) {
    expect(text).not.toMatch(/IBAN|BIC|Account|scan|QR/);
    expect(imagesOf(attachments)).toEqual([]);
  }
});

describe('a refund', () => {
  const tickets: readonly MailTicket[] = [
    { ...ticket, status: 'void' },
    { ...ticket, holderName: null, bib: '1043', status: 'void' },
  ];

  test('says how much, and what is left to pay after it', () => {
    const { text } = refundedMail(dataWith({ status: 'partially_refunded', refundedTotal: 5_000 }), refundOf(2_000));
    expect(text).toContain('Your refund of €20.00');
    expect(text).toContain('This refund: −€20.00\nEarlier refunds: −€30.00\nTotal after refunds: €76.90');
  });

  test('names the tickets that it ended, and says that their QR codes are no longer valid', () => {
    const data = dataWith({ status: 'partially_refunded', refundedTotal: 2_000 });
    const one = refundedMail(data, refundOf(2_000, { tickets: tickets.slice(0, 1) })).text;
    expect(one).toContain(
      'This ticket and its QR code are no longer valid:\n\n10 km run · Ada Lovelace · Bib 1042\n\n',
    );
    expect(one).toContain('The rest of your order stays valid.');
    const two = refundedMail(data, refundOf(2_000, { tickets })).text;
    expect(two).toContain('These tickets and their QR codes are no longer valid:');
    expect(two).toContain('\n10 km run · Ada Lovelace · Bib 1042\n10 km run · Bib 1043\n');
  });

  test('of an add-on says that it cannot be used, and of a whole order that no ticket is valid', () => {
    const data = dataWith({ status: 'partially_refunded', refundedTotal: 2_000 });
    expect(refundedMail(data, refundOf(2_000)).text).toContain('What was refunded can no longer be used.');
    const whole = refundedMail(dataWith({ status: 'refunded', refundedTotal: 12_690 }), refundOf(12_690, { tickets }));
    expect(whole.text).toContain('The whole order is refunded. Its tickets and their QR codes are no longer valid.');
    expect(whole.text).not.toContain('stays valid');
  });

  test.for([
    [2_000, 'The money goes back to the payment method that you paid with, which can take up to 10 business days.'],
    [0, 'You will receive the money directly from Harbour Running Club.'],
    [
      500,
      '€5.00 goes back to the payment method that you paid with, which can take up to 10 business days. You will receive €15.00 directly from Harbour Running Club.',
    ],
  ] as const)(
    'of 2,000 of which a provider pays back %d says who pays it, and never that it is done',
    ([byProvider, who]) => {
      const { text } = refundedMail(dataWith({ refundedTotal: 2_000 }), refundOf(2_000, { byProvider }));
      expect(text).toContain(
        `Harbour Running Club is refunding you €20.00 of your order for Harbour Night Run. ${who}`,
      );
      expect(text).not.toMatch(/refunded you|have refunded|We /);
    },
  );

  test('of what cost nothing tells of no money', () => {
    const { subject, text } = refundedMail(dataWith({ total: 0 }), refundOf(0, { tickets }));
    expect(subject).toBe('Your order for Harbour Night Run was changed');
    expect(text).not.toMatch(/€|refund(s|ed) you/);
  });
});

describe('mails about an order', () => {
  const renders = Object.entries(all).filter(([name]) => name !== 'otp');

  test.for(renders)(
    'the %s mail is sent in the name of the organizer, names the event in its subject and links to the order',
    ([, render]) => {
      const data = { ...dataWith(), organizer: fullOrganizer };
      const mail = render(data);
      expect(mail).toMatchObject({ senderName: 'Harbour Running Club', replyTo: 'answers@club.example.com' });
      expect(mail.subject).toContain('Harbour Night Run');
      expect(mail.text.split('\n')).toContain(data.order.url);
      expect(unescaped(mail.html)).toContain(`href="${data.order.url}"`);
      expect(render({ ...data, organizer: { ...fullOrganizer, replyTo: null } }).replyTo).toBe(
        'hello@club.example.com',
      );
      expect(render(dataWith())).not.toHaveProperty('replyTo');
    },
  );

  test.for(renders)(
    'the %s mail has the contact, the legal links, the logo and the colour of the organizer',
    ([, render]) => {
      const { text, html } = render({ ...dataWith(), organizer: fullOrganizer });
      const lines = [
        'Harbour Running Club · hello@club.example.com · +49 40 5550123',
        'Website: https://club.example.com/',
        'Imprint: https://club.example.com/imprint',
        'Terms: https://club.example.com/terms',
        'Privacy: https://club.example.com/privacy',
      ];
      for (const line of lines) expect(text.split('\n')).toContain(line);
      for (const path of ['imprint', 'terms', 'privacy']) {
        expect(html).toContain(`href="https://club.example.com/${path}"`);
      }
      expect(html).toContain('<img src="https://club.example.com/logo.png"');
      expect(html).toContain('background-color:#b3123f');
    },
  );

  test.for(renders)('the %s mail shows a logo from https only', ([, render]) => {
    for (const logoUrl of ['http://club.example.com/logo.png', 'data:image/png;base64,AA==', 'https://"', 'cid:x']) {
      expect(render({ ...dataWith(), organizer: { ...fullOrganizer, logoUrl } }).html).not.toContain(`src="${logoUrl}`);
    }
  });

  test.for(renders)(
    'the %s mail keeps names that are written from right to left apart from the words around them',
    ([, render]) => {
      const [event, club, buyer] = ['סביבון 5 ק״מ', 'نادي الميناء', 'عائشة'];
      const data = dataWith({}, { name: event }, buyer);
      const { text, html, subject, senderName } = render({ ...data, organizer: { ...plainOrganizer, name: club } });
      for (const name of [event, club, buyer]) {
        expect(text).toContain(name);
        for (const form of [text, html]) {
          expect(form.replaceAll(`\u2068${name}\u2069`, '').replace(/<title>.*?<\/title>/, '')).not.toContain(name);
        }
      }
      expect(subject).toContain(event);
      expect(`${subject} ${senderName}`).not.toMatch(/[\u2066-\u2069]/);
    },
  );
});

test('the tickets mail brings the event for the calendar', () => {
  const { attachments } = ticketsMail(dataWith());
  const { filename, contentType, content, cid } = attachments!.at(-1)!;
  expect([filename, contentType, cid]).toEqual(['harbour-night-run.ics', 'text/calendar; charset=utf-8', undefined]);
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(content.toString())).getFirstSubcomponent('vevent')!);
  expect(event).toMatchObject({ summary: 'Harbour Night Run', location: 'Fischmarkt, Hamburg, Germany' });
  expect(event.startDate.toJSDate().toISOString()).toBe('2027-05-01T18:00:00.000Z');
});

test('a mail with as many tickets as it may have is not cut off by mail programs, which show 102 kB', () => {
  const tickets = Array.from({ length: 20 }, () => ({
    ...ticket,
    holderName: 'Wendeline Ostrowski-Featherstonehaugh',
  }));
  const { html } = ticketsMail(
    dataWith({ tickets }, { name: 'The Harbour Night Run and Half Marathon of the Free City' }),
  );
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

test('a ticket for several days says from when to when, and the only one is not numbered', () => {
  const { text } = ticketsMail(dataWith({ tickets: [ticket] }, { endsAt: '2027-05-03T10:00:00.000Z' }));
  expect(text).toContain('\nYour ticket\nHarbour Night Run\n');
  expect(text).toContain('\nFrom: Saturday, 1 May 2027, 20:00\nTo: Monday, 3 May 2027, 12:00\n');
});

test('a sentence that ends in a name with a full stop has no second one', () => {
  const organizer = { ...plainOrganizer, name: 'Kranich e.V.' };
  for (const render of Object.values(all)) expect(render({ ...dataWith(), organizer }).text).not.toContain('V..');
});

test('ten cards of ten cups are told apart from the name of the card', () => {
  const name = 'Coffee card, 10 cups';
  const items = [{ name, quantity: 10, unitPrice: 2_400, total: 24_000 }];
  const entitlements = [{ name, unitsTotal: 100, unitsRemaining: 100 }];
  const { text } = ticketsMail(dataWith({ items, entitlements, tickets: [] }));
  expect(text).toContain('Coffee card, 10 cups (Quantity 10, €24.00 each): €240.00');
  expect(text).toContain('Coffee card, 10 cups: 100 units to use');
  expect(text).not.toContain('10 ×');
});

test('a link leads to the web, or is left out', () => {
  const without = dataWith({ url: 'javascript:alert(1)' });
  expect(cancelledMail(without).html + ticketsMail(without).html).not.toMatch(/javascript:|<a /);
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
