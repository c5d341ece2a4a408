import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, getAssetKeys, isSea } from 'node:sea';
import { programFolder, runsFromSource } from '../program-folder.ts';

/** The folder of an app. */
export interface AppFolder {
  /** The path of the folder; null in the one-file executable, whose apps are assets. */
  readonly path: string | null;
  /** Whether it is the source of the app in the repository. Otherwise it is a build of the app. */
  readonly isSource: boolean;
  /** The paths of all files in the folder, relative to it. */
  readonly listFiles: () => string[];
  /** Returns the content of a file; null if the file does not exist. */
  readonly readFile: (file: string) => Buffer | null;
}

/**
 * Opens the folder of an app: in `apps/` of the repository if the server runs from TypeScript, otherwise in the npm package. In
 * the one-file executable, the files are assets with the same paths.
 */
export function openAppFolder(name: string): AppFolder {
  if (isSea()) return assetFolder(`apps/${name}/`);
  const apps = join(programFolder(), runsFromSource ? '../../apps' : 'apps');
  return fileFolder(join(apps, name, '/'), runsFromSource);
}

function fileFolder(path: string, isSource: boolean): AppFolder {
  return {
    path,
    isSource,
    listFiles: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length)),
    readFile: (file) => (existsSync(join(path, file)) ? readFileSync(join(path, file)) : null),
  };
}

function assetFolder(prefix: string): AppFolder {
  const names = getAssetKeys().filter((key) => key.startsWith(prefix));
  return {
    path: null,
    isSource: false,
    listFiles: () => names.map((key) => key.slice(prefix.length)),
    readFile: (file) => (names.includes(prefix + file) ? Buffer.from(getAsset(prefix + file)) : null),
  };
}
