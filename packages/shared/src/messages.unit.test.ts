import { expect, test } from 'vitest';
import { messagesForAcceptLanguage, messagesOfLanguage } from './messages.ts';

test('texts are found by language; an unknown language gets the texts of the default language', () => {
  expect(messagesOfLanguage('en').language).toBe('en');
  expect(messagesOfLanguage('xx').language).toBe('en');
});

test.for([undefined, '', '*', 'en-GB,en;q=0.9', 'de-CH, de;q=0.9, en;q=0.8', 'xx;q=nonsense, en;q=0', ',;q=1,,'])(
  'the header %j selects an available language',
  (header) => {
    expect(messagesForAcceptLanguage(header).language).toBe('en');
  },
);

test('embedded elements keep their position in a message', () => {
  const { code, placedOrder, contact } = messagesOfLanguage('en');
  expect(code.confirmed({ bold: 'ada@example.com' })).toEqual([{ bold: 'ada@example.com' }, ' is confirmed.']);
  expect(placedOrder.thanks(2, 'ada@example.com').join('')).toBe(
    'Thank you. Show the QR code of each ticket at the entrance, on your phone or printed. We also send everything to ada@example.com.',
  );
  expect(contact(['a', 'b']).join('')).toBe('a or b');
});

test('a text about shortages names sold-out offers first, then offers with a part of the quantity left', () => {
  const { shortages } = messagesOfLanguage('en').offers;
  expect(
    shortages([
      { name: 'Wave E', available: 2 },
      { name: 'Wave F', available: 0 },
      { name: 'Wave G', available: 0 },
    ]),
  ).toBe('Wave F and Wave G are sold out. Only 2 of Wave E are left. The rest of your selection is unchanged.');
});
