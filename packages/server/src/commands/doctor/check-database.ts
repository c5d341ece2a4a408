import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { folderAccessProblem } from '../../platform/data-dir.ts';
import { type Db, databaseForLongRead, dialectOf } from '../../platform/database/dialect.ts';
import { executedMigrations, schemaState } from '../../platform/database/migrate.ts';
import { databaseFileExists, describeDatabase } from '../../platform/database/open.ts';
import { readClockOffset } from './check-clock.ts';
import { type CheckResult, checked, error, type Finding, messageOf, skipped, warning, worstStatus } from './finding.ts';

/** The oldest supported major version of PostgreSQL. */
const minPostgresVersion = 15;
const mib = 2 ** 20;
const createDatabaseAction = 'Start the server, or run "organizer migrate".';

/** What a check of the database found. */
export interface DatabaseCheck {
  readonly result: CheckResult;
  /** Whether the schema is current. Other checks read tables only then. */
  readonly isUsable: boolean;
  /** The clock of the database server minus the clock of this machine, in milliseconds; null for SQLite. */
  readonly clockOffsetMs: number | null;
}

/**
 * Checks that the database responds, that its version and encoding are supported, that its schema is current, and that the user has
 * the necessary privileges. Changes no data.
 */
export async function checkDatabase(db: Db, config: Config): Promise<DatabaseCheck> {
  const name = describeDatabase(config);
  const failed = (finding: Finding): DatabaseCheck => ({
    result: checked('database', name, [finding]),
    isUsable: false,
    clockOffsetMs: null,
  });
  if (config.databaseUrl === null && folderAccessProblem(config.dataDir) !== null) {
    const result = skipped('database', 'this user cannot use DATA_DIR');
    return { result, isUsable: false, clockOffsetMs: null };
  }
  if (!databaseFileExists(config)) {
    return failed(
      error(
        `There is no database yet: ${name}.`,
        `${createDatabaseAction} If it exists elsewhere, set DATA_DIR to its folder.`,
      ),
    );
  }
  try {
    return await examineDatabase(db, config, name);
  } catch (cause) {
    return failed(unusable(db, config, cause));
  }
}

async function examineDatabase(db: Db, config: Config, name: string): Promise<DatabaseCheck> {
  const isPostgres = dialectOf(db).name === 'postgres';
  const findings = isPostgres ? [...(await checkPostgres(db)), ...(await checkTablePrivileges(db))] : [];
  findings.push(...(await checkReplica(db, config)));
  const { findShardingProblems, findLostServers } = dialectOf(db);
  const sharding = [...(await findShardingProblems(db)), ...(await findLostServers(db))];
  findings.push(...sharding.map(({ problem, action }) => error(problem, action)));
  const schema = await checkSchema(db, name);
  // Without privileges, the tables seem to be missing.
  if (worstStatus(findings) !== 'error') findings.push(...schema.findings);
  const sizeBytes = await dialectOf(db).readSizeBytes(db);
  return {
    result: checked('database', `${name}, ${Math.ceil(sizeBytes / mib)} MiB`, findings),
    isUsable: schema.isCurrent,
    clockOffsetMs: isPostgres ? await readClockOffset(db) : null,
  };
}

function unusable(db: Db, { databaseUrl }: Config, cause: unknown): Finding {
  const problem = `The database cannot be used: ${messageOf(cause)}.`;
  const advice = dialectOf(db).adviceFor(cause);
  if (advice !== null) return error(problem, advice);
  if (databaseUrl === null) {
    const action = 'Check the permissions and the free space of DATA_DIR. If the file is damaged, restore a backup.';
    return error(problem, action);
  }
  return error(
    problem,
    'Check that PostgreSQL is running, and that DATABASE_URL has the correct host, port, database, user and password.',
  );
}

async function checkSchema(db: Db, name: string): Promise<{ isCurrent: boolean; findings: Finding[] }> {
  const executed = await executedMigrations(db);
  if (executed === null) {
    return { isCurrent: false, findings: [error(`The database has no tables yet: ${name}.`, createDatabaseAction)] };
  }
  const state = schemaState(executed);
  switch (state) {
    case 'current':
      return { isCurrent: true, findings: [] };
    case 'older': {
      const action = 'Back up the database. Then restart the server, or run "organizer migrate".';
      return {
        isCurrent: false,
        findings: [warning('The schema of the database is older than this program.', action)],
      };
    }
    case 'newer': {
      const problem =
        'A newer version of this program has changed the schema of the database. This version can use it.';
      return { isCurrent: true, findings: [warning(problem, 'Update this program too.')] };
    }
    case 'unusable': {
      const problem = 'A newer version of this program has changed the schema of the database.';
      const action = 'Install that version again. This version cannot use the database.';
      return { isCurrent: false, findings: [error(problem, action)] };
    }
  }
}

async function checkPostgres(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    version: string;
    isReadOnly: boolean;
    schema: string;
    user: string;
    canCreate: boolean;
  }>`select current_setting('server_version') as version,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
    coalesce(quote_ident(current_schema()), 'public') as schema, quote_ident(current_user) as user,
    has_schema_privilege(current_schema(), 'create') as "canCreate"`.execute(db);
  const { version, isReadOnly, schema, user, canCreate } = rows[0]!;
  const findings: Finding[] = [];
  if (Number.parseInt(version, 10) < minPostgresVersion) {
    const action = `Upgrade PostgreSQL to version ${minPostgresVersion} or later.`;
    findings.push(error(`PostgreSQL ${version} is too old.`, action));
  }
  const encoding = await dialectOf(db).findEncodingProblem(db);
  if (encoding !== null) findings.push(error(encoding.problem, encoding.action));
  if (isReadOnly) {
    const action = 'Set DATABASE_URL to the primary server, and default_transaction_read_only to off.';
    findings.push(error('The database is read-only.', action));
  }
  if (!canCreate) {
    const action = `Run: grant create on schema ${schema} to ${user}`;
    findings.push(error('The user of the database cannot create tables, so migrations will fail.', action));
  }
  return findings;
}

async function checkReplica(db: Db, { databaseReplicaUrl }: Config): Promise<Finding[]> {
  if (databaseReplicaUrl === null || (await databaseForLongRead(db)) !== db) return [];
  const problem = 'The server of DATABASE_REPLICA_URL is unavailable, is not a standby, or is too far behind.';
  return [warning(problem, 'Check the URL and the replication. Until this is fixed, long reads use the primary.')];
}

const maxTablesShown = 3;

async function checkTablePrivileges(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = current_schema()
    and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
      and has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
      and has_table_privilege(format('%I.%I', schemaname, tablename), 'update')
      and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete'))
    order by tablename limit ${maxTablesShown + 1}`.execute(db);
  if (rows.length === 0) return [];
  const names = rows.slice(0, maxTablesShown).map(({ tablename }) => tablename);
  const tables = rows.length > maxTablesShown ? `${names.join(', ')} and other tables` : names.join(', ');
  const action = 'Make the user of DATABASE_URL the owner of all tables and sequences.';
  return [error(`The user of the database lacks privileges on ${tables}.`, action)];
}
