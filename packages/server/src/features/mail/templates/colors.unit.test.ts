import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '#shared/color';
import { accentOf, dark, light } from './colors.ts';

test('contrast() returns the contrast ratio defined by WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#0b665a', '#0b665a')).toBe(1);
});

test.for([null, '#000000', '#ffffff', '#ffff00', '#0b6e99', '#808080', '#E4002B', '#006eff', 'red', '#fff'])(
  'with the accent color %s, buttons are visible, and text on them and on the card is readable, in light and dark mode',
  (color) => {
    const accent = accentOf(color);
    for (const [{ background, ink, text }, { card }] of [
      [accent.light, light],
      [accent.dark, dark],
    ] as const) {
      expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, card)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(background, card)).toBeGreaterThanOrEqual(1.4);
    }
  },
);

test('a readable color is used unchanged, and an invalid color is ignored', () => {
  expect(accentOf('#0B6E99').light).toEqual({ background: '#0b6e99', ink: '#ffffff', text: '#0b6e99' });
  expect(accentOf('#ffd400').light).toMatchObject({ background: '#ffd400', ink: '#000000' });
  expect(accentOf('red')).toEqual(accentOf(null));
});

test('the colors are the same as on the hosted page', () => {
  const css = readFileSync(new URL('../../../../../../apps/checkout/src/base.css', import.meta.url), 'utf8');
  const [, lightRules, darkRules] =
    /:root \{([^}]*)\}[^@]*@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(css)!;
  const tokens = (rules: string) =>
    Object.fromEntries(
      [...rules.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => [
        name,
        value!.length === 4 ? value!.replace(/[0-9a-f]/g, '$&$&') : value,
      ]),
    );
  expect(tokens(lightRules!)).toMatchObject(light);
  expect(tokens(darkRules!)).toMatchObject(dark);
});
