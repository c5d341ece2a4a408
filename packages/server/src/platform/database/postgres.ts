import { hash } from 'node:crypto';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { ConfigError } from '../settings.ts';
import { schemaNumberIn } from './connection-name.ts';
import type { Db, Dialect, JsonFields } from './dialect.ts';
import { adviceFor, classifyConnectionError, classifyError } from './postgres-errors.ts';
import { findUnexpectedSharding } from './postgres-sharding.ts';
import type { NamedQuery } from './statement.ts';

/** Any plan for a smaller table is fast. */
const minGrownPages = 16;
/** A larger table has the right plans. Its statistics are left to autovacuum, because they take longer. */
const maxAnalyzedPages = 10_000;

/** The name of a prepared statement. It is a hash, because PostgreSQL compares only the first 63 characters of a name. */
function nameOf(kind: 'insert' | 'update', statement: string): string {
  return `${kind} ${hash('sha256', statement, 'base64url')}`;
}

/** The queries of `insertMany` without their rows, by table and columns. */
const insertQueries = new Map<string, NamedQuery>();

function insertQuery(table: string, columnNames: readonly string[], existing: 'skip' | 'fail'): NamedQuery {
  const key = `${table} ${columnNames.join()} ${existing}`;
  let query = insertQueries.get(key);
  if (query === undefined) {
    const names = columnNames.map((name) => `"${name}"`).join(', ');
    const text = `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1::json)`;
    const statement = existing === 'skip' ? `${text} on conflict do nothing` : text;
    query = { ...CompiledQuery.raw(statement), name: nameOf('insert', statement) };
    insertQueries.set(key, query);
  }
  return query;
}

