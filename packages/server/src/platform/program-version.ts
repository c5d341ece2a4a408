import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this program, from its package.json. */
export function programVersion(): string {
  const file = findPackageJSON('..', import.meta.url);
  if (file === undefined) throw new Error('This program has no package.json.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
