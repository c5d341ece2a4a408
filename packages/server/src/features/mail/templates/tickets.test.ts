import ICAL from 'ical.js';
import { decodeQR } from 'qr/decode.js';
import { expect, onTestFinished, test } from 'vitest';
import { orderMailData, pngAttachments, ticket, visibleText } from '../../../../test/harness/mail-samples.ts';
import { pixelsOf } from '../../../../test/harness/payments-mails.ts';
import { type ReceivedMail, startSmtpServer } from '../../../../test/harness/smtp.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import { qrImage } from './qr-image.ts';
import { ticketsMail } from './tickets.ts';

test.for([ticket.qrValue, 'A', 'Ünïcödé 🏃', 'x'.repeat(300)])(
  'the QR image of %s decodes to the same text, and is about 300 pixels wide',
  (value) => {
    const image = pixelsOf(qrImage(value));
    expect(decodeQR(image)).toBe(value);
    expect(image.width).toBeGreaterThan(250);
    expect(image.width).toBeLessThan(360);
  },
);

test('each valid ticket has its QR code, its code as text, its holder, bib and category, and void tickets are omitted', () => {
  const { text, html, attachments } = ticketsMail(orderMailData());
  const images = pngAttachments(attachments);
  expect(images.map(({ content }) => decodeQR(pixelsOf(content)))).toEqual([ticket.qrValue, 'SECOND0000000000']);
  for (const { cid, contentType } of images) {
    expect(contentType).toBe('image/png');
    expect(html).toContain(`src="cid:${cid}"`);
  }
  const event = ['Date: Saturday, 1 May 2027', 'Time: 20:00 – 23:30', 'Where: Fischmarkt, Hamburg, Germany'];
  const firstTicket = ['10 km run', 'Holder: Ada Lovelace', 'Bib: 1042', 'Category: W30', ...event, ticket.qrValue, ''];
  const secondTicket = ['10 km run', 'Bib: 1043', ...event, 'Status: Already used', 'SECOND0000000000', ''];
  expect(text).toContain(['Ticket 1 of 2', 'Harbour Night Run', ...firstTicket].join('\n'));
  expect(text).toContain(['Ticket 2 of 2', 'Harbour Night Run', ...secondTicket].join('\n'));
  expect(text + html).not.toMatch(/1044|Gone|VOID0/);
});

