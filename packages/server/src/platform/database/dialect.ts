import { type CompiledQuery, type DialectAdapter, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { NewRow, Tables } from './tables.ts';

/** The database, or a transaction on it. Every query takes it first. */
export type Db = Kysely<Tables>;

/** The fields of a JSON object by name. */
export type JsonFields = Readonly<Record<string, Expression<unknown>>>;

/** The kinds of database errors that callers treat differently. */
type DatabaseErrorKind = 'unique' | 'unavailable' | 'other';

/** A sequence, and the table and column that its numbers are stored in. */
interface SequenceSource {
  readonly sequence: string;
  readonly table: keyof Tables;
  readonly column: string;
}

/** The differences between the two databases. Code outside this folder does not depend on which one is used. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Column types for migrations. */
  readonly types: { readonly text: RawBuilder<unknown>; readonly integer: RawBuilder<unknown> };
  /** The options after `create table (…)`. */
  readonly tableSuffix: RawBuilder<unknown>;
  /** The options of a table whose rows are stored in the order of the primary key. */
  readonly clusteredSuffix: RawBuilder<unknown>;
  /** How the value of a generated column is stored when the column is added to a table that has rows. */
  readonly generatedSuffix: RawBuilder<unknown>;
  /** Defers the check of a foreign key to the commit, if this avoids lock waits. */
  deferForeignKey(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void>;
  createSequence(db: Kysely<never>, name: string): Promise<void>;
  /** A JSON object. */
  object(fields: JsonFields): RawBuilder<string>;
  /** A JSON array of a value of each row that `from` (`from … where …`) selects, in order; `[]` if there are none. */
  array(value: Expression<unknown>, from: RawBuilder<unknown>, orderBy: RawBuilder<unknown>): RawBuilder<string>;
  /** A condition as a JSON boolean. */
  boolean(condition: Expression<unknown>): RawBuilder<string>;
  /** `column in (…)`: the same statement for any number of values. */
  isOneOf(column: Expression<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** Like `isOneOf`, with one parameter whose value `listOf` returns. */
  isInList(column: Expression<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Values as one parameter. */
  listOf(values: readonly string[]): unknown;
  /** `column in (select …)` for few rows: each is found by an index, regardless of the size of the table. */
  isOneOfFew(column: Expression<unknown>, select: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Marks a condition that most rows meet: the planner then chooses no index for it. */
  likely(condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** Locks the rows of a select until the transaction ends. Empty if transactions that write never run concurrently. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Locks rows as `forUpdate` does, without waiting: if another transaction has locked one, the statement fails as `unavailable`. */
  readonly forUpdateNoWait: RawBuilder<unknown>;
  /** A shared lock: several transactions can have it at the same time, and none can have `forUpdate` meanwhile. */
  readonly forKeyShare: RawBuilder<unknown>;
  /** Locks rows against changes. Rows that refer to them can still be inserted. */
  readonly forNoKeyUpdate: RawBuilder<unknown>;
  /** Locks rows as `forUpdate` does, and skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
  /** Limits how long the transaction waits for a lock. After that, the statement fails as `unavailable`. */
  limitLockWait(tx: Db, waitMsMax: number): Promise<void>;
  /** Inserts any number of rows in few round trips, with statements that are prepared once. */
  insertMany<T extends keyof Tables>(db: Db, table: T, rows: readonly NewRow<T>[]): Promise<void>;
  /**
   * Updates any number of rows in few round trips, with a statement that is prepared once. Each row is found by its `keys` and
   * gets its other values; the columns `nulled` become null. All rows have the same fields. Rows that do not exist are ignored.
   */
  updateMany<T extends keyof Tables>(
    db: Db,
    table: T,
    keys: readonly (keyof Tables[T] & string)[],
    rows: readonly Partial<Tables[T]>[],
    nulled?: readonly (keyof Tables[T] & string)[],
  ): Promise<void>;
  /**
   * Numbers for new rows of a table, ascending and greater than all that committed transactions of this organizer have taken.
   * A transaction that locks a row of the organizer first gets greater numbers than the previous owner of that lock.
   */
  nextSequences(tx: Db, organizerId: string, count: number, from: SequenceSource): Promise<number[]>;
  /** One such number, as an expression in a statement. */
  nextSequence(organizerId: RawBuilder<string>, from: SequenceSource): RawBuilder<number>;
  /** Sets up the connection for bulk writes. Called in a transaction; stays in effect afterwards. */
  prepareForBulk(tx: Db): Promise<void>;
  /** The kind of an error that a statement has thrown. */
  classifyError(error: unknown): DatabaseErrorKind;
}

/** The adapter of a database. It has the dialect, so the dialect is available from any `db` or transaction. */
export interface AdapterWithDialect extends DialectAdapter {
  readonly dialect: Dialect;
  /**
   * Runs a statement that reads, outside any transaction and without the overhead of Kysely.
   *
   * @returns null while the database is not open
   */
  read<R>(query: CompiledQuery): R[] | Promise<R[]> | null;
  /**
   * Calls `notify` soon after any process has announced on the channel. `notify` is called once for several announcements in a
   * short time, and sometimes without an announcement. An announcement can be lost with a connection, so poll as well.
   *
   * @returns stops listening
   */
  listen(channel: string, notify: () => void): () => Promise<void>;
}

/** A query that the driver handles itself and does not send to the database. */
export interface Announcement extends CompiledQuery {
  readonly announces: string;
}

/** Announces on a channel that rows were written, after this transaction has committed. */
export async function announceOnCommit(tx: Db, channel: string): Promise<void> {
  const query: Announcement = { ...nothing.compile(tx), announces: channel };
  await tx.executeQuery(query);
}

const nothing = sql`select 1`;

/** The adapter of the database that `db` talks to. */
export function adapterOf(db: Db): AdapterWithDialect {
  return db.getExecutor().adapter as AdapterWithDialect;
}

/** The dialect of the database that `db` talks to. */
export function dialectOf(db: Kysely<never> | Db): Dialect {
  return (db.getExecutor().adapter as AdapterWithDialect).dialect;
}

/** `,` and a line feed, between the rows of a list. JSON that a database builds contains no line feed. */
export const rowSeparator = sql.lit(',\n');
