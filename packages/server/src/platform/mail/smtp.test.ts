import { expect, onTestFinished, test, vi } from 'vitest';
import { type ReceivedMail, type SmtpReplies, startSmtpServer } from '../../../test/harness/smtp.ts';
import { failureCode } from './failure.ts';
import { smtpTransport } from './smtp.ts';
import { type MailMessage, MailRejected } from './transport.ts';

const from = '"Läufe, und mehr" <tickets@example.com>';
const id = 'mal_01kamz0g5ve4q8v5x2c4g6t0yd';
const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const mail: MailMessage = {
  to: 'ada@example.org',
  subject: 'Your tickets for Läufe 🏃',
  text: 'Bring them along. ÄÖÜ\n.\nfrom here on',
  html: '<p>Bring them along. ÄÖÜ</p><img src="cid:one@qr">',
  attachments: [
    { filename: 'one.gif', contentType: 'image/gif', content: pixel, cid: 'one@qr' },
    { filename: 'Quittung ä.txt', contentType: 'text/plain', content: Buffer.from('29.00') },
  ],
};

async function connect(replies: SmtpReplies = {}, query = '') {
  const server = await startSmtpServer({ replies });
  onTestFinished(() => server.close());
  const transport = smtpTransport(server.url + query, from);
  onTestFinished(() => transport.close());
  return { server, transport };
}

async function errorOf(sending: Promise<void>): Promise<Error> {
  return sending.then(
    () => expect.unreachable(),
    (error: Error) => error,
  );
}

test('an e-mail arrives with its sender, recipient, subject, texts, images and files, and a Message-ID with its id', async () => {
  const { server, transport } = await connect();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await transport.send(id, mail);
  const [{ parsed, sender, recipients }] = server.mails as [ReceivedMail];
  expect({ sender, recipients }).toEqual({ sender: 'tickets@example.com', recipients: ['ada@example.org'] });
  expect(parsed.from).toMatchObject({ name: 'Läufe, und mehr', address: 'tickets@example.com' });
  expect(parsed.to).toMatchObject([{ name: '', address: 'ada@example.org' }]);
  expect(parsed).toMatchObject({ subject: mail.subject, messageId: `<${id}@example.com>` });
  expect(parsed.text?.trim()).toBe(mail.text);
  expect(parsed.html?.trim()).toBe(mail.html);
  expect(Date.parse(parsed.date!)).toBe(Date.parse('2026-11-20T09:00:00Z'));
  expect(parsed.headers.filter(({ key }) => key === 'auto-submitted')).toMatchObject([{ value: 'auto-generated' }]);
  expect(parsed.attachments).toMatchObject([
    { filename: 'one.gif', mimeType: 'image/gif', disposition: 'inline', contentId: '<one@qr>' },
    { filename: 'Quittung ä.txt', mimeType: 'text/plain', disposition: 'attachment' },
  ]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(pixel);
});

const club = 'Kranich Läufer, "die schnellen" & 李小龍';

test.for([
  ['"Läufe, und mehr" <tickets@example.com>', club, `${club} via Läufe, und mehr`],
  ['tickets@example.com', club, `${club} via example.com`],
  ['Kranich <tickets@example.com>', 'KRANICH', 'KRANICH'],
  ['Tickets <tickets@example.com>', 'نادي الميناء', 'نادي الميناء via Tickets'],
  ['Tickets <tickets@example.com>', 'x'.repeat(200), `${'x'.repeat(200)} via Tickets`],
  ['Tickets <tickets@example.com>', undefined, 'Tickets'],
] as const)(
  'the sender %s and the organizer %j have the display name %j',
  async ([sender, senderName, displayName]) => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    const transport = smtpTransport(server.url, sender);
    onTestFinished(() => transport.close());
    await transport.send(id, { ...mail, ...(senderName === undefined ? {} : { senderName }) });
    const [{ parsed, sender: envelopeSender }] = server.mails as [ReceivedMail];
    expect(parsed.from).toMatchObject({ name: displayName, address: 'tickets@example.com' });
    expect(envelopeSender).toBe('tickets@example.com');
    expect(parsed.replyTo ?? []).toEqual([]);
  },
);

test('an e-mail can have a Reply-To address', async () => {
  const { server, transport } = await connect();
  await transport.send(id, { ...mail, senderName: 'Kranich', replyTo: 'hello@kranich.example' });
  const [{ parsed }] = server.mails as [ReceivedMail];
  expect(parsed.replyTo).toMatchObject([{ address: 'hello@kranich.example' }]);
  expect(parsed.headers.filter(({ key }) => key === 'reply-to')).toHaveLength(1);
});

