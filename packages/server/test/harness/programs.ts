import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestTagDefinition } from 'vitest/config';
import { findBrowser } from './browser-file.ts';
import { postgresFolders } from './postgres-folders.ts';

/** A program that tests need, and that `npm ci` does not install on every machine. */
export interface Program {
  /** The tag of the tests that need it. */
  readonly tag: ProgramTag;
  /** What is not tested without it. */
  readonly tests: string;
  /** The commands that tests start. */
  readonly commands: readonly string[];
  /** The Debian packages with the program. */
  readonly packages: readonly string[];
  /** @param path the folders in which programs are searched */
  readonly isInstalled: (path: string) => boolean;
}

export type ProgramTag =
  | 'chromium'
  | 'curl'
  | 'go'
  | 'nginx'
  | 'pg_dump'
  | 'php'
  | 'python'
  | 'redis'
  | 'strace'
  | 'systemd';

declare module 'vitest' {
  interface TestTags {
    programs: ProgramTag;
  }
}

const isOnPath = (path: string, ...commands: string[]) =>
  path.split(delimiter).some((folder) => commands.some((command) => existsSync(join(folder, command))));

const succeeds = (path: string, command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, PATH: path } }).status === 0;

/** All programs that tests need. Tests that need one have its tag, and are skipped where it is missing. */
export const programs: readonly Program[] = [
  {
    tag: 'chromium',
    tests: 'the dashboard, the checkout, the gate app and the documentation in a browser',
    commands: ['chromium'],
    packages: ['chromium-headless-shell'],
    isInstalled: (path) => findBrowser(path) !== undefined,
  },
  {
    tag: 'redis',
    tests: 'rate limits that processes share',
    commands: ['redis-server', 'valkey-server'],
    packages: ['redis-server'],
    isInstalled: (path) => isOnPath(path, 'redis-server', 'valkey-server'),
  },
  {
    tag: 'pg_dump',
    tests: 'backups of PostgreSQL',
    commands: ['pg_dump', 'pg_restore'],
    packages: ['postgresql'],
    // `pg_dump` cannot read a newer server than itself, and the server from npm can be newer.
    isInstalled: (path) => isOnPath(path, 'pg_dump') && postgresFolders(path).length > 0,
  },
  {
    tag: 'python',
    tests: 'the Python client, and the examples in Python',
    commands: ['python3'],
    packages: ['python3', 'python3-venv'],
    isInstalled: (path) =>
      succeeds(path, 'python3', '-c', 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))'),
  },
  {
    tag: 'php',
    tests: 'the webhook receivers in PHP',
    commands: ['php'],
    packages: ['php-cli'],
    isInstalled: (path) => isOnPath(path, 'php'),
  },
  {
    tag: 'go',
    tests: 'the webhook receivers and the generated client in Go',
    commands: ['go'],
    packages: ['golang-go'],
    isInstalled: (path) => isOnPath(path, 'go'),
  },
  {
    tag: 'strace',
    tests: 'when SQLite writes to the disk',
    commands: ['strace'],
    packages: ['strace'],
    // Containers can forbid it.
    isInstalled: (path) => succeeds(path, 'strace', 'true'),
  },
  {
    tag: 'curl',
    tests: 'the commands of the README, of the guides and of the dashboard',
    commands: ['curl'],
    packages: ['curl'],
    isInstalled: (path) => isOnPath(path, 'curl'),
  },
  {
    tag: 'nginx',
    tests: 'the configuration of nginx',
    commands: ['nginx'],
    packages: ['nginx-light', 'openssl'],
    isInstalled: (path) => isOnPath(path, 'nginx') && isOnPath(path, 'openssl'),
  },
  {
    tag: 'systemd',
    tests: 'the systemd unit',
    commands: ['systemd-analyze'],
    packages: ['systemd'],
    isInstalled: (path) => isOnPath(path, 'systemd-analyze'),
  },
];

/** The programs that are missing on this machine. */
export function missingPrograms(path = process.env['PATH'] ?? ''): Program[] {
  return programs.filter(({ isInstalled }) => !isInstalled(path));
}

/** The tags of tests, for the configuration of vitest. It skips the tests with the tag of a missing program. */
export function programTags(missing: readonly Program[]): TestTagDefinition[] {
  return programs.map((program) => ({
    name: program.tag,
    description: program.tests,
    // A test can have several tags. `skip: false` of one would override `skip: true` of another.
    ...(missing.includes(program) ? { skip: true } : {}),
  }));
}

// As a program: prints the Debian packages with the missing programs.
if (import.meta.main) {
  const packages = missingPrograms().flatMap((program) => program.packages);
  process.stdout.write(`${packages.join(' ')}\n`);
}
