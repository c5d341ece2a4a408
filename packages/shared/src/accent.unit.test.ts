import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentColors } from './accent.ts';

const channel = fc.integer({ min: 0, max: 255 });
const color = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

/** The contrast of WCAG 2.2. It does not share code with the tested module. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const share = Number.parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0.05);
  return Math.max(luminance(a) / luminance(b), luminance(b) / luminance(a));
}

test.each([
  ['light', '#f7f5f1', '#ffffff', '#1d1c1a'],
  ['dark', '#141513', '#1e201d', '#eceae5'],
] as const)('any accent color is readable on a %s page, and so is text on this color', (scheme, page, card, ink) => {
  fc.assert(
    fc.property(color, (accentColor) => {
      const { accent, soft, button, buttonInk } = accentColors(accentColor, scheme);
      expect(contrast(button, page), `${accentColor}: ${button} on ${page}`).toBeGreaterThanOrEqual(1.3);
      for (const [text, background] of [
        [accent, page],
        [accent, card],
        [ink, soft],
        [buttonInk, button],
      ] as const) {
        expect(contrast(text, background), `${accentColor}: ${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test('a readable color is not changed', () => {
  expect(accentColors('#0b665a', 'light').accent).toBe('#0b665a');
  expect(accentColors('#6bd3be', 'dark').accent).toBe('#6bd3be');
});
