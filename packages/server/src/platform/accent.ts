import { mix, textColorOn, withContrast } from './color.ts';

/** Colors derived from an organizer's accent color, with enough contrast. */
export interface AccentColors {
  /** Text and lines: the accent color, made darker or lighter if it would be hard to read. */
  readonly accent: string;
  /** A light tint, the background of less important text. */
  readonly soft: string;
  /** The background of a button: the accent color, unless it is too close to the background of the page. */
  readonly button: string;
  /** The text of a button. */
  readonly buttonInk: string;
}

/**
 * `background` is the one (of page or card) with the lower contrast; `mixedIn` is the color that is mixed in for more contrast.
 */
const schemes = {
  light: { background: '#f7f5f1', mixedIn: '#000000', softShare: 0.1 },
  dark: { background: '#1e201d', mixedIn: '#ffffff', softShare: 0.18 },
} as const;

/** WCAG 2.2, success criterion 1.4.3, requires 4.5. */
const textContrastMin = 4.6;
/** The shape of a button must be visible, not only its text. */
const buttonContrastMin = 1.4;

/**
 * The colors for a light or a dark page.
 *
 * @param color `#rrggbb`
 */
export function accentColors(color: string, scheme: 'light' | 'dark'): AccentColors {
  const { background, mixedIn, softShare } = schemes[scheme];
  const button = withContrast(color, background, mixedIn, buttonContrastMin);
  return {
    accent: withContrast(color, background, mixedIn, textContrastMin),
    soft: mix(background, color, softShare),
    button,
    buttonInk: textColorOn(button),
  };
}
