import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstalledProgram } from './server-process.ts';

/** A user without an account, a home folder and a shell. */
const userId = 64_123;
const canChangeRoot = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Prepares a folder in which a program runs as on a machine where nothing is installed. If the tests run as root on Linux, the folder
 * is the root folder of the program, which runs as a new user, and contains only the libraries of the executable file. Otherwise the
 * program runs in the folder, as the current user.
 *
 * @param folder the folder, which already contains the program
 * @param executable an executable file in the folder, and `args` its first arguments, with paths relative to the folder
 */
export function runIn(folder: string, executable: string, args: readonly string[] = []): InstalledProgram {
  if (!canChangeRoot) {
    const paths = args.map((path) => join(folder, path));
    return { file: join(folder, executable), args: paths, options: { cwd: folder } };
  }
  for (const library of librariesOf(join(folder, executable))) {
    mkdirSync(dirname(join(folder, library)), { recursive: true });
    copyFileSync(library, join(folder, library));
    chmodSync(join(folder, library), 0o755);
  }
  chownSync(folder, userId, userId);
  const user = `--userspec=${userId}:${userId}`;
  return { file: 'chroot', args: [user, folder, `/${executable}`, ...args.map((path) => `/${path}`)], options: {} };
}

/** The shared libraries that an executable file loads, with the program that loads them. */
function librariesOf(file: string): string[] {
  const output = execFileSync('ldd', [file], { encoding: 'utf8' });
  return [...output.matchAll(/(?:^\s*|=> )(\/\S+) \(/gm)].map(([, path = '']) => path);
}
