import { readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';

/** The databases and the installed packages of a run need less than half of it. Containers often have only 64 MB. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * A folder in memory for the temporary files of the tests; undefined if the machine has none, if it is small, or if programs
 * cannot be started from it. SQLite waits for the disk at each commit, which took a quarter of the time of many suites. The tests do
 * not simulate a power failure, so they do not need the disk.
 */
export function memoryFolder(): string | undefined {
  return process.platform === 'linux' && canStartPrograms() && freeBytes() >= minFreeBytes ? folder : undefined;
}

function canStartPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , type, options] = mounts.map((line) => line.split(' ')).find(([, path]) => path === folder) ?? [];
  return type === 'tmpfs' && options !== undefined && !options.split(',').includes('noexec');
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory());
}
