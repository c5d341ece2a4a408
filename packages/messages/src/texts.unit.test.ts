import { expect, test } from 'vitest';
import { compileMessages } from './compile.ts';
import { createTexts } from './texts.ts';

const english = {
  title: 'Orders',
  left: '{left, number} of {units, plural, one {# unit} other {# units}} left',
  sent: 'Sent to <b>{email}</b>.',
  ways: { card: 'By <b>card</b>' },
} as const;
const german = {
  title: 'Bestellungen',
  left: 'noch {left, number} von {units, plural, one {# Einheit} other {# Einheiten}}',
  sent: 'An <b>{email}</b> gesendet.',
  ways: { card: 'Mit <b>Karte</b>' },
};
const texts = createTexts<typeof english>(compileMessages(german), 'de');

test('a text without arguments is a string, and one with arguments a function that follows the rules of its language', () => {
  expect(texts.title).toBe('Bestellungen');
  expect(texts.left({ left: 1_234, units: 1 })).toBe('noch 1.234 von 1 Einheit');
  expect(texts.left({ left: 0, units: 2_000 })).toBe('noch 0 von 2.000 Einheiten');
});

test('a text with tags has its elements at their positions, also if it is only an element', () => {
  const b = (content: readonly unknown[]) => ({ bold: content });
  expect(texts.sent({ email: '<i>', b })).toEqual(['An ', { bold: ['<i>'] }, ' gesendet.']);
  expect(createTexts<{ all: '<b>all</b>' }>(compileMessages({ all: '<b>alles</b>' }), 'de').all({ b })).toEqual([
    { bold: ['alles'] },
  ]);
});

test('a message that is not valid is rejected, and one that is missing or has other arguments is an error of the compiler', () => {
  expect(() => compileMessages({ open: 'Up to {count' })).toThrow();
  // @ts-expect-error The name of the argument is wrong.
  expect(() => texts.left({ remaining: 1, units: 1 })).toThrow('left');
});
