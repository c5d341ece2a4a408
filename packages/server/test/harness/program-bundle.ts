import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { bundleProgram } from '../../src/build.ts';

const packageFolder = join(import.meta.dirname, '../..');
const cacheFolder = join(packageFolder, '../../node_modules/.cache');

/** Packages that are not bundled: they read files next to their modules, or only a few commands load them. */
const external = ['stripe', /^@scalar\//, 'pg-native', '@redis/client'];

export interface ProgramBundle {
  /** The file of the program, a copy of `bin/organizer.js`. */
  readonly program: string;
  /** The folder of the bundled scripts that the suites start. */
  readonly scripts: string;
  /** A folder for compiled code, which the first process creates. */
  readonly compileCache: string;
  remove(): void;
}

/**
 * Bundles the source into a few files. Without a bundle, a process spends most of its start time on loading several hundred
 * modules, and the suites start more than a thousand processes.
 */
export async function bundleForTests(): Promise<ProgramBundle> {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'organizer-program-'));
  // In a folder without `src`, `bin/organizer.js` loads the program from `program`, as in the npm package.
  const scripts = join(folder, 'program');
  await bundleProgram(scripts, {
    scripts: ['pay-pending.ts', 'pay-and-roll-back.ts', 'emit-slowly.ts'].map((file) =>
      join(import.meta.dirname, file),
    ),
    external,
    plugins: [sourceLocations],
  });
  // Without this file, Node parses each file to detect whether it is a module.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin/organizer.js');
  copyFileSync(join(packageFolder, 'bin/organizer.js'), program);
  const compileCache = join(folder, 'compiled');
  return { program, scripts, compileCache, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Some modules find files by their own location: migrations, the version, browser programs. In the bundle, they use the files of the
 * source.
 */
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
