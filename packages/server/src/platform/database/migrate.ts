import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './dialect.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

/**
 * Brings the schema up to date. Safe when several processes do it at once: one migrates, the others wait.
 *
 * @returns the names of the migrations that ran now
 * @throws Error where a migration fails (nothing of it stays) or the database was written by a newer version
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs: { readdir }, path, migrationFolder: folder }),
  });
  const known = await migrator.getMigrations();
  if (known.every((migration) => migration.executedAt !== undefined) && (await countExecuted(db)) === known.length) {
    return []; // Nothing to do: no lock is taken.
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    if (/previously executed migration/.test(String(error))) {
      throw new Error('The database was written by a newer version of this program; update the program.', {
        cause: error,
      });
    }
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

async function countExecuted(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`.execute(db);
  return rows[0]!.count;
}
