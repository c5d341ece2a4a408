import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const sources = [
  'apps/docs/{build,src}/*',
  'apps/docs/package.json',
  'docs/**/*',
  'packages/sdk{,-python}/README.md',
  'CHANGELOG.md',
];

/** Builds the documentation site if the build is missing or older than the sources. */
function buildIfOld(): void {
  const builtMs = statSync(join(folder, 'dist'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changesMs = globSync(sources, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs);
  if (builtMs > Math.max(...changesMs)) return;
  console.error('Building the documentation …');
  const { status } = spawnSync(process.execPath, [join(folder, 'build/build-site.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

buildIfOld();
