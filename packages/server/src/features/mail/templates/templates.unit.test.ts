import { describe, expect, onTestFinished, test } from 'vitest';
import { languages } from '#messages/languages';
import {
  fullOrganizer,
  mailBuilders,
  orderMailData,
  plainOrganizer,
  sortedWords,
  ticket,
  unescapeHtml,
  visibleText,
} from '../../../../test/harness/mail-samples.ts';
import {
  addMarkedLanguage,
  markedFromRight,
  markedLanguage,
  unmarkedWords,
} from '../../../../test/harness/marked-language.ts';
import { cancelledMail } from './cancelled.ts';
import { ticketsMail } from './tickets.ts';

/** Mails to users of the dashboard are in all languages. */
const isToBuyer = (name: string) => name !== 'suspension';

test.each(Object.entries(mailBuilders).filter(([name]) => isToBuyer(name)))(
  'the %s mail has no text that is not in the messages of its language',
  (_name, render) => {
    onTestFinished(addMarkedLanguage());
    const data = { ...orderMailData({}, {}, null), organizer: fullOrganizer, language: markedLanguage };
    const { subject, text, html } = render(data);
    const times = ' Saturday Tuesday May April Central European Summer Time Germany at';
    const known = JSON.stringify(data).replaceAll('\\n', ' ') + times;
    expect(unmarkedWords(`${subject} ${text} ${visibleText(html)}`, known)).toEqual([]);
    expect(html).toContain('<html lang="xx"');
  },
);

