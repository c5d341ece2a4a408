/** The colours of a mail: those of the hosted page (features/hosted-page/browser/base.css), in its light and its dark form. */
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
const mixSteps = 20;

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
  const ground = readableOn(color, card, other, groundContrastMin);
  return { ground, ink: inkOn(ground), text: readableOn(color, card, other, textContrastMin) };
}

/** The colour, mixed with as much of another as it takes to stand out from this ground. */
function readableOn(color: string, ground: string, other: string, contrastMin: number): string {
  for (let step = 0; step < mixSteps; step += 1) {
    const mixed = mix(color, other, step / mixSteps);
    if (contrast(mixed, ground) >= contrastMin) return mixed;
  }
  return other;
}

function inkOn(ground: string): string {
  return contrast('#ffffff', ground) >= contrast('#111111', ground) ? '#ffffff' : '#111111';
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((channel, index) => Math.round(channel * (1 - share) + others[index]! * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance"). */
export function contrast(one: string, other: string): number {
  const [brighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
