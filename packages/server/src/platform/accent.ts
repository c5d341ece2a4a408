/** Colors made from an organizer's accent color, so that what is written with them and on them can be read. */
export interface AccentColors {
  /** For text and lines on the page: the accent color, darker or lighter where it would be hard to read. */
  readonly accent: string;
  /** Behind quiet words: a tint. */
  readonly soft: string;
  /** Behind the words of a button: the accent color itself. */
  readonly button: string;
  /** The words of a button. */
  readonly buttonInk: string;
}

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** What text is written on, the less favorable of page and card, and towards which the accent color is moved. */
const schemes: Readonly<Record<'light' | 'dark', { ground: Rgb; towards: Rgb; softShare: number }>> = {
  light: { ground: [247, 245, 241], towards: black, softShare: 0.1 },
  dark: { ground: [30, 32, 29], towards: white, softShare: 0.18 },
};

/** WCAG 2.2, success criterion 1.4.3, asks for 4.5. */
const contrastMin = 4.6;
const mixSteps = 50;

/**
 * Colors for a light or a dark page.
 *
 * @param color `#rrggbb`
 */
export function accentColors(color: string, scheme: 'light' | 'dark'): AccentColors {
  const { ground, towards, softShare } = schemes[scheme];
  const given = parsed(color);
  let accent = given;
  for (let step = 1; step <= mixSteps && contrast(accent, ground) < contrastMin; step += 1) {
    accent = mixed(given, towards, step / mixSteps);
  }
  const ink = contrast(given, white) >= contrast(given, black) ? white : black;
  return {
    accent: written(accent),
    soft: written(mixed(ground, given, softShare)),
    button: written(given),
    buttonInk: written(ink),
  };
}

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((value, place) => Math.round(value + (to[place]! - value) * share)) as unknown as Rgb;
}

function parsed(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}

function written(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