/** A database of PostgreSQL without shards. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  sharding: null,
  correlatesOrganizers: true,
  plansJoinsOnce: true,
  // Text is sorted by bytes, as in SQLite. Times and ids need no language rules, and indexes are smaller and faster.
  types: { text: sql`text collate "C"`, integer: sql`bigint` },
  tableSuffix: sql``,
  clusteredSuffix: sql``,
  generatedSuffix: sql`stored`, // PostgreSQL cannot index a virtual column.
  deferForeignKey: async (db, table, columns) => {
    const name = `${table}_${columns.join('_')}_fkey`; // PostgreSQL's default name of a constraint
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(
      db,
    );
  },
  createSequence: async (db, name) => {
    await sql`create sequence ${sql.ref(name)}`.execute(db);
  },
  startSequence: async (db, name) => {
    await sql`select setval(${sql.lit(name)}, last_value) from ${sql.ref(name)}`.execute(db);
  },
  object: (fields: JsonFields) => sql`(select row_to_json(object_row) from (select ${columns(fields)}) as object_row)`,
  array: (value, from, orderBy) => sql`(select coalesce(json_agg(${value} order by ${orderBy}), '[]') ${from})`,
  json: (text) => sql`cast(${text} as json)`,
  valuesOf: (text) =>
    sql`(select json_agg(value order by ordinality) from json_each(cast(${text} as json)) with ordinality)`,
  body: (text) => sql`${text}`,
  boolean: (condition) => sql`(${condition})`,
  isOneOf: (column, values) => postgresDialect.isInList(column, sql`${values}`),
  isInList: (column, list) => sql`${column} = any(${list})`,
  listOf: (values) => values,
  // The planner expects few elements in an array, but very many rows from a select whose limit is a parameter.
  isOneOfFew: (column, select) => sql`${column} = any(array(${select}))`,
  // `offset 0` keeps the planner from reading the table before the few rows.
  fromEachOf: ({ select, column }, { table, alias, where }) =>
    sql`from (select unnest(array(${select})) as ${sql.ref(column)}) as few cross join lateral (
      select ${sql.ref(alias)}.* from ${sql.table(table)} as ${sql.ref(alias)} where ${where} offset 0) as ${sql.ref(alias)}`,
  likely: (condition) => condition, // The planner uses its statistics.
  forUpdate: sql`for update`,
  forUpdateNoWait: sql`for update nowait`,
  forKeyShare: sql`for key share`,
  forNoKeyUpdate: sql`for no key update`,
  forNoKeyUpdateSkipLocked: sql`for no key update skip locked`,
  forUpdateSkipLocked: sql`for update skip locked`,
  expectManyRows: async (tx) => {
    await sql`set local enable_nestloop = off`.execute(tx);
  },
  skipDiskWait: async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
  },
  limitLockWait: async (tx, timeoutMs) => {
    await sql`set local lock_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
  },
  insertMany: async (db, table, rows, options) => {
    if (rows[0] === undefined) return;
    const query = insertQuery(table, Object.keys(rows[0]), options?.existing ?? 'fail');
    await db.executeQuery({ ...query, parameters: [JSON.stringify(rows)] });
  },
  updateMany: async (db, table, keys, rows, nullColumns = []) => {
    if (rows[0] === undefined) return;
    const valueColumns = Object.keys(rows[0]).filter((name) => !(keys as readonly string[]).includes(name));
    const set = sql.join([
      ...valueColumns.map((name) => sql`${sql.ref(name)} = new_values.${sql.ref(name)}`),
      ...nullColumns.map((name) => sql`${sql.ref(name)} = null`),
    ]);
    const sameKeys = sql.join(
      keys.map((name) => sql`t.${sql.ref(name)} = new_values.${sql.ref(name)}`),
      sql` and `,
    );
    const organizerId = commonOrganizer(rows);
    const ofOrganizer = organizerId === null ? sql`` : sql`t.organizer_id = ${organizerId} and`;
    const query = sql`update ${sql.table(table)} as t set ${set}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) as new_values
      where ${ofOrganizer} ${sameKeys}`;
    const compiled = query.compile(db);
    await db.executeQuery({ ...compiled, name: nameOf('update', compiled.sql) } as NamedQuery);
  },
  nextSequences: async (tx, organizerId, count, { sequence }) => {
    const query = sql`select ${nextNumber(sql`${organizerId}`, sequence)} as number from generate_series(1, ${count})`;
    const { rows } = await tx.executeQuery<{ number: number }>({
      ...query.compile(tx),
      name: `next ${sequence}`,
    } as NamedQuery<{ number: number }>);
    return rows.map(({ number }) => number);
  },
  nextSequence: (organizerId, { sequence }) => nextNumber(organizerId, sequence),
  finalSequences: async (db, organizerIds, { sequence }) => {
    const { rows: sequences } = await sql<{
      last: number;
    }>`select last_value as last from ${sql.ref(sequence)}`.execute(db);
    // Read after the last number: a transaction that has no lock yet will take a greater number.
    const { rows: locks } = await sql<{ id: string; key: number }>`select o.id, l.objid::bigint as key
      from unnest(${organizerIds}::text[]) as o (id)
      join pg_locks as l on l.classid::bigint = hashtext(o.id)::bigint & 4294967295
      where l.locktype = 'advisory' and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())`.execute(db);
    const last = sequences[0]!.last;
    const final = new Map(organizerIds.map((id) => [id, last]));
    for (const { id, key } of locks) final.set(id, Math.min(final.get(id)!, lockedAfter(key, last)));
    return final;
  },
  readSizeBytes: async (db) => {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
    return rows[0]!.size;
  },
  prepareForBulk: async () => {},
  updateStatistics: async (db) => {
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 5000`.execute(tx); // A manual vacuum locks its table.
      await sql`analyze`.execute(tx);
    });
  },
  updateStatisticsOfGrownTables: async (db) => {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class as c
      where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema()) and c.relpages <= ${sql.lit(maxAnalyzedPages)}
        and pg_relation_size(c.oid) / current_setting('block_size')::int
          >= greatest(2 * c.relpages, ${sql.lit(minGrownPages)})`.execute(db);
    for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db);
  },
  overwriteDeleted: async () => {},
  rewriteFile: async () => {},
  findSchemasOfServers: async (db) => {
    const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'organizer%'`.execute(
      db,
    );
    return rows.map(({ name }) => schemaNumberIn(name));
  },
  prepareMigration: assertNotDistributed,
  distributeTables: assertNotDistributed,
  findShardingProblems: findUnexpectedSharding,
  findLostServers: async () => [],
  findEncodingProblem: async (db) => {
    const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
    const { encoding } = rows[0]!;
    if (encoding === 'UTF8') return null;
    return {
      problem: `The encoding of the database is ${encoding}, which cannot store all characters.`,
      action: 'Create a new database with the encoding UTF8, and move existing data to it.',
    };
  },
  classifyError,
  // disk_full, read_only_sql_transaction, io_error
  isWriteFailure: (error) => /^(53100|25006|58030)$/.test((error as { code?: string }).code ?? ''),
  attemptWrite: async (db) => {
    await db.transaction().execute(async (tx) => {
      await sql`create temporary table write_attempt (number bigint) on commit drop`.execute(tx);
      await sql`insert into write_attempt select generate_series(1, 25000)`.execute(tx);
    });
  },
  classifyConnectionError,
  adviceFor,
};

/** @throws ConfigError if the tables are distributed */
async function assertNotDistributed(db: Db): Promise<void> {
  const [found] = await findUnexpectedSharding(db);
  if (found !== undefined) throw new ConfigError(`${found.problem} ${found.action}`);
}

/** The organizer of all these rows; null if they belong to several organizers, or to none. */
function commonOrganizer(rows: readonly object[]): string | null {
  const [first, ...others] = rows as readonly { organizer_id?: string | null }[];
  const organizerId = first?.organizer_id ?? null;
  return others.every((row) => row.organizer_id === organizerId) ? organizerId : null;
}

/** Keys of advisory locks have 31 bits. A transaction does not last while so many numbers are taken. */
const lockKeys = 2 ** 31;

/**
 * Takes the next number of a sequence. The transaction first takes a shared advisory lock, whose keys are the organizer and the
 * last number that was taken before. `finalSequences` reads these locks: until the end of the transaction, its numbers are greater
 * than the number in its lock. Shared locks do not wait for each other.
 */
function nextNumber(organizerId: RawBuilder<string>, sequence: string): RawBuilder<number> {
  const last = sql`(select (last_value % ${sql.lit(lockKeys)})::int from ${sql.ref(sequence)})`;
  // The branches of a `case` are evaluated after its condition.
  return sql`case when pg_advisory_xact_lock_shared(hashtext(${organizerId}), ${last}) is null then null
    else nextval(${sql.lit(sequence)}) end`;
}

/** The last number that was taken before a lock, from the key of the lock and a number that was taken recently. */
function lockedAfter(key: number, last: number): number {
  const distance = (((last - key) % lockKeys) + lockKeys) % lockKeys;
  // The lock can be newer than `last`.
  return distance < lockKeys / 2 ? last - distance : last;
}

function columns(fields: JsonFields) {
  return sql.join(Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`));
}
