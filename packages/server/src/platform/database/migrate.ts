import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration, Migrator } from 'kysely/migration';
import { migrationFiles } from '../../../migrations/index.ts';
import { OperatorError } from '../../errors/index.ts';
import { schemaNumber } from './connection-name.ts';
import { type Db, dialectOf } from './dialect.ts';

/** The error for a database without a schema, if the caller does not allow `migrate` to create one. */
export class NoSchemaError extends Error {}

/** The migrations of a version of the program, by name. */
type MigrationFiles = typeof migrationFiles;

/** The first and the last migration that `0001-initial-schema` replaced before the first release. */
const replacedMigrations = { first: '0001-organizers', last: '0017-master-key-check' } as const;

/**
 * Updates the schema to the latest version. Several processes can call it at the same time: one migrates, the others wait. A schema
 * of a newer version that this version can use stays as it is.
 *
 * @param options.empty in an empty database, `create` (the default) creates the schema and `reject` throws `NoSchemaError`
 * @param options.files the migrations of this version
 * @returns the names of the migrations that were run
 * @throws NoSchemaError if the database is empty and `empty` is `reject`
 * @throws OperatorError `invalid_state` if a running server of an older version could not use the new schema, or if the database is
 *   empty and its encoding cannot store all characters
 * @throws Error if a migration fails (it is rolled back), if this version cannot use the schema of a newer version, or if the
 *   database was migrated by a version before the first release
 */
export async function migrate(
  db: Db,
  { empty = 'create', files = migrationFiles }: { empty?: 'create' | 'reject'; files?: MigrationFiles } = {},
) {
  const executed = await executedMigrations(db);
  const state = executed === null ? 'older' : schemaState(executed, files);
  if (state === 'current') await dialectOf(db).distributeTables(db); // A previous call can have ended before it.
  if (state === 'current' || state === 'newer') return []; // The usual case. No migration is loaded and no lock is acquired.
  const hasReplaced = executed?.has(replacedMigrations.first) ?? false;
  if (executed !== null && hasReplaced) await forgetReplacedMigrations(db, executed);
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(files) } });
  const known = await migrator.getMigrations();
  const isEmpty = !hasReplaced && known.every((migration) => migration.executedAt === undefined);
  if (empty === 'reject' && isEmpty) throw new NoSchemaError('The database is empty.');
  const pending = known.filter((migration) => migration.executedAt === undefined).map(({ name }) => name);
  if (isEmpty) await assertStoresAllCharacters(db);
  else await assertUsableByRunningServers(db, pending);
  const names = await runPending(db, migrator, { isEmpty }).catch((error: unknown) => {
    if (!/previously executed migration/.test(String(error))) throw error;
    const message = 'The database was migrated by a newer version of this program. Update the program.';
    throw new Error(message, { cause: error });
  });
  await dialectOf(db).distributeTables(db);
  return names;
}

const maxAttempts = 10;
const retryDelayMs = 500;

/**
 * Runs the pending migrations, each in its own transaction. Running servers use the tables in many orders: a transaction that changed all of
 * them would wait for a server that waits for it. If PostgreSQL ends a migration for this reason, it is tried again. The migrations of an
 * empty database run in one transaction.
 *
 * @returns the names of the migrations that this process has run
 */
async function runPending(db: Db, migrator: Migrator, { isEmpty }: { isEmpty: boolean }): Promise<string[]> {
  const names: string[] = [];
  for (let attempt = 1; ; ) {
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error === undefined) {
      if (results.length === 0) return names;
      names.push(...results.map(({ migrationName }) => migrationName));
      attempt = 1;
    } else {
      if (dialectOf(db).classifyError(error) !== 'unavailable' || attempt === maxAttempts) throw error;
      attempt += 1;
      await delay(retryDelayMs);
    }
  }
}

/**
 * The number of the migration that a program must have to work with the schema after a migration; null if all versions that worked
 * before still work. The name of the migration contains it: `0040-needs-0035-…`. A version of the program knows only the names of
 * later migrations.
 */
function neededMigration(name: string): string | null {
  return /^\d{4}-needs-(\d{4})-/.exec(name)?.[1] ?? null;
}

/** Rejects an encoding with which the names of some buyers could not be stored. */
async function assertStoresAllCharacters(db: Db): Promise<void> {
  const found = await dialectOf(db).findEncodingProblem(db);
  if (found !== null) throw new OperatorError(`${found.problem} ${found.action}`, 'invalid_state');
}

/** Rejects migrations after which a server that is running now would fail. */
async function assertUsableByRunningServers(db: Db, pending: readonly string[]): Promise<void> {
  const needed = pending.map((name) => neededMigration(name) ?? '').reduce((a, b) => (a > b ? a : b), '');
  if (needed === '') return;
  const running = await dialectOf(db).findSchemasOfServers(db);
  if (running.every((number) => (number ?? '') >= needed)) return;
  throw new OperatorError(
    `The update changes the schema of the database so that servers without the migration ${needed} fail, and such a server is ` +
      `running. Update all servers to a version with the migration ${needed} first, or stop them.`,
    'invalid_state',
  );
}

async function loadMigrations(files: MigrationFiles): Promise<Record<string, Migration>> {
  const loaded = Object.entries(files).map(async ([name, load]) => {
    const { up } = await load();
    const migration: Migration = {
      up: async (db) => {
        await dialectOf(db).prepareMigration(db);
        await up(db);
      },
    };
    return [name, migration] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/**
 * Compares the schema of a database with the schema of this program.
 *
 * @param executed the names of the migrations that were run on the database
 * @param files the migrations of this version
 * @returns `older` if migrations are missing; `newer` if a newer version has migrated the database and this version can use it;
 *   `unusable` if a newer version has migrated the database and this version cannot use it
 */
export function schemaState(
  executed: ReadonlySet<string>,
  files: MigrationFiles = migrationFiles,
): 'current' | 'older' | 'newer' | 'unusable' {
  if (executed.has(replacedMigrations.first)) return 'older';
  const unknown = [...executed].filter((name) => !Object.hasOwn(files, name));
  const isComplete = Object.keys(files).every((name) => executed.has(name));
  if (unknown.length === 0) return isComplete ? 'current' : 'older';
  const isUsable = unknown.every((name) => (neededMigration(name) ?? '') <= schemaNumber(files));
  return isComplete && isUsable ? 'newer' : 'unusable';
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
