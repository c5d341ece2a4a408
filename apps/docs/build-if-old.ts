import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const sources = [
  'apps/docs/{build,src}/*',
  'apps/docs/package.json',
  'docs/**/*',
  'packages/sdk{,-python}/README.md',
  'CHANGELOG.md',
];

/** How long to wait while another process builds. */
const lockTimeoutMs = 600_000;

/** Whether the build is missing or older than the sources. */
function isOld(): boolean {
  const builtMs = statSync(join(folder, 'dist'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changesMs = globSync(sources, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs);
  return builtMs <= Math.max(...changesMs);
}

/** Builds the documentation site if the build is old. One process builds at a time: SQLite releases its lock when a process ends. */
function buildIfOld(): void {
  if (!isOld()) return;
  using lock = new DatabaseSync(join(folder, 'dist.lock'), { timeout: lockTimeoutMs });
  lock.exec('begin exclusive');
  if (!isOld()) return;
  console.error('Building the documentation …');
  const { status } = spawnSync(process.execPath, [join(folder, 'build/build-site.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

buildIfOld();
