import { mix, textColorOn, withContrast } from './color.ts';

/** Colors derived from an organizer's accent color, with enough contrast. */
export interface AccentColors {
  /** The color of text and lines: the accent color, darker or lighter if its contrast is too low. */
  readonly accent: string;
  /** The background of less important text: the page color with a small share of the accent color. */
  readonly soft: string;
  /** The background of a button: the accent color, darker or lighter if it is too similar to the page color. */
  readonly button: string;
  /** The text of a button. */
  readonly buttonInk: string;
}

/**
 * `background` is the color of page or card, whichever has the lower contrast with text. `mixedIn` is the color that is
 * mixed in for more contrast.
 */
const schemes = {
  light: { background: '#f7f5f1', mixedIn: '#000000', softShare: 0.1 },
  dark: { background: '#1e201d', mixedIn: '#ffffff', softShare: 0.18 },
} as const;

/** WCAG 2.2, success criterion 1.4.3, requires a contrast of 4.5. */
const minTextContrast = 4.6;
/** The shape of a button must be visible too, not only its text. */
const minButtonContrast = 1.4;

/**
 * Returns the colors for a light or a dark page.
 *
 * @param color `#rrggbb`
 */
export function accentColors(color: string, scheme: 'light' | 'dark'): AccentColors {
  const { background, mixedIn, softShare } = schemes[scheme];
  const button = withContrast(color, background, mixedIn, minButtonContrast);
  return {
    accent: withContrast(color, background, mixedIn, minTextContrast),
    soft: mix(background, color, softShare),
    button,
    buttonInk: textColorOn(button),
  };
}
