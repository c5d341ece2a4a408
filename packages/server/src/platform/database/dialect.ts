import { type CompiledQuery, type DialectAdapter, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueueState } from '../wait-estimate.ts';
import type { AnnouncedNames } from './announced-names.ts';
import type { NewRow, Tables } from './tables.ts';
import type { WriteFailures } from './write-failures.ts';

/** The database or a transaction. It is the first argument of every function that runs a query. */
export type Db = Kysely<Tables>;

/** JSON that the database has built, as text or as its UTF-8 bytes. Nothing else uses the memory of the bytes. */
export type JsonBody = string | Buffer<ArrayBuffer>;

/** The fields of a JSON object by name. */
export type JsonFields = Readonly<Record<string, Expression<unknown>>>;

/**
 * The connection was lost during a commit. The transaction is committed completely or not at all, and this process does not know
 * which. `classifyError` returns `unavailable` for it.
 */
export class CommitOutcomeUnknown extends Error {
  override readonly name = 'CommitOutcomeUnknown';

  constructor(cause: unknown) {
    super('Connection terminated during a commit: it is unknown whether the transaction is committed.', { cause });
  }
}

/** The kinds of database errors that callers treat differently. */
type DatabaseErrorKind = 'unique' | 'unavailable' | 'other';

/** A sequence, and the table and the column in which its numbers are stored. */
export interface SequenceSource {
  readonly sequence: string;
  readonly table: keyof Tables;
  readonly column: string;
  /** A table with one row for each organizer, with the highest number of its deleted rows. Numbers are not used again. */
  readonly deleted?: { readonly table: keyof Tables; readonly column: string };
}

/** How the rows of organizers are distributed over several servers; null if they are all on one. */
export type Sharding = 'citus' | null;

/** Something that is wrong with a database, and what the operator can do about it. */
export interface DatabaseProblem {
  readonly problem: string;
  readonly action: string;
}

