import { createHash } from 'node:crypto';
import { type AccentColors, accentColors } from '#shared/accent';
import type { GeneratedFiles } from '../../platform/web-apps/serve-app.ts';

/** The stylesheets `accent-rrggbb.css`. Their colors are computed from an organizer's accent color. */
export const accentStylesheets: GeneratedFiles = {
  find: (name) => {
    const color = /^accent-([0-9a-f]{6})\.css$/i.exec(name)?.[1];
    return color === undefined ? null : accentStyle(`#${color}`);
  },
  version: createHash('sha256').update(accentStyle('#336699')).digest('hex'),
};

/**
 * The file name of the stylesheet for an accent color.
 *
 * @param color `#rrggbb`
 */
export function accentStylesheetName(color: string): string {
  return `accent-${color.slice(1)}.css`;
}

function accentStyle(color: string): string {
  const rule = ({ accent, soft, button, buttonInk }: AccentColors) =>
    `:root{--accent:${accent};--accent-soft:${soft};--button:${button};--button-ink:${buttonInk}}`;
  const [light, dark] = [rule(accentColors(color, 'light')), rule(accentColors(color, 'dark'))];
  return `${light}\n@media (prefers-color-scheme:dark){${dark}}\n`;
}
