import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrationFiles } from '../../../migrations/index.ts';
import { type Db, dialectOf } from './dialect.ts';

/** The error for a database without a schema, if the caller does not allow `migrate` to create one. */
export class NoSchemaError extends Error {}

/** The first and the last migration that `0001-initial-schema` replaced before the first release. */
const replacedMigrations = { first: '0001-organizers', last: '0017-master-key-check' } as const;

/**
 * Updates the schema to the latest version. Several processes can call it at the same time: one migrates, the others wait.
 *
 * @param options.empty in an empty database, `create` (the default) creates the schema and `reject` throws `NoSchemaError`
 * @returns the names of the migrations that were run
 * @throws NoSchemaError if the database is empty and `empty` is `reject`
 * @throws Error if a migration fails (it is rolled back), or if the database was migrated by a newer version of the program or
 *   by a version before the first release
 */
export async function migrate(db: Db, { empty }: { empty: 'create' | 'reject' } = { empty: 'create' }) {
  const executed = await executedMigrations(db);
  if (executed !== null && schemaState(executed) === 'current') return []; // The usual case. No migration is loaded and no lock is acquired.
  const hasReplaced = executed?.has(replacedMigrations.first) ?? false;
  if (executed !== null && hasReplaced) await forgetReplacedMigrations(db, executed);
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } });
  const known = await migrator.getMigrations();
  if (empty === 'reject' && !hasReplaced && known.every((migration) => migration.executedAt === undefined)) {
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

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = Object.entries(migrationFiles).map(async ([name, load]) => [name, await load()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/**
 * Compares the schema of a database with the schema of this program.
 *
 * @param executed the names of the migrations that were run on the database
 * @returns `older` if migrations are missing; `newer` if a newer version of this program has migrated the database
 */
export function schemaState(executed: ReadonlySet<string>): 'current' | 'older' | 'newer' {
  if (executed.has(replacedMigrations.first)) return 'older';
  if ([...executed].some((name) => !Object.hasOwn(migrationFiles, name))) return 'newer';
  return executed.size === Object.keys(migrationFiles).length ? 'current' : 'older';
}

/** The names of the migrations that were run on the database; null if it has no migration table yet. */
export async function executedMigrations(db: Db): Promise<ReadonlySet<string> | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (dialectOf(db).classifyError(error) === 'unavailable') throw error;
    return null; // The first migration creates the table.
  }
}

/**
 * Deletes the records of replaced migrations from a database that was created before the first release. Then
 * `0001-initial-schema` runs on this database and adds only the missing parts.
 */
async function forgetReplacedMigrations(db: Db, executed: ReadonlySet<string>): Promise<void> {
  if (!executed.has(replacedMigrations.last)) {
    const lastMigration = [...executed].sort().at(-1);
    throw new Error(
      `The database was created by an early version of this program, whose last migration is ${lastMigration}, and cannot be ` +
        'updated. Export its data with that version and import them into a new database.',
    );
  }
  const names = sql.join([...executed].map((name) => sql.lit(name)));
  await sql`delete from kysely_migration where name in (${names})`.execute(db);
}
