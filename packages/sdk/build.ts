import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const packageFolder = import.meta.dirname;

/**
 * Builds the package that is published: the compiled modules with their types, and the documentation. In this repository, the
 * package `@organizer/sdk` has the sources.
 *
 * @param outFolder its content is replaced
 */
function build(outFolder: string): void {
  rmSync(outFolder, { recursive: true, force: true });
  const tsc = join(packageFolder, 'node_modules/.bin/tsc');
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', outFolder], {
    cwd: packageFolder,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  // The compiler changes the extensions of imports in scripts, but not in declarations.
  for (const name of readdirSync(outFolder).filter((file) => file.endsWith('.d.ts'))) {
    const file = join(outFolder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
  }
  copyFileSync(join(packageFolder, 'README.md'), join(outFolder, 'README.md'));
  copyFileSync(join(packageFolder, '../../LICENSE'), join(outFolder, 'LICENSE'));
  writeFileSync(join(outFolder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
}

/** The `package.json` of the published package. */
function publishedManifest(): object {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const { name, version, description, license, type, sideEffects, engines } = manifest;
  const exports = Object.entries<string>(manifest.exports).map(([path, source]) => {
    const module = basename(source, '.ts');
    return [path, { types: `./${module}.d.ts`, default: `./${module}.js` }];
  });
  return { name, version, description, license, type, sideEffects, engines, exports: Object.fromEntries(exports) };
}

build(resolve(process.argv[2] ?? join(packageFolder, 'dist')));
