import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const folder = import.meta.dirname;
const sources = ['src', 'index.html', 'package.json', 'vite.config.ts', '../../packages/shared/src'];

/** How long to wait while another process builds. */
const lockTimeoutMs = 600_000;

/** The time of the last change of a file, or of the last changed file in a folder. 0 if there is none. */
function lastChangeMs(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (entry.isFile()) return entry.mtimeMs;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(0, ...names.map((name) => statSync(join(path, name)).mtimeMs));
}

/** Whether the build is missing or older than the sources. */
function isOld(): boolean {
  const builtMs = lastChangeMs(join(folder, 'dist/index.html'));
  return builtMs <= Math.max(...sources.map((source) => lastChangeMs(join(folder, source))));
}

/** Builds the dashboard if the build is old. One process builds at a time: SQLite releases its lock when a process ends. */
function buildIfOld(): void {
  if (!isOld()) return;
  using lock = new DatabaseSync(join(folder, 'dist.lock'), { timeout: lockTimeoutMs });
  lock.exec('begin exclusive');
  if (!isOld()) return;
  console.error('Building the dashboard …');
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

buildIfOld();
