import { inkOn, mix, withContrast } from './color.ts';

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
 * `ground` is the background (of page or card) with the lower contrast, `towards` the color that is mixed in for contrast.
 */
const schemes = {
  light: { ground: '#f7f5f1', towards: '#000000', softShare: 0.1 },
  dark: { ground: '#1e201d', towards: '#ffffff', softShare: 0.18 },
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
  const { ground, towards, softShare } = schemes[scheme];
  const button = withContrast(color, ground, towards, buttonContrastMin);
  return {
    accent: withContrast(color, ground, towards, textContrastMin),
    soft: mix(ground, color, softShare),
    button,
    buttonInk: inkOn(button),
  };
}