test.each(Object.entries(mailBuilders).filter(([name]) => isToBuyer(name)))(
  'the %s mail is written from right to left in such a language, except codes and amounts',
  (_name, render) => {
    onTestFinished(addMarkedLanguage(markedFromRight));
    const organizer = { ...fullOrganizer, logoUrl: null };
    const { html, text, subject } = render({ ...orderMailData(), organizer, language: markedFromRight });
    expect(html).toContain('<html lang="he" dir="rtl">');
    const body = html.slice(html.indexOf('<body'));
    // Mail programs remove "html" and "body", so the outer table has the direction, too.
    expect(/<table[^>]*>/.exec(body.replaceAll(/<!--.*?-->/g, ''))?.[0]).toContain(' dir="rtl"');
    for (const part of ['card', 'foot']) expect(body).toContain(`class="${part}" align="right"`);
    expect(body).not.toMatch(/ align="right" style="[^"]*white-space:nowrap/);
    expect(text).not.toBe('');
    for (const code of ['DXEYW82S1E', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', '7QK3M9ZC0V5T8W2X4Y6B1N3H5J7R9D0F'])
      for (const [, before] of body.matchAll(new RegExp(`(.{16})${code}</`, 'g')))
        expect(before).toContain('<span dir="ltr">');
    expect(body.match(/(?<!\u2068[\u200f\u2212\d.,\s]*)\d+\.\d{2}/g) ?? []).toEqual([]);
    expect(subject).not.toMatch(/[\u2066-\u2069]/);
  },
);

describe.each(Object.entries(mailBuilders))('the %s mail', (name, render) => {
  const languagesOfMail = isToBuyer(name) ? languages : languages.slice(0, 1);

  test('has the same words in plain text as in HTML', () => {
    for (const language of languagesOfMail) {
      for (const organizer of [plainOrganizer, fullOrganizer]) {
        const { text, html } = render({ ...orderMailData(), organizer, language });
        expect(sortedWords(text)).toEqual(sortedWords(visibleText(html)));
      }
    }
  });

  test('loads no remote resource, and declares a language, a preview text and a dark mode', () => {
    const { html, attachments = [] } = render(orderMailData());
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source!);
    expect(sources).toEqual(attachments.flatMap(({ cid }) => (cid === undefined ? [] : [`cid:${cid}`])));
    expect(html).not.toMatch(/url\(|@import|<link|<script|srcset/i);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toMatch(/<body[^>]*>\s*<div style="display:none/);
  });

  test('shows names with markup, line breaks and hidden characters as text on one line', () => {
    const injected = `<img src=x onerror=alert(1)>"'&amp;\r\nBcc: eve@example.net\n\nTotal: \u202e0`;
    const sanitized = `<img src=x onerror=alert(1)>"'&amp; Bcc: eve@example.net Total: 0`;
    const data = orderMailData(
      {
        orderNumber: injected,
        items: [{ name: injected, quantity: 1, unitPrice: 100, total: 100 }],
        tickets: [{ ...ticket, ticketTypeName: injected, holderName: injected, bib: injected, category: injected }],
        entitlements: [{ ticketId: null, name: injected, unitsTotal: 1, unitsRemaining: 1 }],
      },
      { name: injected, venue: { name: injected, address: injected, city: injected, country: injected } },
      injected,
    );
    const contact = {
      contactEmail: injected,
      contactPhone: injected,
      websiteUrl: injected,
      imprintUrl: `javascript:${injected}`,
    };
    const branding = { logoUrl: injected, accentColor: `#000000;${injected}` };
    const mail = render({ ...data, organizer: { ...plainOrganizer, ...contact, ...branding, name: injected } });
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).not.toMatch(/[\u202a-\u202e]/);
    expect(mail.html).not.toMatch(/javascript:|#000000;/);
    expect(`${mail.subject} ${mail.senderName}`).not.toMatch(/[\r\n\u202e]/);
    expect(mail.text).not.toMatch(/^(Bcc|Total: 0)/m);
    if (mail.subject.includes('<')) expect(mail.text).toContain(sanitized);
    expect(sortedWords(mail.text)).toEqual(sortedWords(visibleText(mail.html)));
  });
});

describe('mails about an order', () => {
  const orderMails = Object.entries(mailBuilders).filter(([name]) => !['otp', 'suspension'].includes(name));

  test.for(orderMails)(
    'the %s e-mail has the organizer as sender name, the event in its subject and a link to the order',
    ([, render]) => {
      const data = { ...orderMailData(), organizer: fullOrganizer };
      const mail = render(data);
      expect(mail).toMatchObject({ senderName: 'Harbour Running Club', replyTo: 'answers@club.example.com' });
      expect(mail.subject).toContain('Harbour Night Run');
      expect(mail.text.split('\n')).toContain(data.order.url);
      expect(unescapeHtml(mail.html)).toContain(`href="${data.order.url}"`);
      expect(render({ ...data, organizer: { ...fullOrganizer, replyTo: null } }).replyTo).toBe(
        'hello@club.example.com',
      );
      expect(render(orderMailData())).not.toHaveProperty('replyTo');
    },
  );

  test.for(orderMails)(
    'the %s e-mail has the contact, the legal links, the logo and the color of the organizer',
    ([, render]) => {
      const { text, html } = render({ ...orderMailData(), organizer: fullOrganizer });
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

  test.for(orderMails)('the %s e-mail shows a logo only if its URL is https', ([, render]) => {
    for (const logoUrl of ['http://club.example.com/logo.png', 'data:image/png;base64,AA==', 'https://"', 'cid:x']) {
      expect(render({ ...orderMailData(), organizer: { ...fullOrganizer, logoUrl } }).html).not.toContain(
        `src="${logoUrl}`,
      );
    }
  });

  test.for(orderMails)('the %s e-mail isolates right-to-left names from the surrounding text', ([, render]) => {
    const [event, club, buyer] = ['סביבון 5 ק״מ', 'نادي الميناء', 'عائشة'];
    const data = orderMailData({}, { name: event }, buyer);
    const { text, html, subject, senderName } = render({ ...data, organizer: { ...plainOrganizer, name: club } });
    for (const name of [event, club, buyer]) {
      expect(text).toContain(name);
      for (const content of [text, html]) {
        expect(content.replaceAll(`\u2068${name}\u2069`, '').replace(/<title>.*?<\/title>/, '')).not.toContain(name);
      }
    }
    expect(subject).toContain(event);
    expect(`${subject} ${senderName}`).not.toMatch(/[\u2066-\u2069]/);
  });
});

test('a sentence has only one full stop at its end, even if it ends with a name such as "Kranich e.V."', () => {
  const organizer = { ...plainOrganizer, name: 'Kranich e.V.' };
  for (const render of Object.values(mailBuilders))
    expect(render({ ...orderMailData(), organizer }).text).not.toContain('V..');
});

test('a link whose URL is neither http nor https is omitted', () => {
  const data = orderMailData({ url: 'javascript:alert(1)' });
  expect(cancelledMail(data).html + ticketsMail(data).html).not.toMatch(/javascript:|<a /);
});

test.for(['Buy at evil.example', 'https://evil.example', 'me@evil.example', 'x'.repeat(61), '', null])(
  'the unsafe name %j is not used in a greeting',
  (name) => {
    expect(cancelledMail(orderMailData({}, {}, name)).text).not.toContain('Hello');
  },
);

test.for(['Ada', 'J. R. R. Tolkien', 'Özge Çelik', '李小龍', 'O’Brien-Smith'])(
  'the name %s is used in the greeting',
  (name) => {
    expect(cancelledMail(orderMailData({}, {}, name)).text).toContain(`Hello ${name},`);
  },
);
