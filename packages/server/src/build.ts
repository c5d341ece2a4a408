import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestName } from './platform/web-apps/app-files.ts';
import { readAppSource } from './platform/web-apps/read-source.ts';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const appsFolder = fileURLToPath(new URL('../../../apps/', import.meta.url));

/**
 * Builds the server with the packages and apps of this repository that it needs. The result runs without their sources.
 *
 * @param outFolder its content is replaced
 */
function build(outFolder: string): void {
  rmSync(outFolder, { recursive: true, force: true });
  // `npm run typecheck` checks the types. Checking them again would take most of the build.
  const args = ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', outFolder];
  const { status } = spawnSync('tsc', args, { cwd: packageFolder, stdio: 'inherit' });
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  // Files in `dist` resolve `#shared/…` with this file; files in `src` use the package.json of the server.
  const { name, version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const imports = { '#shared/*': './shared/src/*.js' };
  writeJson(join(outFolder, 'package.json'), { name, version, type: 'module', imports });
  for (const app of readdirSync(appsFolder)) {
    const folder = join(outFolder, 'apps', app);
    if (existsSync(join(appsFolder, app, 'vite.config.ts'))) copyViteBuild(app, folder);
    else buildApp(app, folder);
  }
}

/** Copies the build of an app that Vite builds. It is built first if it is missing or old. */
function copyViteBuild(name: string, folder: string): void {
  const app = join(appsFolder, name);
  const { status } = spawnSync('npm', ['run', '--silent', 'build:if-old'], { cwd: app, stdio: 'inherit' });
  if (status === 0) cpSync(join(app, 'dist'), folder, { recursive: true });
  else process.exitCode = 1;
}

function buildApp(name: string, folder: string): void {
  const { files, imports, preload } = readAppSource(join(appsFolder, name));
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeJson(join(folder, manifestName), { imports, preload });
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

build(resolve(process.argv[2] ?? join(packageFolder, 'dist')));
