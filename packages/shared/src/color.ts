/* Colors have the form `#rrggbb`. */

const mixSteps = 50;

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance"). */
export function contrast(colorA: string, colorB: string): number {
  const [dark, light] = [luminance(colorA), luminance(colorB)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colors. `share` is the share of `other`, from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const otherChannels = channels(other);
  const mixedChannels = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (otherChannels[index] ?? 0) * share),
  );
  return `#${mixedChannels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes `color` with the smallest share of `other` for which its contrast with the background is at least `minContrast`. */
export function withContrast(color: string, background: string, other: string, minContrast: number): string {
  for (let step = 0; step < mixSteps; step += 1) {
    const mixedColor = mix(color, other, step / mixSteps);
    if (contrast(mixedColor, background) >= minContrast) return mixedColor;
  }
  return other;
}

/**
 * Returns white or black, whichever has the higher contrast with the background. This contrast is above 4.5 for all
 * backgrounds.
 */
export function textColorOn(background: string): string {
  return contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
