import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const packageFolder = join(import.meta.dirname, '../..');
const cacheFolder = join(packageFolder, '../../node_modules/.cache');

/** Packages that find their files by their location, or that few commands load. */
const external = ['stripe', /^@scalar\//, 'pg-native', '@redis/client'];

export interface ProgramBundle {
  /** The program, with the real `bin/organizer.js` as its entry. */
  readonly program: string;
  /** The folder of the scripts that the suites start, by name. */
  readonly scripts: string;
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
    input: [
      join(packageFolder, 'src/main.ts'),
      join(import.meta.dirname, 'pay-pending.ts'),
      join(import.meta.dirname, 'pay-and-roll-back.ts'),
    ],
    platform: 'node',
    external,
    plugins: [sourceLocations],
  });
  // Without `src`, the entry loads this file, as in the published package.
  const scripts = join(folder, 'dist/server/src');
  await bundle.write({ dir: scripts, format: 'esm' });
  await bundle.close();
  // Node then does not parse each file to find out whether it is a module.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin/organizer.js');
  copyFileSync(join(packageFolder, 'bin/organizer.js'), program);
  return { program, scripts, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
