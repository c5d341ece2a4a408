import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccentColors, accentColors } from '../../platform/accent.ts';
import { type Packed, pack } from '../../platform/http/packed.ts';

/** A file that the page loads. */
export interface Asset extends Packed {
  readonly type: string;
}

/** All that the page loads from this server. */
export interface Assets {
  /** Of all files together: it stands in their addresses, so that a copy never needs to be asked about. */
  readonly version: string;
  readonly files: ReadonlyMap<string, Asset>;
  /** The program's modules, its entry first, without those that only the tickets need. */
  readonly modules: readonly string[];
}

const folder = fileURLToPath(new URL('./browser/', import.meta.url));
/** From its source the program is served as it stands, without its types; once built, as it was built. */
const codeEnding = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
/** In the order in which they are read; they are served as one. */
const stylesheets = ['base.css', 'event.css', 'controls.css', 'order.css', 'steps.css'];
const entry = `main${codeEnding}`;

/** Where the libraries are served, by the names that the program imports them under. */
export const libraries = { 'lit-html': 'library-lit-html.js', qr: 'library-qr.js' };

/** Reads and packs the page's files: once, a few tenths of a second. */
export async function loadAssets(): Promise<Assets> {
  const names = readdirSync(folder).filter((name) => name.endsWith(codeEnding) && !name.endsWith('.d.ts'));
  const texts = new Map([
    ...names.map((name): [string, string] => [name, program(readFileSync(join(folder, name), 'utf8'))]),
    ...Object.entries(libraries).map(([name, file]): [string, string] => [file, library(name)]),
    ['style.css', withoutComments(stylesheets.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'))],
  ]);
  const hash = createHash('sha256').update(accentStyle('#336699'));
  for (const [name, text] of texts) hash.update(`${name}\0${text}\0`);
  const packed = await Promise.all(
    [...texts].map(async ([name, text]) => [name, await packAsset(name, text)] as const),
  );
  const isImported = (name: string) => [...texts.values()].some((text) => text.includes(`'./${name}'`));
  return {
    version: hash.digest('base64url').slice(0, 16),
    files: new Map(packed),
    modules: [entry, ...names.filter(isImported), libraries['lit-html']],
  };
}

function program(source: string): string {
  return withoutComments(withoutSourceMap(codeEnding === '.ts' ? stripped(source) : source));
}

/** Node warns once that stripping types is new; who looks at a page from a checkout of the source need not read it. */
function stripped(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source).replaceAll(/[ \t]+$/gm, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function library(name: string): string {
  const file = createRequire(import.meta.url).resolve(name);
  // lit-html's own name leads Node to a build for servers, in a folder below the one for browsers.
  const browserFile = name === 'lit-html' ? join(file, '../../lit-html.js') : file;
  return withoutComments(withoutSourceMap(readFileSync(browserFile, 'utf8')));
}

/** Leaves out the comments that have lines of their own, but for licences: they are not shown, and take time to load. */
function withoutComments(source: string): string {
  const isLicence = (comment: string) => /copyright|license/i.test(comment);
  return source
    .replaceAll(/^[ \t]*\/\*.*?\*\/\n/gms, (comment) => (isLicence(comment) ? comment : ''))
    .replaceAll(/^[ \t]*\/\/.*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n');
}

function withoutSourceMap(source: string): string {
  return source.replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '');
}

async function packAsset(name: string, text: string): Promise<Asset> {
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { type, ...(await pack(text)) };
}

const accentName = /^accent-([0-9a-f]{6})\.css$/i;

/** The stylesheet `accent-rrggbb.css` of an organizer's accent color, or null where a file is not called so. */
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
