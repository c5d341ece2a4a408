import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Returns the temporary path of a file that is not complete yet: `<file>.organizer-<host>-<pid>.part`. */
export function draftOf(file: string): string {
  return `${file}.organizer-${host}-${process.pid}.part`;
}

const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '');
/** Matches the names of drafts, and of the journals that SQLite writes next to a copy. */
const draftPattern = /\.organizer-([A-Za-z0-9]*)-(\d+)\.part(?:-journal|-wal|-shm)?$/;
/** A draft of another host counts as abandoned at this age, because this host cannot check whether its process is running. */
const abandonedAgeMs = 24 * 3_600_000;

/** Removes abandoned drafts from a folder. A draft is abandoned if its process has exited. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, writtenByHost, pid] = draftPattern.exec(name) ?? [];
    if (pid === undefined) continue;
    const file = join(folder, name);
    if (writtenByHost === host ? isRunning(Number(pid)) : isRecent(file)) continue;
    rmSync(file, { force: true });
  }
}

/**
 * Whether the process that writes a draft is still running. This process has no drafts yet, so a draft with its id is one of an
 * earlier process.
 */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isRecent(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs < abandonedAgeMs;
}
