import { createHash } from 'node:crypto';
import { type AccentColors, accentColors } from '../../platform/accent.ts';
import { type Packed, pack } from '../../platform/http/packed.ts';
import { readApp } from '../../platform/web-apps/app-files.ts';

/** A file that the page loads. */
export interface Asset extends Packed {
  readonly type: string;
}

/** Everything that the page loads from this server. */
export interface Assets {
  /** A hash of all files: it is part of their addresses, so caches never need to revalidate them. */
  readonly version: string;
  readonly files: ReadonlyMap<string, Asset>;
  /** The modules that the program needs before it runs, its entry first. */
  readonly modules: readonly string[];
  /** File names by the names under which the program imports packages. */
  readonly imports: Readonly<Record<string, string>>;
}

/** Reads and compresses the page's files: once, in a few tenths of a second. */
export async function loadAssets(): Promise<Assets> {
  const { files, imports, preload } = readApp('checkout');
  const hash = createHash('sha256').update(accentStyle('#336699'));
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`);
  const packed = await Promise.all(
    [...files].map(async ([name, text]) => [name, await packAsset(name, text)] as const),
  );
  return { version: hash.digest('base64url').slice(0, 16), files: new Map(packed), modules: preload, imports };
}

async function packAsset(name: string, text: string): Promise<Asset> {
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { type, ...(await pack(text)) };
}

const accentName = /^accent-([0-9a-f]{6})\.css$/i;

/** The stylesheet `accent-rrggbb.css` of an organizer's accent color, or null if the name is another. */
export function accentStylesheet(name: string): string | null {
  const color = accentName.exec(name)?.[1];
  return color === undefined ? null : accentStyle(`#${color}`);
}

function accentStyle(color: string): string {
  const rule = ({ accent, soft, button, buttonInk }: AccentColors) =>
    `:root{--accent:${accent};--accent-soft:${soft};--button:${button};--button-ink:${buttonInk}}`;
  const [light, dark] = [rule(accentColors(color, 'light')), rule(accentColors(color, 'dark'))];
  return `${light}\n@media (prefers-color-scheme:dark){${dark}}\n`;
}