test('mails to e-mail addresses that are not ASCII arrive; a domain is encoded in ASCII if only the domain is not ASCII', async () => {
  const { server, transport } = await connect();
  await transport.send(id, { ...mail, to: 'ada@läufe.example' });
  await transport.send(id, { ...mail, to: 'özge@läufe.example' });
  const [domainMail, bothMail] = server.mails as [ReceivedMail, ReceivedMail];
  expect(domainMail.raw).toContain('\r\nTo: ada@xn--lufe-loa.example\r\n');
  expect(domainMail.recipients).toEqual(['ada@läufe.example']); // The test server has decoded the domain.
  expect(bothMail.parsed.to).toMatchObject([{ address: 'özge@läufe.example' }]);
  expect(bothMail.recipients).toEqual(['özge@läufe.example']);
});

test.for([
  { subject: 'Tickets\r\nBcc: eve@example.net\r\n\r\nHello' },
  { subject: 'Tickets\u2028Bcc: eve@example.net\n\n<script>' },
  { senderName: 'Club" <eve@example.net>, "x\r\nBcc: eve@example.net\r\n\r\nHello' },
  { senderName: 'Club\u2029Bcc: eve@example.net\u0000\u0085' },
  { replyTo: 'hello@example.org\r\nBcc: eve@example.net\r\n\r\nHello' },
  { to: 'ada@example.org\r\nBcc: eve@example.net' },
  { to: 'ada@example.org>\r\nRCPT TO:<eve@example.net' },
  { to: 'ada@example.org, eve@example.net' },
  { to: 'Ada <ada@example.org>; eve@example.net' },
  { to: 'friends: ada@example.org, eve@example.net;' },
])('%j does not add a header, a recipient or a body', async (injected) => {
  const { server, transport } = await connect();
  await transport.send(id, { ...mail, attachments: [], ...injected }).catch(() => {});
  for (const { parsed, recipients } of server.mails) {
    expect(recipients).toHaveLength(1);
    expect(recipients[0]).not.toBe('eve@example.net');
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.to).toHaveLength(1);
    expect(parsed.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(parsed.from?.address).toBe('tickets@example.com');
    expect(parsed.headers.filter(({ key }) => key === 'reply-to').length).toBeLessThanOrEqual(1);
    expect(`${parsed.subject} ${parsed.from?.name}`).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(parsed.text?.trim()).toBe(mail.text);
  }
  if (!('to' in injected)) expect(server.mails).toHaveLength(1);
  else expect(server.mails.length).toBeLessThanOrEqual(1);
});

test.for([
  ['of the recipient', { rcptTo: () => ({ code: 550, text: '5.1.1 <ada@example.org> is unknown' }) }, '550 5.1.1'],
  ['of the e-mail', { data: () => ({ code: 554, text: 'ada@example.org rejects mails' }) }, '554'],
] as const)('a permanent rejection %s throws MailRejected with only the codes', async ([, replies, code]) => {
  const { transport } = await connect(replies);
  const error = await errorOf(transport.send(id, mail));
  expect(error).toBeInstanceOf(MailRejected);
  expect(error.message).toBe(code);
});

test('an empty recipient is rejected permanently', async () => {
  const { transport } = await connect();
  expect(await errorOf(transport.send(id, { ...mail, to: '' }))).toBeInstanceOf(MailRejected);
});

test.for([
  ['a temporary rejection', { rcptTo: () => ({ code: 451, text: '4.7.1 ada@example.org: later' }) }, '', '451 4.7.1'],
  ['a full disk', { data: () => ({ code: 452, text: 'ada@example.org: no room' }) }, '', '452'],
  ['a rejected sender', { mailFrom: () => ({ code: 553, text: 'not yours' }) }, '', '553'],
  ['wrong credentials', { auth: () => ({ code: 535, text: '5.7.8 no' }) }, 'credentials', '535 5.7.8'],
] as const)('%s is temporary', async ([, replies, credentials, code]) => {
  const server = await startSmtpServer({ replies });
  onTestFinished(() => server.close());
  const url = credentials === '' ? server.url : server.url.replace('//', '//me:secret@');
  const transport = smtpTransport(url, from);
  onTestFinished(() => transport.close());
  const error = await errorOf(transport.send(id, mail));
  expect(error).not.toBeInstanceOf(MailRejected);
  expect(failureCode(error)).toBe(code);
});

test('an unavailable server is a temporary error; after its restart it accepts the mail', async () => {
  const { server, transport } = await connect();
  await transport.send(id, mail);
  await server.close();
  const error = await errorOf(transport.send(id, mail));
  expect(error).not.toBeInstanceOf(MailRejected);
  expect(failureCode(error)).toMatch(/^[A-Z ]+$/);
  const restarted = await startSmtpServer({ port: server.port });
  onTestFinished(() => restarted.close());
  await transport.send(id, mail);
  expect(restarted.mails).toHaveLength(1);
});

test('nothing is written to standard output, even with logging options in the URL', async () => {
  const { server, transport } = await connect({}, '?logger=true&debug=true&name=mail.example.com');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  await transport.send(id, mail);
  expect(server.mails).toHaveLength(1);
  expect([...write.mock.calls, ...log.mock.calls]).toEqual([]);
});
