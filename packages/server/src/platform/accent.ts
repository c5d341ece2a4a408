import { inkOn, mix, standingOut } from './color.ts';

/** Colors made from an organizer's accent color, with enough contrast for text in them and on them. */
export interface AccentColors {
  /** For text and lines on the page: the accent color, darker or lighter where it would be hard to read. */
  readonly accent: string;
  /** A light tint, as the background of less important text. */
  readonly soft: string;
  /** The background of a button: the accent color itself, unless it is too close to that of the page. */
  readonly button: string;
  /** The text of a button. */
  readonly buttonInk: string;
}

/**
 * The background with the lower contrast, of page and card, and the color that is mixed into the accent color for contrast.
 */
const schemes = {
  light: { ground: '#f7f5f1', towards: '#000000', softShare: 0.1 },
  dark: { ground: '#1e201d', towards: '#ffffff', softShare: 0.18 },
} as const;

/** WCAG 2.2, success criterion 1.4.3, asks for 4.5. */
const textContrastMin = 4.6;
/** So that the shape of a button can be seen, not only its text. */
const buttonContrastMin = 1.4;

/**
 * Colors for a light or a dark page.
 *
 * @param color `#rrggbb`
 */
export function accentColors(color: string, scheme: 'light' | 'dark'): AccentColors {
  const { ground, towards, softShare } = schemes[scheme];
  const button = standingOut(color, ground, towards, buttonContrastMin);
  return {
    accent: standingOut(color, ground, towards, textContrastMin),
    soft: mix(ground, color, softShare),
    button,
    buttonInk: inkOn(button),
  };
}
