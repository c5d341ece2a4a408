import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { OperatorError } from '../../errors/index.ts';
import { draftOf, removeAbandonedDrafts } from '../draft-files.ts';
import { sqliteFile } from './sqlite.ts';

/**
 * Copies a consistent snapshot of the database into a file without blocking writers. The file has a temporary name until it is
 * complete and on disk. Only its owner can read it. For PostgreSQL, it is an archive of `pg_dump` for `pg_restore`.
 *
 * @throws OperatorError `invalid_state` if the file exists, its folder does not exist, or `pg_dump` is missing or fails
 */
export async function backUp(database: { databaseUrl: string | null; dataDir: string }, file: string): Promise<void> {
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another file name.`, 'invalid_state');
  if (!existsSync(dirname(file)))
    throw new OperatorError(`The folder ${dirname(file)} does not exist. Create it first.`, 'invalid_state');
  removeAbandonedDrafts(dirname(file));
  const draft = draftOf(file);
  try {
    if (database.databaseUrl === null) await copySqlite(sqliteFile(database.dataDir), draft);
    else await dumpPostgres(database.databaseUrl, draft);
    const handle = await open(draft, 'r+');
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
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

async function dumpPostgres(url: string, draft: string): Promise<void> {
  try {
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${draft}`, url]);
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new OperatorError('pg_dump is not installed. It is required for backups of PostgreSQL.', 'invalid_state');
    throw new OperatorError(`pg_dump failed: ${(stderr ?? String(error)).trim().split('\n')[0]}`, 'invalid_state');
  }
}