test('tickets arrive with inline QR codes, even if a name contains mail headers', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  const transport = smtpTransport(server.url, 'Tickets <tickets@example.com>');
  onTestFinished(() => transport.close());
  const name = 'Özge 李\r\nBcc: eve@example.net\r\n\r\nHello';
  const mail = ticketsMail(orderMailData({ tickets: [{ ...ticket, holderName: name }] }, { name }, name));
  await transport.send('mal_1', mail);
  const [{ parsed, recipients }] = server.mails as [ReceivedMail];
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

test('the tickets e-mail contains the event, its time and time zone, its venue, the order, the add-ons and the amounts', () => {
  const { subject, text, html } = ticketsMail(orderMailData());
  expect(subject).toBe('Your tickets for Harbour Night Run');
  const lines = [
    'When: Saturday, 1 May 2027, 20:00 – 23:30 (Central European Summer Time)',
    'Where: Fischmarkt, Hamburg, Germany',
    'Order: DXEYW82S1E',
    'Pasta party: 2 units to redeem',
    'Drink voucher: 1 of 3 units left to redeem',
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

test('fees paid by the organizer and amounts of zero are not listed', () => {
  const fees = { subtotal: 5_000, discount: 0, platformFee: 400, paymentFee: 390, tax: 0, total: 5_000 };
  const { text } = ticketsMail(orderMailData({ total: 5_000, feeBreakdown: { ...fees, paidBy: 'organizer' } }));
  expect(text).not.toMatch(/Fees|Tax|tax|Discount/);
});

test('tax added to the prices is listed', () => {
  const fees = { subtotal: 5_000, discount: 0, platformFee: 400, paymentFee: 0, tax: 950, total: 5_950 };
  const { text } = ticketsMail(orderMailData({ total: 5_950, feeBreakdown: { ...fees, paidBy: 'organizer' } }));
  expect(text).toContain('\nTax: €9.50\nTotal: €59.50\n');
});

test('the subject says "ticket" for one ticket, and "order" for an order without tickets', () => {
  expect(ticketsMail(orderMailData({ tickets: [ticket] })).subject).toBe('Your ticket for Harbour Night Run');
  expect(ticketsMail(orderMailData({ tickets: [] })).subject).toBe('Your order for Harbour Night Run');
});

test('an e-mail about 35 tickets contains the QR codes of 20 tickets, and mentions that there are 15 more', () => {
  const tickets = Array.from({ length: 35 }, (_, index) => ({ ...ticket, qrValue: `CODE-${index + 1}-` }));
  const { text, html, attachments } = ticketsMail(orderMailData({ tickets }));
  expect(pngAttachments(attachments).map(({ content }) => decodeQR(pixelsOf(content)))).toEqual(
    tickets.slice(0, 20).map(({ qrValue }) => qrValue),
  );
  expect(html!.match(/src="cid:/g)).toHaveLength(20);
  for (const content of [text, visibleText(html!)]) {
    expect(content).toContain('Your order has 15 more tickets.');
    expect(content.match(/CODE-\d+-/g)).toHaveLength(20);
  }
  expect(text.match(/ more ticket/g)).toHaveLength(1);
  expect(ticketsMail(orderMailData({ tickets: tickets.slice(0, 21) })).text).toContain(
    'Your order has 1 more ticket. Open it with the button above to see its QR code.',
  );
  expect(ticketsMail(orderMailData({ tickets: tickets.slice(0, 20) })).text).not.toContain(' more ticket');
});

test('the tickets e-mail has a calendar file of the event as an attachment', () => {
  const { attachments } = ticketsMail(orderMailData());
  const { filename, contentType, content, cid } = attachments!.at(-1)!;
  expect([filename, contentType, cid]).toEqual(['harbour-night-run.ics', 'text/calendar; charset=utf-8', undefined]);
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(content.toString())).getFirstSubcomponent('vevent')!);
  expect(event).toMatchObject({ summary: 'Harbour Night Run', location: 'Fischmarkt, Hamburg, Germany' });
  expect(event.startDate.toJSDate().toISOString()).toBe('2027-05-01T18:00:00.000Z');
});

test('a ticket of a type with its own start has this start in the e-mail and in the calendar file', () => {
  const wave = { ...ticket, ticketTypeId: 'tty_2', ticketTypeName: 'Wave B', startsAt: '2027-05-02T06:45:00.000Z' };
  const { text, attachments } = ticketsMail(orderMailData({ tickets: [ticket, wave, { ...wave, id: 'tkt_3' }] }));
  const starts = ['Date: Saturday, 1 May 2027\nTime: 20:00 – 23:30\n', 'Date: Sunday, 2 May 2027\nTime: 08:45\n'];
  expect(starts.map((start) => text.split(start).length - 1)).toEqual([1, 2]);
  const calendar = new ICAL.Component(ICAL.parse(attachments!.at(-1)!.content.toString()));
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
  expect(entries.map(({ uid, summary }) => [uid, summary])).toEqual([
    ['evt_1@tickets.example.com', 'Harbour Night Run'],
    ['tty_2@tickets.example.com', 'Harbour Night Run: Wave B'],
  ]);
  expect(entries[1]!.startDate.toJSDate().toISOString()).toBe(wave.startsAt);
  expect(entries[1]!.component.hasProperty('dtend')).toBe(false);
});

test('an e-mail with the maximum number of tickets is smaller than 102 kB, the size at which mail programs cut it off', () => {
  const tickets = Array.from({ length: 20 }, () => ({
    ...ticket,
    holderName: 'Wendeline Ostrowski-Featherstonehaugh',
  }));
  const { html } = ticketsMail(
    orderMailData({ tickets }, { name: 'The Harbour Night Run and Half Marathon of the Free City' }),
  );
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

test('a ticket for several days has a start and an end, and a single ticket has no number', () => {
  const { text } = ticketsMail(orderMailData({ tickets: [ticket] }, { endsAt: '2027-05-03T10:00:00.000Z' }));
  expect(text).toContain('\nYour ticket\nHarbour Night Run\n');
  expect(text).toContain('\nFrom: Saturday, 1 May 2027, 20:00\nTo: Monday, 3 May 2027, 12:00\n');
});

test('the quantity and the units are unambiguous, even if the name of an add-on contains a number', () => {
  const name = 'Coffee card, 10 cups';
  const items = [{ name, quantity: 10, unitPrice: 2_400, total: 24_000 }];
  const entitlements = [{ ticketId: null, name, unitsTotal: 100, unitsRemaining: 100 }];
  const { text } = ticketsMail(orderMailData({ items, entitlements, tickets: [] }));
  expect(text).toContain('Coffee card, 10 cups (Quantity 10, €24.00 each): €240.00');
  expect(text).toContain('Coffee card, 10 cups: 100 units to redeem');
  expect(text).not.toContain('10 ×');
});
