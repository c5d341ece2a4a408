import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A file is written under another name first, and has its own when it is whole: `<file>.organizer-<host>-<pid>.part`. */
export function draftOf(file: string): string {
  return `${file}.organizer-${host}-${process.pid}.part`;
}

const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '');
/** SQLite keeps a journal beside a copy that it writes. */
const draft = /\.organizer-([A-Za-z0-9]*)-(\d+)\.part(?:-journal|-wal|-shm)?$/;
/** No draft is written for so long; one of another host, whose processes we cannot see, is abandoned after it. */
const ageMsMax = 24 * 3_600_000;

/** Removes the drafts in a folder whose process ended before they were whole. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, writtenOn, pid] = draft.exec(name) ?? [];
    if (pid === undefined) continue;
    const file = join(folder, name);
    if (writtenOn === host ? isRunning(Number(pid)) : isYoung(file)) continue;
    rmSync(file, { force: true });
  }
}

/** Another process than this one: it has no draft in a folder that it only begins to use. */
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
