import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentColors } from './accent.ts';

const channel = fc.integer({ min: 0, max: 255 });
const color = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

/** Written apart from the code under test, after WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
      const share = Number.parseInt(hex.slice(1 + 2 * place, 3 + 2 * place), 16) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0.05);
  return Math.max(luminance(a) / luminance(b), luminance(b) / luminance(a));
}

test.each([
  ['light', '#f7f5f1', '#ffffff', '#1d1c1a'],
  ['dark', '#141513', '#1e201d', '#eceae5'],
] as const)('any accent color can be read on a %s page, and what is written on it too', (scheme, page, card, ink) => {
  fc.assert(
    fc.property(color, (given) => {
      const { accent, soft, button, buttonInk } = accentColors(given, scheme);
      expect(contrast(button, page), `${given}: ${button} on ${page}`).toBeGreaterThanOrEqual(1.3);
      for (const [text, ground] of [
        [accent, page],
        [accent, card],
        [ink, soft],
        [buttonInk, button],
      ] as const) {
        expect(contrast(text, ground), `${given}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test('a readable color is not changed', () => {
  expect(accentColors('#0b665a', 'light').accent).toBe('#0b665a');
  expect(accentColors('#6bd3be', 'dark').accent).toBe('#6bd3be');
});
