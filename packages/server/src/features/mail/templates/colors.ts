import { inkOn, withContrast } from '../../../platform/color.ts';

/** The colours of a mail: those of the hosted page (apps/checkout/src/base.css), in its light and its dark form. */
export const light = {
  page: '#f7f5f1',
  card: '#ffffff',
  ink: '#1d1c1a',
  soft: '#5d5954',
  line: '#ddd8d0',
  accent: '#0b665a',
} as const;

export const dark = {
  page: '#141513',
  card: '#1e201d',
  ink: '#eceae5',
  soft: '#aeaaa2',
  line: '#353833',
  accent: '#6bd3be',
} as const;

/** Text and its ground differ at least by this (WCAG 2.2, criterion 1.4.3). */
const textContrastMin = 4.5;
/** A button differs from the card that it is on by this: the text on it says what it is. */
const groundContrastMin = 1.4;

/** What an organizer's colour becomes in one form of a mail. */
interface Shades {
  /** Of buttons and bars. */
  readonly ground: string;
  /** Of text on that ground. */
  readonly ink: string;
  /** Of text on the card. */
  readonly text: string;
}

export interface Accent {
  readonly light: Shades;
  readonly dark: Shades;
}

/**
 * The colours of buttons and marks.
 *
 * @param color `#rrggbb`; the page's own where it is null or anything else
 */
export function accentOf(color: string | null): Accent {
  const own = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null;
  return {
    light: shadesOf(own ?? light.accent, light.card, '#000000'),
    dark: shadesOf(own ?? dark.accent, dark.card, '#ffffff'),
  };
}

function shadesOf(color: string, card: string, other: string): Shades {
  const ground = withContrast(color, card, other, groundContrastMin);
  return { ground, ink: inkOn(ground), text: withContrast(color, card, other, textContrastMin) };
}
