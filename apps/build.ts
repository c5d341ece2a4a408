import { spawnSync } from 'node:child_process';
import { globSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '..');

const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js');
const viteApp = {
  command: [vite, 'build', '--logLevel', 'warn', '--outDir', 'dist.new', '--emptyOutDir'],
  otherSources: ['packages/{messages,shared}/{*.json,src/**/*}'],
};

/** What is built from a folder of `apps` into its folder `dist.new`, which replaces `dist` when it is complete. */
const apps = [
  { name: 'checkout', ...viteApp },
  { name: 'gate', ...viteApp },
  { name: 'dashboard', ...viteApp },
  {
    name: 'docs',
    command: ['build/build-site.ts'],
    otherSources: ['docs/**/*', 'packages/sdk{,-python}/README.md', 'CHANGELOG.md', 'openapi/*.json'],
  },
];

/** How long to wait while another process builds. */
const lockTimeoutMs = 600_000;

/** Whether the build is missing or older than the sources. The time of a build is the time at which it was started. */
function isOld({ name, otherSources }: (typeof apps)[number]): boolean {
  const builtMs = statSync(join(root, 'apps', name, 'dist'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [`apps/${name}/*.{html,json,ts}`, `apps/${name}/{build,public,src}/**/*`, ...otherSources];
  return globSync(sources, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs >= builtMs);
}

/**
 * Builds all apps; with `--if-old` those whose build is missing or older than its sources. One process builds at a time: SQLite
 * releases its lock when a process ends.
 */
function build(): void {
  const isChosen = process.argv.includes('--if-old') ? isOld : () => true;
  if (!apps.some(isChosen)) return;
  using lock = new DatabaseSync(join(import.meta.dirname, 'dist.lock'), { timeout: lockTimeoutMs });
  lock.exec('begin exclusive');
  for (const { name, command } of apps.filter(isChosen)) {
    console.error(`Building ${name} …`);
    const folder = join(import.meta.dirname, name);
    const startedAt = new Date();
    // Also in tests, where the variable has another value: the build must contain libraries without their checks for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status } = spawnSync(process.execPath, command, { cwd: folder, env, stdio: 'inherit' });
    if (status !== 0) {
      process.exitCode = status ?? 1;
      return;
    }
    const dist = join(folder, 'dist');
    utimesSync(`${dist}.new`, startedAt, startedAt);
    rmSync(dist, { recursive: true, force: true });
    renameSync(`${dist}.new`, dist);
  }
}

build();
