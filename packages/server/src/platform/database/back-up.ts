import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { OperatorError } from '../../errors/index.ts';
import { draftOf, removeAbandonedDrafts } from '../draft-files.ts';
import { endBy, exitOnStopSignal, onStopSignal } from '../signals.ts';
import { withoutPassword } from './postgres-url.ts';
import { sqliteFile } from './sqlite.ts';

/**
 * Copies a consistent snapshot of the database into a file without blocking writers. The file has a temporary name until it is
 * complete and on disk. Only its owner can read it. For PostgreSQL, it is an archive of `pg_dump` for `pg_restore`. A stop signal removes
 * the incomplete copy and exits.
 *
 * @throws OperatorError `invalid_state` if the file exists or cannot be written, its folder does not exist, or `pg_dump` is missing or
 *   fails
 */
export async function backUp(database: { databaseUrl: string | null; dataDir: string }, path: string): Promise<void> {
  const file = resolve(path); // The errors name the folder of a relative path: under systemd-run, it is that of the unit.
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another file name.`, 'invalid_state');
  if (!existsSync(dirname(file)))
    throw new OperatorError(`The folder ${dirname(file)} does not exist. Create it first.`, 'invalid_state');
  const draft = draftOf(file);
  const removeDraft = () => {
    for (const name of [draft, `${draft}-journal`]) rmSync(name, { force: true });
  };
  const stop = new AbortController();
  onStopSignal((signal) => {
    stop.abort();
    removeDraft();
    endBy(signal);
  });
  try {
    await writeDraft(database, draft, stop.signal)
      .then(() => rename(draft, file))
      .finally(removeDraft);
  } catch (error) {
    if (!isWriteError(error)) throw error;
    throw new OperatorError(`The backup ${file} cannot be written: ${(error as Error).message}.`, 'invalid_state');
  } finally {
    exitOnStopSignal();
  }
}

async function writeDraft(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  draft: string,
  signal: AbortSignal,
): Promise<void> {
  removeAbandonedDrafts(dirname(draft));
  await (await open(draft, 'wx', 0o600)).close();
  if (databaseUrl === null) await copySqlite(sqliteFile(dataDir), draft);
  else await dumpPostgres(databaseUrl, draft, signal);
  const handle = await open(draft, 'r+');
  await handle.sync();
  await handle.close();
}

/** Whether an error is one of the copy: of the file system, or of SQLite when it writes. SQLite only reads the source. */
function isWriteError(error: unknown): boolean {
  const { syscall, code, errcode = 0 } = error as { syscall?: string; code?: string; errcode?: number };
  // READONLY, IOERR, FULL, CANTOPEN
  return syscall !== undefined || (code === 'ERR_SQLITE_ERROR' && [8, 10, 13, 14].includes(errcode & 0xff));
}

async function copySqlite(source: string, draft: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    // All pages are copied in one step. A copy in several steps restarts at each write of another process.
    await backup(database, draft, { rate: 2 ** 31 - 1 });
  } finally {
    database.close();
  }
}

async function dumpPostgres(databaseUrl: string, draft: string, signal: AbortSignal): Promise<void> {
  // Other users can read the arguments of a process, but not its environment.
  const { url, password } = withoutPassword(databaseUrl);
  const env = password === null ? process.env : { ...process.env, PGPASSWORD: password };
  try {
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${draft}`, url], { env, signal });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new OperatorError('pg_dump is not installed. It is required for backups of PostgreSQL.', 'invalid_state');
    throw new OperatorError(`pg_dump failed: ${(stderr || String(error)).trim().split('\n')[0]}`, 'invalid_state');
  }
}
