import { type CompiledQuery, type DialectAdapter, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { NewRow, Tables } from './tables.ts';

/** The database, or a transaction on it. Every query takes it first. */
export type Db = Kysely<Tables>;

/** Fields of a JSON object, by the name they carry in it. */
export type JsonFields = Readonly<Record<string, Expression<unknown>>>;

/** Why the database refused: what callers may want to tell apart. */
export type Refusal = 'unique' | 'unavailable' | 'other';

/** A sequence and the table and column that its numbers go to. */
export interface SequenceSource {
  readonly sequence: string;
  readonly table: keyof Tables;
  readonly column: string;
}

/** Everything in which the two databases differ. Nothing outside this folder asks which one runs. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Column types for migrations. */
  readonly types: { readonly text: RawBuilder<unknown>; readonly integer: RawBuilder<unknown> };
  /** What ends `create table`. */
  readonly tableSuffix: RawBuilder<unknown>;
  /** What ends it where rows shall lie in the order of the primary key. */
  readonly clusteredSuffix: RawBuilder<unknown>;
  /** How a generated column is kept that is added to a table with rows. */
  readonly generatedSuffix: RawBuilder<unknown>;
  /** Has a foreign key checked when a transaction commits instead of at each statement, where that spares waiting. */
  deferForeignKey(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void>;
  createSequence(db: Kysely<never>, name: string): Promise<void>;
  /** A JSON object. */
  object(fields: JsonFields): RawBuilder<string>;
  /** A JSON array: of the values of the rows that `from` (`from … where …`) gives, in order; `[]` for none. */
  array(value: Expression<unknown>, from: RawBuilder<unknown>, orderBy: RawBuilder<unknown>): RawBuilder<string>;
  /** A condition as a JSON boolean. */
  boolean(condition: Expression<unknown>): RawBuilder<string>;
  /** `column in (…)` over any number of values that is one statement, however many there are. */
  isOneOf(column: Expression<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** The same over a parameter, whose value `listOf` gives. */
  isInList(column: Expression<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Values as one parameter. */
  listOf(values: readonly string[]): unknown;
  /** `column in (select …)` where few rows are meant: each is looked up, however large the table is. */
  isOneOfFew(column: Expression<unknown>, select: RawBuilder<unknown>): RawBuilder<boolean>;
  /** A condition that most rows meet, so that the planner does not choose an index for it. */
  likely(condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** Locks the rows that a select gives until the transaction ends, where writers are not alone anyway. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Locks them the same way, without waiting: where somebody else has one, it fails as `unavailable`. */
  readonly forUpdateNoWait: RawBuilder<unknown>;
  /** Keeps them from being locked by others in that way until the transaction ends; several may do so at once. */
  readonly forKeyShare: RawBuilder<unknown>;
  /** Locks rows against changes, and lets new rows refer to them meanwhile. */
  readonly forNoKeyUpdate: RawBuilder<unknown>;
  /** Locks rows as `forUpdate` does, passing over those that somebody else has locked. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
  /** A transaction waits no longer than this for a lock of somebody else: then it fails as `unavailable`. */
  limitLockWait(tx: Db, waitMsMax: number): Promise<void>;
  /** Inserts any number of rows in few round trips, by statements that are prepared once. */
  insertMany<T extends keyof Tables>(db: Db, table: T, rows: readonly NewRow<T>[]): Promise<void>;
  /**
   * Changes any number of rows in few round trips: each given row is found by its `keys` and gets its other values, and
   * those of `nulled` become null. All rows have the same fields; the statement is prepared once. Rows that are not there
   * are passed over.
   */
  updateMany<T extends keyof Tables>(
    db: Db,
    table: T,
    keys: readonly (keyof Tables[T] & string)[],
    rows: readonly Partial<Tables[T]>[],
    nulled?: readonly (keyof Tables[T] & string)[],
  ): Promise<void>;
  /**
   * Numbers for new rows of a table, ascending and above all that this organizer has seen: whoever locks a row of the
   * organizer's before drawing draws higher than whoever had that lock before.
   */
  nextSequences(tx: Db, organizerId: string, count: number, from: SequenceSource): Promise<number[]>;
  /** One such number, drawn by the statement of which it is a part. */
  nextSequence(organizerId: RawBuilder<string>, from: SequenceSource): RawBuilder<number>;
  /** Fits this process to writing much: called in a transaction, holds from then on. */
  prepareForBulk(tx: Db): Promise<void>;
  classifyError(error: unknown): Refusal;
}

/** The adapter of each database carries its dialect, so that any `db` or transaction leads to it. */
export interface AdapterWithDialect extends DialectAdapter {
  readonly dialect: Dialect;
  /**
   * Runs a statement that reads, outside any transaction and without the overhead of Kysely.
   *
   * @returns null while the database is not open
   */
  read<R>(query: CompiledQuery): R[] | Promise<R[]> | null;
  /**
   * Calls back soon after something was announced on a channel, by whichever process; once for several announcements
   * close together, and now and then for none. An announcement can be lost with a connection: look by yourself as well.
   *
   * @returns stops listening
   */
  listen(channel: string, heard: () => void): () => Promise<void>;
}

/** A query that the drivers act on themselves: no database sees it. */
export interface Announcement extends CompiledQuery {
  readonly announces: string;
}

/** Announces on a channel that something was written, once this transaction has committed and only if it has. */
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

/** `,` and a line feed: what stands between the rows of a list. JSON made by a database has no bare line feed. */
export const rowSeparator = sql.lit(',\n');
