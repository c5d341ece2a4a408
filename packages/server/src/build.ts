import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { licensesOf } from './production-packages.ts';

const packageFolder = join(import.meta.dirname, '..');
const root = join(packageFolder, '../..');

/**
 * Builds the npm package of the server: its modules and those of all dependencies in a few files, and the browser programs. The
 * package has no dependencies, so that each installation has exactly the tested versions.
 *
 * @param outFolder its content is replaced
 */
async function buildPackage(outFolder: string): Promise<void> {
  rmSync(outFolder, { recursive: true, force: true });
  await bundleProgram(join(outFolder, 'program'));
  buildApps(join(outFolder, 'apps'));
  mkdirSync(join(outFolder, 'bin'));
  copyFileSync(join(packageFolder, 'bin/organizer.js'), join(outFolder, 'bin/organizer.js'));
  copyFileSync(join(root, 'LICENSE'), join(outFolder, 'LICENSE'));
  writeFileSync(join(outFolder, 'LICENSES.txt'), licenses());
  const { name, version, description, license, engines, bin } = readJson(join(packageFolder, 'package.json'));
  writeJson(join(outFolder, 'package.json'), { name, version, description, license, type: 'module', engines, bin });
}

/**
 * One file for the modules that most commands need, and one for the other modules that the server needs at its start, because loading a
 * hundred small files takes longer. Modules that are loaded later, and large commands, have separate files. A group also contains the
 * modules that its modules import. The first group contains the imports of `main.ts`, so that commands do not load the second group.
 */
const codeSplitting = {
  groups: [
    {
      name: 'commands',
      priority: 2,
      test: new RegExp(
        '/src/(?:deployments/index|platform/program-folder|commands/(?:events|gates|keys|operation|orders|organizers|runtime|sandbox|' +
          'settlements|tickets|users|webhooks))\\.ts$',
      ),
    },
    { name: 'server', priority: 1, test: /\/src\/(?:commands\/serve|deployments\/(?:baseline|extended)-server)\.ts$/ },
  ],
};

/** The options in which a bundle can differ from the bundle of the package. */
type BundleOptions = Pick<InputOptions, 'external' | 'plugins'>;

/**
 * Bundles the program into a folder: `main.js`, and the files that it loads.
 *
 * @param scripts files of further programs that use the same modules
 */
export async function bundleProgram(
  folder: string,
  { scripts = [], ...options }: BundleOptions & { scripts?: readonly string[] } = {},
): Promise<void> {
  // The compiled code of a file is stored by its name. The names stay the same, so that a later version replaces it.
  const output = { dir: folder, codeSplitting, chunkFileNames: '[name].js' };
  await bundle(['main.ts', ...scripts], output, options);
}

/**
 * Bundles programs with all packages that they use.
 *
 * @param entries files, relative to this folder
 */
export async function bundle(
  entries: readonly string[],
  output: OutputOptions,
  options: BundleOptions = {},
): Promise<void> {
  const build = await rolldown({
    input: entries.map((entry) => resolve(import.meta.dirname, entry)),
    platform: 'node',
    external: ['pg-native', '@node-rs/xxhash'], // Optional parts of packages, which are not installed.
    checks: { ineffectiveDynamicImport: false }, // Some modules are loaded later by commands, but at the start by the server.
    ...options,
  });
  await build.write({ comments: false, ...output });
  await build.close();
}

/** Copies the builds of all apps, each into a folder of `outFolder` with its name. Those that are missing or old are built first. */
export function buildApps(outFolder: string): void {
  execFileSync(process.execPath, [join(root, 'apps/build.ts'), '--if-old'], { stdio: 'inherit' });
  for (const name of appNames()) cpSync(join(root, 'apps', name, 'dist'), join(outFolder, name), { recursive: true });
}

function appNames(): string[] {
  const entries = readdirSync(join(root, 'apps'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The licenses of all packages that the program and its browser programs contain, as one text. */
export function licenses(): string {
  return licensesOf(['packages/server', ...appNames().map((name) => `apps/${name}`)]);
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (import.meta.main) await buildPackage(resolve(process.argv[2] ?? join(packageFolder, 'dist')));
