import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const packageFolder = import.meta.dirname;

/**
 * Compiles the package.
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
}

build(resolve(process.argv[2] ?? join(packageFolder, 'dist')));
