import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, getAssetKeys, isSea } from 'node:sea';
import { programFolder, runsFromSource } from '../program-folder.ts';

/** The build of an app. */
export interface AppFolder {
  /** Whether the app is built. It always is, except in the repository. */
  readonly isBuilt: () => boolean;
  /** Returns the content of a file; null if the file does not exist. */
  readonly readFile: (file: string) => Buffer | null;
}

/**
 * Opens the build of an app: in `apps/` of the repository if the server runs from TypeScript, otherwise in the npm package. In
 * the one-file executable, the files are assets with the same paths.
 *
 * @param name the name of the app's folder in `apps/`
 */
export function openAppFolder(name: string): AppFolder {
  if (isSea()) {
    const assets = new Set(getAssetKeys());
    const keyOf = (file: string) => `apps/${name}/${file}`;
    const readAsset = (file: string) => (assets.has(keyOf(file)) ? Buffer.from(getAsset(keyOf(file))) : null);
    return { isBuilt: () => true, readFile: readAsset };
  }
  const folder = runsFromSource
    ? join(programFolder(), '../../apps', name, 'dist')
    : join(programFolder(), 'apps', name);
  return {
    isBuilt: () => existsSync(folder),
    readFile: (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : null),
  };
}
