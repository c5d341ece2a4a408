import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** Whether the program runs from TypeScript, as in the repository. */
export const runsFromSource = !isSea() && import.meta.url.endsWith('.ts');

/** How the user of this installation starts a command, for hints. */
export function programCommand(): string {
  if (isSea()) return process.argv0;
  return runsFromSource ? 'npm run organizer --' : 'npx organizer';
}

/** The folder of the program: the one with its package.json. The one-file executable has none. */
export function programFolder(): string {
  const file = findPackageJSON('..', import.meta.url);
  if (file === undefined) throw new Error('This program has no package.json.');
  return dirname(file);
}

/** The version of this program, from its package.json. */
export function programVersion(): string {
  const text = isSea() ? getAsset('package.json', 'utf8') : readFileSync(join(programFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