/** The differences between the two databases. Code outside this folder does not depend on the kind of database. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  readonly sharding: Sharding;
  /** Column types for migrations. */
  readonly types: { readonly text: RawBuilder<unknown>; readonly integer: RawBuilder<unknown> };
  /** The options after `create table (…)`. */
  readonly tableSuffix: RawBuilder<unknown>;
  /** The options of a table whose rows are stored in the order of the primary key. */
  readonly clusteredSuffix: RawBuilder<unknown>;
  /** The storage of a generated column that is added to a table with rows: `virtual` or `stored`. */
  readonly generatedSuffix: RawBuilder<unknown>;
  /** Defers the check of a foreign key to the commit, if this avoids lock waits. */
  deferForeignKey(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void>;
  createSequence(db: Kysely<never>, name: string): Promise<void>;
  /**
   * Takes the first number of a sequence, if none was taken, because PostgreSQL returns the same last number before and after that.
   * The next number is then always written to the log of the database, also in a copy of the database.
   */
  startSequence(db: Db, name: string): Promise<void>;
  /** A JSON object. */
  object(fields: JsonFields): RawBuilder<string>;
  /** A JSON array with `value` for each row that `from` (`from … where …`) selects, sorted by `orderBy`; `[]` for no rows. */
  array(value: Expression<unknown>, from: RawBuilder<unknown>, orderBy: RawBuilder<unknown>): RawBuilder<string>;
  /** Stored JSON text without line feeds, as a JSON value; null stays null. */
  json(text: Expression<unknown>): RawBuilder<unknown>;
  /** The values of a stored JSON object, as a JSON array in their sequence. */
  valuesOf(text: Expression<unknown>): RawBuilder<unknown>;
  /** A long text in the form in which its bytes reach the socket with the fewest copies: `Uint8Array` on SQLite, text on PostgreSQL. */
  body(text: Expression<unknown>): RawBuilder<string | Uint8Array<ArrayBuffer>>;
  /** A condition as a JSON boolean. */
  boolean(condition: Expression<unknown>): RawBuilder<string>;
  /** `column in (…)`. The statement is the same for any number of values. */
  isOneOf(column: Expression<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** Like `isOneOf`, with one parameter whose value `listOf` returns. */
  isInList(column: Expression<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Converts values to one parameter. */
  listOf(values: readonly string[]): unknown;
  /** `column in (select …)` for a select with few rows. Each value is found by an index, even in a large table. */
  isOneOfFew(column: Expression<unknown>, select: RawBuilder<unknown>): RawBuilder<boolean>;
  /**
   * The end of a select: for each row of a select with few rows, the rows of a table that a condition with columns of both finds. It is
   * always evaluated in this order, also if the planner expects the table to have few rows.
   *
   * @param few.column the name of the column, of the alias `few`
   */
  fromEachOf(
    few: { readonly select: RawBuilder<unknown>; readonly column: string },
    inner: { readonly table: keyof Tables; readonly alias: string; readonly where: RawBuilder<unknown> },
  ): RawBuilder<unknown>;
  /** Marks a condition that most rows meet, so that the planner chooses no index for it. */
  likely(condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** Locks the rows of a select until the end of the transaction. Empty if transactions that write never run concurrently. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Like `forUpdate`, without waiting: if another transaction has locked a row, the statement fails as `unavailable`. */
  readonly forUpdateNoWait: RawBuilder<unknown>;
  /** A shared lock. Several transactions can have it at the same time, but none of them together with `forUpdate`. */
  readonly forKeyShare: RawBuilder<unknown>;
  /** Locks rows against changes. Rows that refer to them can still be inserted. */
  readonly forNoKeyUpdate: RawBuilder<unknown>;
  /** Like `forNoKeyUpdate`, but skips rows that another transaction has locked. */
  readonly forNoKeyUpdateSkipLocked: RawBuilder<unknown>;
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
  /**
   * Prepares the transaction for a statement that joins many rows of one table. Its plan is then fast even if the table has grown
   * since its statistics were updated.
   */
  expectManyRows(tx: Db): Promise<void>;
  /**
   * Commits the transaction as soon as all commits that it can have read are on disk, without waiting for its own. A power failure can
   * undo it, as a whole; a process or a database that is killed cannot.
   */
  skipDiskWait(tx: Db): Promise<void>;
  /** Limits how long the transaction waits for a lock. After that, the statement fails as `unavailable`. */
  limitLockWait(tx: Db, timeoutMs: number): Promise<void>;
  /**
   * Inserts any number of rows in few round trips, with statements that are prepared once. Outside a transaction, it commits all rows or
   * none.
   *
   * @param options.existing what a row causes that exists with the same key: by default an error
   */
  insertMany<T extends keyof Tables>(
    db: Db,
    table: T,
    rows: readonly NewRow<T>[],
    options?: { readonly existing: 'skip' },
  ): Promise<void>;
  /**
   * Updates any number of rows in few round trips, with a statement that is prepared once. Each row is found by its `keys`. Its
   * other fields are set, and `nullColumns` become null. All rows have the same fields. Rows that do not exist are ignored.
   */
  updateMany<T extends keyof Tables>(
    db: Db,
    table: T,
    keys: readonly (keyof Tables[T] & string)[],
    rows: readonly Partial<Tables[T]>[],
    nullColumns?: readonly (keyof Tables[T] & string)[],
  ): Promise<void>;
  /**
   * Returns ascending numbers for new rows of a table. They are greater than all numbers of committed transactions of this
   * organizer. If transactions lock the same row of the organizer before this call, a later transaction gets greater
   * numbers than an earlier one.
   */
  nextSequences(tx: Db, organizerId: string, count: number, from: SequenceSource): Promise<number[]>;
  /** One number of `nextSequences`, as an expression in a statement; null if the database cannot take it there. */
  nextSequence(organizerId: RawBuilder<string>, from: SequenceSource): RawBuilder<number | null>;
  /**
   * Returns for each organizer the number up to which its rows are final: every transaction that has taken this number or a
   * lower one has committed or was rolled back. Read the rows in a later statement; they then include all rows up to this number.
   */
  finalSequences(db: Db, organizerIds: readonly string[], from: SequenceSource): Promise<ReadonlyMap<string, number>>;
  /** Whether a subquery can compare its organizer with a column of the outer query. If not, it must be a parameter. */
  readonly correlatesOrganizers: boolean;
  /** Whether a prepared statement with several tables is planned once. If not, it costs several times as much as one with one table. */
  readonly plansJoinsOnce: boolean;
  /** The size of the database in bytes. */
  readSizeBytes(db: Db): Promise<number>;
  /** Prepares the connection for bulk writes. Called in a transaction; the effect remains after the transaction. */
  prepareForBulk(tx: Db): Promise<void>;
  /**
   * Updates the statistics of the query planner after bulk writes. PostgreSQL's autovacuum does the same, but only within a
   * minute, and lists scan whole tables until then.
   */
  updateStatistics(db: Db): Promise<void>;
  /**
   * Updates the statistics of tables that have grown a lot since their last update. Statements are planned once, and a plan for a
   * small table reads all of it: without this, statements become slower with each row until autovacuum comes.
   */
  updateStatisticsOfGrownTables(db: Db): Promise<void>;
  /**
   * Overwrites what was deleted, where the database leaves it in its files. PostgreSQL does this with its vacuum, some time later.
   */
  overwriteDeleted(db: Db): Promise<void>;
  /**
   * Writes the file of SQLite anew, so that nothing deleted is left in it. `secure_delete` leaves copies of rows that were moved between
   * pages. Other writes wait meanwhile. PostgreSQL does this with its vacuum.
   */
  rewriteFile(db: Db): Promise<void>;
  /**
   * For each other running server that uses the database, the number of its last migration (`schemaNumber`); null if it is unknown.
   * On PostgreSQL, commands count too.
   */
  findSchemasOfServers(db: Db): Promise<readonly (string | null)[]>;
  /**
   * Sets what the statements of a migration need. Called in its transaction.
   *
   * @throws ConfigError if `DATABASE_SHARDING` does not match the database
   */
  prepareMigration(tx: Db): Promise<void>;
  /**
   * Distributes the tables over the servers, after the migrations. Tables that are distributed are not changed.
   *
   * @throws ConfigError if `DATABASE_SHARDING` does not match the database
   */
  distributeTables(db: Db): Promise<void>;
  /** Why the tables are not distributed as `DATABASE_SHARDING` says; empty if they are. Reads only catalogs of the database. */
  findShardingProblems(db: Db): Promise<DatabaseProblem[]>;
  /** The servers with distributed tables that do not respond. Connects to each of them. */
  findLostServers(db: Db): Promise<DatabaseProblem[]>;
  /** Why the encoding of the database cannot store all characters; null if it can. */
  findEncodingProblem(db: Db): Promise<DatabaseProblem | null>;
  /** Returns the kind of an error that a statement has thrown. */
  classifyError(error: unknown): DatabaseErrorKind;
  /** Whether an error means that the database cannot store changes, for example because its disk is full. */
  isWriteFailure(error: unknown): boolean;
  /** Writes about a megabyte to the disk of the database, and rolls it back. */
  attemptWrite(db: Db): Promise<void>;
  /**
   * Why a connection failed: for a reason that passes by itself, such as a restart of the database, or for a `permanent` one, such as a
   * wrong password; null for other errors.
   */
  classifyConnectionError(error: unknown): 'temporary' | 'permanent' | null;
  /** What the operator can do about an error of a statement or a connection, in one or two sentences; null if it is unknown. */
  adviceFor(error: unknown): string | null;
}

/**
 * The adapter of a database. The dialect is a property of it, so that every `db` or transaction gives access to the
 * dialect.
 */
export interface AdapterWithDialect extends DialectAdapter {
  readonly dialect: Dialect;
  /**
   * Runs a read-only statement outside any transaction, without the overhead of Kysely.
   *
   * @returns null while the database is not open
   */
  read<R>(query: CompiledQuery): R[] | Promise<R[]> | null;
  /**
   * Calls `notify` soon after a process has announced on the channel. Several announcements in a short time can cause one call,
   * and a call can occur without an announcement. Announcements are lost if the connection breaks, so poll as well.
   *
   * @param notify gets the names in the announcements; null if anything can have changed
   * @returns a function that stops listening
   */
  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void>;
  /** A copy of the database that can be read and that has all changes which were committed before this call; null if there is none. */
  findReplica(): Promise<Db | null>;
  /**
   * The number of connections of the pool in each state, and as `waiting` the number of statements and transactions that wait for
   * one; empty without a pool.
   */
  countConnections(): Readonly<Record<string, number>>;
  /** The queue for a connection of the pool, or that of the writers. */
  queueState(): QueueState;
  /**
   * When all commits that can be read now will be durable; null if they are. On SQLite, a commit can be read shortly before it is on disk.
   * Responses wait for this promise. Code that sends data in another way, such as in a stream, must await it after reading.
   */
  readonly pendingCommits: Promise<void> | null;
  readonly writeFailures: WriteFailures;
}

/**
 * Called after each statement, and after each commit with the text `commit`.
 *
 * @param seconds the duration
 * @param text the statement, with placeholders for its values
 */
export type StatementObserver = (seconds: number, text: string) => void;

/** A query that the driver handles itself and does not send to the database. */
export interface Announcement extends CompiledQuery {
  readonly announces: string;
  readonly names: AnnouncedNames;
}

/**
 * Announces on a channel that rows were written. The announcement is sent after this transaction has committed.
 *
 * @param names what has changed, for listeners that then need not search for it; by default, anything can have changed
 */
export async function announceOnCommit(tx: Db, channel: string, names: readonly string[] | null = null): Promise<void> {
  const query: Announcement = {
    ...emptyQuery.compile(tx),
    announces: channel,
    names: names === null ? null : new Set(names),
  };
  await tx.executeQuery(query);
}

/** A query that the driver handles itself: it calls the function when the transaction has ended. */
export interface TransactionHook extends CompiledQuery {
  readonly afterTransaction: TransactionEnd;
}

/** @param isCommitted also false if the connection was lost during the commit, because its outcome is then unknown */
export type TransactionEnd = (isCommitted: boolean) => void;

/** Calls a function once, immediately after the end of this transaction. It must not throw. */
export async function afterTransaction(tx: Db, onEnd: TransactionEnd): Promise<void> {
  const query: TransactionHook = { ...emptyQuery.compile(tx), afterTransaction: onEnd };
  await tx.executeQuery(query);
}

/** Not executed. Kysely needs a compiled query. */
const emptyQuery = sql`select 1`;

/**
 * The database for a read that takes long or reads many rows: the standby of `DATABASE_REPLICA_URL` if it has all changes that were
 * committed before this call, otherwise `db`.
 */
export async function databaseForLongRead(db: Db): Promise<Db> {
  return (await adapterOf(db).findReplica()) ?? db;
}

/** The adapter of the database to which `db` is connected. */
export function adapterOf(db: Db): AdapterWithDialect {
  return db.getExecutor().adapter as AdapterWithDialect;
}

/** The dialect of the database to which `db` is connected. */
export function dialectOf(db: Kysely<never> | Db): Dialect {
  return (db.getExecutor().adapter as AdapterWithDialect).dialect;
}
