import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The name under which a file is written before it is complete and renamed: `<file>.organizer-<host>-<pid>.part`. */
export function draftOf(file: string): string {
  return `${file}.organizer-${host}-${process.pid}.part`;
}

const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '');
/** With the names of the journals that SQLite writes beside a copy. */
const draft = /\.organizer-([A-Za-z0-9]*)-(\d+)\.part(?:-journal|-wal|-shm)?$/;
/** A draft of another host, whose processes are not visible here, counts as abandoned after this time. */
const ageMsMax = 24 * 3_600_000;

/** Removes the drafts in a folder whose process ended before they were complete. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, writtenOn, pid] = draft.exec(name) ?? [];
    if (pid === undefined) continue;
    const file = join(folder, name);
    if (writtenOn === host ? isRunning(Number(pid)) : isYoung(file)) continue;
    rmSync(file, { force: true });
  }
}

/** Whether another process has this id. This process has no drafts yet: drafts with its id are of an earlier process. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isYoung(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs < ageMsMax;
}
