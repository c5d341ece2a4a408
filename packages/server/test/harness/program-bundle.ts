import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const packageFolder = join(import.meta.dirname, '../..');
const cacheFolder = join(packageFolder, '../../node_modules/.cache');

/** Packages that find files of their own by their location, or that few commands load. */
const external = ['stripe', /^@scalar\//, 'pg-native', '@redis/client'];

export interface ProgramBundle {
  /** The program, with the real `bin/organizer.js` as its entry. */
  readonly file: string;
  remove(): void;
}

/**
 * Bundles the source into a few files. Resolving and loading several hundred modules is most of the time that a process
 * takes to start, and the suites start more than a thousand of them.
 */
export async function bundleProgram(): Promise<ProgramBundle> {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'organizer-program-'));
  const bundle = await rolldown({
    input: join(packageFolder, 'src/main.ts'),
    platform: 'node',
    external,
    plugins: [sourceLocations],
  });
  // Without `src`, the entry loads this file, as in the published package.
  await bundle.write({ dir: join(folder, 'dist/server/src'), format: 'esm' });
  await bundle.close();
  mkdirSync(join(folder, 'bin'));
  const file = join(folder, 'bin/organizer.js');
  copyFileSync(join(packageFolder, 'bin/organizer.js'), file);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Modules that find files by their own location (migrations, the version, browser programs) find those of the source. */
const sourceLocations: Plugin = {
  name: 'source-locations',
  transform: {
    filter: { id: /\/packages\/[^/]+\/src\// },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
};
