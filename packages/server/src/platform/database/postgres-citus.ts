import { sql } from 'kysely';
import { ConfigError } from '../settings.ts';
import { adapterOf, type Db, type Dialect } from './dialect.ts';
import { postgresDialect } from './postgres.ts';
import {
  findLostServers,
  findMissingSharding,
  findServerProblem,
  isPlaced,
  type PlacedTable,
  readTables,
} from './postgres-sharding.ts';
import type { NamedQuery } from './statement.ts';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly definition: string;
}

/** A database of the extension Citus, whose coordinator the program is connected to. */
export const citusDialect: Dialect = {
  ...postgresDialect,
  sharding: 'citus',
  correlatesOrganizers: false,
  limitLockWait: async (tx, timeoutMs) => {
    // By default, workers do not get the settings of a transaction.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
    await postgresDialect.limitLockWait(tx, timeoutMs);
  },
  plansJoinsOnce: false,
  insertMany,
  // Citus rejects `nextval` in `returning`. The caller then uses `nextSequences`.
  nextSequence: () => sql`cast(null as bigint)`,
  prepareMigration: async (tx) => {
    await assertCoordinator(tx);
    await useOneConnectionPerWorker(tx);
    // A new table stays a plain one until `distributeTables`. Otherwise, it could not refer to both a copied and a distributed table.
    await sql`set local citus.enable_local_reference_table_foreign_keys = off`.execute(tx);
  },
  distributeTables,
  findShardingProblems: findMissingSharding,
  findLostServers,
};

/** More rows are inserted with `COPY`. */
const maxInsertedValues = 10;

/**
 * Inserts few rows as values: Citus sends these directly to the worker. It copies the rows of a select through the coordinator, and
 * commits such a transaction in two phases.
 */
async function insertMany(...[db, table, rows, options]: Parameters<Dialect['insertMany']>): Promise<void> {
  if (rows[0] === undefined) return;
  if (rows.length > maxInsertedValues) {
    await postgresDialect.insertMany(db, table, rows, options);
    return;
  }
  const columns = Object.keys(rows[0]) as (keyof (typeof rows)[0])[];
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const onConflict = options === undefined ? sql`` : sql` on conflict do nothing`;
  const query = sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}${onConflict}`;
  const name = `insert ${rows.length} ${table}${options === undefined ? '' : ' skip'}`;
  await db.executeQuery({ ...query.compile(db), name } as NamedQuery);
}

/**
 * Places each table where it belongs, with its rows, in one transaction. Foreign keys of these tables are dropped and added again,
 * because Citus distributes only tables without them. Tables that are in the right place are not changed.
 *
 * @throws ConfigError if the database is not the coordinator of Citus, or if a table has a unique key without the organizer
 */
async function distributeTables(db: Db): Promise<void> {
  await assertCoordinator(db);
  if ((await readTables(db)).every(isPlaced)) return;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx); // Another process can have the lock for minutes.
    await adapterOf(tx).acquireMigrationLock(tx, { lockTable: '', lockRowId: '' }); // PostgreSQL uses neither table nor row.
    await useOneConnectionPerWorker(tx);
    const allTables = await readTables(tx);
    const tables = allTables.filter((table) => !isPlaced(table));
    if (tables.length === 0) return; // Another process has done it.
    await assertKeys(tx, tables);
    const foreignKeys = await readForeignKeys(tx, tables);
    for (const { table, name } of foreignKeys) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
    }
    // Copied tables first, because other tables refer to them.
    const isCopied = ({ wanted }: PlacedTable) => wanted === 'copied';
    for (const table of [...tables.filter(isCopied), ...tables.filter((table) => !isCopied(table))]) {
      await place(tx, table, firstDistributed(allTables));
    }
    await addForeignKeys(tx, foreignKeys);
  });
}

/** A transaction that has used several connections to a worker cannot change a table to which other tables refer. */
async function useOneConnectionPerWorker(tx: Db): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
}

/** The table with which the other distributed tables are colocated, so that the rows of an organizer are on one server. */
function firstDistributed(tables: readonly PlacedTable[]): string | undefined {
  const isDistributed = ({ actual }: PlacedTable) => actual === 'distributed';
  return (tables.find(isDistributed) ?? tables.find(({ wanted }) => wanted === 'distributed'))?.name;
}

async function place(tx: Db, { name, actual, wanted }: PlacedTable, first: string | undefined): Promise<void> {
  if (wanted === 'local') {
    await sql`select citus_add_local_table_to_metadata(${name}::regclass)`.execute(tx);
    return;
  }
  if (wanted === 'copied') await sql`select create_reference_table(${name}::regclass)`.execute(tx);
  else {
    const colocateWith = name === first ? 'none' : first;
    await sql`select create_distributed_table(${name}::regclass, 'organizer_id', colocate_with => ${colocateWith})`.execute(
      tx,
    );
  }
  // The rows were copied. Without this, the table of the coordinator would keep its own rows, which are never read again.
  if (actual === 'plain') await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(tx);
}

/** Adds foreign keys. Citus has none from a table that is on all servers or on the coordinator to a distributed table. */
async function addForeignKeys(tx: Db, foreignKeys: readonly ForeignKey[]): Promise<void> {
  const places = new Map((await readTables(tx)).map(({ name, actual }) => [name, actual]));
  for (const { table, name, target, definition } of foreignKeys) {
    if (places.get(target) === 'distributed' && places.get(table) !== 'distributed') continue;
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
  }
}

/** The foreign keys of these tables, and those that refer to them. */
async function readForeignKeys(tx: Db, tables: readonly PlacedTable[]): Promise<ForeignKey[]> {
  const names = tables.map(({ name }) => name);
  const { rows } = await sql<ForeignKey>`select t.relname as table, k.conname as name, r.relname as target,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint as k join pg_class as t on t.oid = k.conrelid join pg_class as r on r.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
      and (t.relname = any(${names}) or r.relname = any(${names}))
    order by t.relname, k.conname`.execute(tx);
  return rows;
}

/** @throws ConfigError if a distributed table would have a unique key that several servers cannot check */
async function assertKeys(tx: Db, tables: readonly PlacedTable[]): Promise<void> {
  const names = tables.filter(({ wanted }) => wanted === 'distributed').map(({ name }) => name);
  const { rows } = await sql<{ table: string; key: string }>`select t.relname as table, k.relname as key
    from pg_index as i join pg_class as t on t.oid = i.indrelid join pg_class as k on k.oid = i.indexrelid
    where i.indisunique and t.relnamespace = current_schema()::regnamespace and t.relname = any(${names})
      and not exists (select from pg_attribute as a
        where a.attrelid = t.oid and a.attname = 'organizer_id' and a.attnum = any(i.indkey))
    order by 1, 2`.execute(tx);
  if (rows.length === 0) return;
  const keys = rows.map(({ table, key }) => `${key} of ${table}`).join(', ');
  throw new ConfigError(
    `DATABASE_SHARDING: Citus cannot distribute tables whose unique keys lack organizer_id: ${keys}.`,
  );
}

/** @throws ConfigError if the database is not the coordinator of Citus */
async function assertCoordinator(db: Db): Promise<void> {
  const problem = await findServerProblem(db);
  if (problem !== null) throw new ConfigError(`DATABASE_SHARDING: ${problem.problem} ${problem.action}`);
}
