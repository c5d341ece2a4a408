import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Db, dialectOf } from './dialect.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

/** The database has no schema, and the caller does not want one to be created. */
export class NoSchemaError extends Error {}

/**
 * Brings the schema up to date. Several processes can call it at once: one migrates, the others wait.
 *
 * @param options.empty whether a schema is created in an empty database (the default) or `NoSchemaError` is thrown
 * @returns the names of the migrations that were run
 * @throws NoSchemaError if the database is empty and `empty` is `refuse`
 * @throws Error if a migration fails (it is rolled back), or if a newer version of the program has migrated the database
 */
export async function migrate(db: Db, { empty }: { empty: 'create' | 'refuse' } = { empty: 'create' }) {
  if (await isUpToDate(db)) return []; // The usual case: no migration is loaded and no lock is taken.
  const { FileMigrationProvider, Migrator } = await import('kysely/migration');
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs: { readdir }, path, migrationFolder: folder }),
  });
  const known = await migrator.getMigrations();
  if (empty === 'refuse' && known.every((migration) => migration.executedAt === undefined)) {
    throw new NoSchemaError('The database is empty.');
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    if (/previously executed migration/.test(String(error))) {
      throw new Error('The database was migrated by a newer version of this program. Update the program.', {
        cause: error,
      });
    }
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

async function isUpToDate(db: Db): Promise<boolean> {
  const files = await readdir(folder);
  const known = files
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => path.parse(file).name);
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const executed = new Set(rows.map(({ name }) => name));
    return executed.size === known.length && known.every((name) => executed.has(name));
  } catch (error) {
    if (dialectOf(db).classifyError(error) === 'unavailable') throw error;
    return false; // The first migration creates the table.
  }
}
