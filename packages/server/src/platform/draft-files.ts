import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The temporary name of a file until it is complete: `<file>.organizer-<host>-<pid>.part`. */
export function draftOf(file: string): string {
  return `${file}.organizer-${host}-${process.pid}.part`;
}

const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '');
/** Matches these names, and those of the journals that SQLite writes next to a copy. */
const draft = /\.organizer-([A-Za-z0-9]*)-(\d+)\.part(?:-journal|-wal|-shm)?$/;
/** The age at which a draft of another host counts as abandoned, because this host cannot check the processes of another. */
const ageMsMax = 24 * 3_600_000;

/** Removes the drafts in a folder whose process has exited. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, writtenByHost, pid] = draft.exec(name) ?? [];
    if (pid === undefined) continue;
    const file = join(folder, name);
    if (writtenByHost === host ? isRunning(Number(pid)) : isRecent(file)) continue;
    rmSync(file, { force: true });
  }
}

/** Whether another process has this id. This process has no drafts yet: drafts with its id belong to an earlier process. */
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
  return Date.now() - mtimeMs < ageMsMax;
}
