import { textColorOn, withContrast } from '#shared/color';

/** The colors of e-mails, in light and dark mode. They are the same as on the hosted page (apps/checkout/src/base.css). */
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

/** The minimum contrast of text (WCAG 2.2, criterion 1.4.3). */
const minTextContrast = 4.5;
/** The minimum contrast between a button and the card. It can be low, because the text shows where the button is. */
const minBackgroundContrast = 1.4;

/** The shades of an organizer's color in light or dark mode. */
interface Shades {
  /** The background of buttons, and the color of bars. */
  readonly background: string;
  /** The color of text on that background. */
  readonly ink: string;
  /** The color of text on the card. */
  readonly text: string;
}

export interface Accent {
  readonly light: Shades;
  readonly dark: Shades;
}

/**
 * Returns shades of an accent color that have enough contrast.
 *
 * @param color `#rrggbb`; if it is null or has another format, the default accent color is used
 */
export function accentOf(color: string | null): Accent {
  const validColor = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null;
  return {
    light: shadesOf(validColor ?? light.accent, light.card, '#000000'),
    dark: shadesOf(validColor ?? dark.accent, dark.card, '#ffffff'),
  };
}

function shadesOf(color: string, card: string, contrastColor: string): Shades {
  const background = withContrast(color, card, contrastColor, minBackgroundContrast);
  return { background, ink: textColorOn(background), text: withContrast(color, card, contrastColor, minTextContrast) };
}
