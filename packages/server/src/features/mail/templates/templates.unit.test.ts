import { describe, expect, test } from 'vitest';
import {
  all,
  dataWith,
  fullOrganizer,
  plainOrganizer,
  seenIn,
  ticket,
  unescaped,
  words,
} from '../../../../test/harness/mail-samples.ts';
import { cancelledMail } from './cancelled.ts';
import { ticketsMail } from './tickets.ts';

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

test('a sentence that ends in a name with a full stop has no second one', () => {
  const organizer = { ...plainOrganizer, name: 'Kranich e.V.' };
  for (const render of Object.values(all)) expect(render({ ...dataWith(), organizer }).text).not.toContain('V..');
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
