import { inkOn, mix, standingOut } from './color.ts';

/** Colors made from an organizer's accent color, so that what is written with them and on them can be read. */
export interface AccentColors {
  /** For text and lines on the page: the accent color, darker or lighter where it would be hard to read. */
  readonly accent: string;
  /** Behind quiet words: a tint. */
  readonly soft: string;
  /** Behind the words of a button: the accent color itself, unless it could not be told from the page. */
  readonly button: string;
  /** The words of a button. */
  readonly buttonInk: string;
}

/** What text is written on, the less favorable of page and card, and towards which the accent color is moved. */
const schemes = {
  light: { ground: '#f7f5f1', towards: '#000000', softShare: 0.1 },
  dark: { ground: '#1e201d', towards: '#ffffff', softShare: 0.18 },
} as const;

/** WCAG 2.2, success criterion 1.4.3, asks for 4.5. */
const textContrastMin = 4.6;
/** A button is seen by its words; its ground is to be seen too. */
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
