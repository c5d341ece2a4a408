import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { createDataDir } from '../data-dir.ts';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';
import { type AnnouncedNames, combineNames } from './announced-names.ts';
import type {
  AdapterWithDialect,
  Announcement,
  Db,
  Dialect,
  JsonFields,
  SequenceSource,
  StatementObserver,
  TransactionEnd,
  TransactionHook,
} from './dialect.ts';
import { isServedByOthers } from './serve-lock.ts';
import { CommitLog } from './sqlite-commits.ts';
import type { NamedQuery } from './statement.ts';
import type { Tables } from './tables.ts';
import { WriteFailures } from './write-failures.ts';

/** The interval at which listeners are notified of commits. */
const listenIntervalMs = 10;
/** How long a writer waits at most for the transaction of another process, such as an import. */
const writeLockTimeoutMs = 5_000;

/** The memory for cached pages of a connection, in KiB. */
const cacheKib = 24_000;

/** A query that the driver handles itself: the transaction is committed without waiting for the disk. */
interface SkippedDiskWait extends CompiledQuery {
  readonly skipsDiskWait: true;
}

/** A statement that runs once for each row of `batch`. */
interface BatchQuery extends NamedQuery {
  readonly batch: readonly (readonly unknown[])[];
}

/** The queries of `batchQuery` without their rows, by their text. There is one for each table and its columns. */
const batchQueries = new Map<string, CompiledQuery>();

function batchQuery(text: string, batch: BatchQuery['batch']): BatchQuery {
  let query = batchQueries.get(text);
  if (query === undefined) {
    query = CompiledQuery.raw(text);
    batchQueries.set(text, query);
  }
  return { ...query, name: text, batch };
}

/** The highest number of an organizer that was used, also by a row that was deleted; 0 if there is none. */
function lastNumber(organizerId: RawBuilder<unknown>, { table, column, deleted }: SequenceSource): RawBuilder<number> {
  const last = (source: { table: string; column: string }) =>
    sql`coalesce((select max(${sql.ref(source.column)}) from ${sql.table(source.table)} where organizer_id = ${organizerId}), 0)`;
  const stored = last({ table, column });
  return deleted === undefined ? sql`${stored}` : sql`max(${stored}, ${last(deleted)})`;
}

/** SQLite in a file. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  sharding: null,
  correlatesOrganizers: true,
  plansJoinsOnce: true,
  prepareMigration: async () => {},
  distributeTables: async () => {},
  findShardingProblems: async () => [],
  findLostServers: async () => [],
  findEncodingProblem: async () => null,
  types: { text: sql`text`, integer: sql`integer` },
  tableSuffix: sql`strict`,
  clusteredSuffix: sql`strict, without rowid`,
  generatedSuffix: sql`virtual`, // SQLite cannot add a stored column. An index on a virtual column stores its values.
  deferForeignKey: async () => {}, // There is only one writer at a time, so a check never waits for a lock.
  createSequence: async () => {}, // There is only one writer at a time, so `max(column) + 1` is always unused.
  startSequence: async () => {},
  object: (fields: JsonFields) =>
    sql`json_object(${sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]))})`,
  array: (value, from, orderBy) => sql`json((select json_group_array(${value} order by ${orderBy}) ${from}))`,
  json: (text) => sql`json(${text})`,
  valuesOf: (text) => sql`json((select json_group_array(json(value) order by id) from json_each(${text})))`,
  body: (text) => sql`cast(${text} as blob)`, // Text would be converted to UTF-16 or Latin-1, and back to UTF-8.
  boolean: (condition) => sql`json(iif(${condition}, 'true', 'false'))`,
  isOneOf: (column, values) => sqliteDialect.isInList(column, sql`${sqliteDialect.listOf(values)}`),
  isInList: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  listOf: (values) => JSON.stringify(values),
  isOneOfFew: (column, select) => sql`${column} in (${select})`,
  // SQLite reads the tables of a cross join in this order.
  fromEachOf: ({ select }, { table, alias, where }) =>
    sql`from (${select}) as few cross join ${sql.table(table)} as ${sql.ref(alias)} where ${where}`,
  // Without `likely`, SQLite prefers an index range with two time bounds to an index with an equal column.
  likely: (condition) => sql`likely(${condition})`,
  forUpdate: sql``, // There is only one writer at a time, so rows need no locks.
  forUpdateNoWait: sql``,
  forKeyShare: sql``,
  forNoKeyUpdate: sql``,
  forNoKeyUpdateSkipLocked: sql``,
  forUpdateSkipLocked: sql``,
  skipDiskWait: async (tx) => {
    const query: SkippedDiskWait = { ...CompiledQuery.raw(''), skipsDiskWait: true };
    await tx.executeQuery(query);
  },
  limitLockWait: async () => {},
  insertMany: async (db, table, rows, options) => {
    if (rows[0] === undefined) return;
    const columns = Object.keys(rows[0]);
    const values = columns.map(() => '?').join(', ');
    const onConflict = options === undefined ? '' : ' on conflict do nothing';
    const text = `insert into "${table}" (${columns.join(', ')}) values (${values})${onConflict}`;
    const batch = rows.map((row) => columns.map((column) => row[column as keyof typeof row]));
    await db.executeQuery(batchQuery(text, batch));
  },
  updateMany: async (db, table, keys, rows, nullColumns = []) => {
    if (rows[0] === undefined) return;
    const valueColumns = Object.keys(rows[0]).filter((name) => !(keys as readonly string[]).includes(name));
    const set = [...valueColumns.map((name) => `${name} = ?`), ...nullColumns.map((name) => `${name} = null`)].join(
      ', ',
    );
    const text = `update "${table}" set ${set} where ${keys.map((name) => `${name} = ?`).join(' and ')}`;
    const columns = [...valueColumns, ...keys] as (keyof Tables[typeof table])[];
    const batch = rows.map((row) => columns.map((column) => row[column]));
    await db.executeQuery(batchQuery(text, batch));
  },
  nextSequences: async (tx, organizerId, count, source) => {
    const { table } = source;
    const query = sql`select ${lastNumber(sql`${organizerId}`, source)} as last`;
    const { rows } = await tx.executeQuery<{ last: number }>({
      ...query.compile(tx),
      name: `next ${table}`,
    } as NamedQuery<{ last: number }>);
    const last = rows[0]?.last ?? 0;
    return Array.from({ length: count }, (_, index) => last + 1 + index);
  },
  nextSequence: (organizerId, source) => sql`(${lastNumber(organizerId, source)} + 1)`,
  // There is only one writer at a time, so numbers are committed in ascending order.
  finalSequences: async (_db, organizerIds) => new Map(organizerIds.map((id) => [id, Number.MAX_SAFE_INTEGER])),
  readSizeBytes: async (db) => {
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    const sizes = await sql<{ page_size: number }>`pragma page_size`.execute(db);
    return pages.rows[0]!.page_count * sizes.rows[0]!.page_size;
  },
  prepareForBulk: async (tx) => {
    // Each checkpoint copies frequently changed pages again, so fewer checkpoints make bulk writes faster.
    await sql`pragma wal_autocheckpoint = 16000`.execute(tx);
    await sql`pragma cache_size = -98304`.execute(tx);
  },
  updateStatistics: async () => {}, // The statements are written so that SQLite needs no statistics.
  updateStatisticsOfGrownTables: async () => {},
  expectManyRows: async () => {},
  // A server of this version has migrated the database at its start, so the one that uses it now is older.
  findSchemasOfServers: async (db) => (isServedByOthers(dirname(await readFile(db))) ? [null] : []),
  // The log has the pages as they were until it is truncated. If another process is reading, it is truncated later.
  overwriteDeleted: async (db) => execAlone(await readFile(db), 'pragma wal_checkpoint(truncate)', 1_000),
  rewriteFile: async (db) => execAlone(await readFile(db), 'vacuum; pragma wal_checkpoint(truncate)', 30_000),
  classifyError: (error) => {
    const { code, errcode } = error as { code?: string; errcode?: number };
    if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return 'other';
    if (errcode === 2067 || errcode === 1555) return 'unique'; // CONSTRAINT_UNIQUE, CONSTRAINT_PRIMARYKEY
    // BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB
    return [5, 6, 7, 8, 10, 11, 13, 14, 15, 26].includes(errcode & 0xff) ? 'unavailable' : 'other';
  },
  // READONLY, IOERR, FULL
  isWriteFailure: (error) => {
    const { code, errcode = 0 } = error as { code?: string; errcode?: number };
    return code === 'ERR_SQLITE_ERROR' && [8, 10, 13].includes(errcode & 0xff);
  },
  attemptWrite: async (db) => {
    await db
      .transaction()
      .execute(async (tx) => {
        // With so few cached pages, SQLite writes the others to its log before the transaction is committed.
        await sql`pragma cache_size = 10`.execute(tx);
        try {
          await sql`create table write_attempt (bytes blob)`.execute(tx);
          await sql`insert into write_attempt values (zeroblob(1000000))`.execute(tx);
        } finally {
          await sql`pragma cache_size = ${sql.lit(-cacheKib)}`.execute(tx);
        }
        throw new RollBack();
      })
      .catch((error) => {
        if (!(error instanceof RollBack)) throw error;
      });
  },
  classifyConnectionError: () => null,
  adviceFor: (error) => {
    const { code, errcode = 0 } = error as { code?: string; errcode?: number };
    return code === 'ERR_SQLITE_ERROR' ? (advice[errcode & 0xff] ?? null) : null;
  },
};

/** Runs statements in a connection of their own, which waits so many milliseconds for others. */
function execAlone(file: string, statements: string, timeout: number): void {
  const database = new DatabaseSync(file, { timeout });
  try {
    database.exec(statements);
  } finally {
    database.close();
  }
}

/** The path of the file of the database. */
async function readFile(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db);
  return rows.find(({ name }) => name === 'main')!.file;
}

const permissionsAdvice =
  'Run the command as the user of the server, who must be able to change DATA_DIR and its files.';
const damageAdvice = 'Set DATA_DIR to the folder of the database. If its file is damaged, restore a backup.';

/** By the result codes of SQLite: READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const advice: Readonly<Record<number, string>> = {
  8: permissionsAdvice,
  10: 'Make space on the disk of DATA_DIR, and check the disk for errors.',
  11: damageAdvice,
  13: 'Make space on the disk of DATA_DIR.',
  14: permissionsAdvice,
  26: damageAdvice,
};

/** Ends a transaction whose changes are not kept. */
class RollBack extends Error {}

/** An open handle on the database file, with its prepared statements. */
class Handle {
  readonly database: DatabaseSync;
  /** Statements with a name. Each is defined once in the code. */
  readonly #named = new Map<string, StatementSync>();
  /** Other statements, at most 200. */
  readonly #unnamed = new Map<string, StatementSync>();

  constructor(file: string, options: { readOnly: boolean }) {
    this.database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.readOnly ? 1_000 : 0 });
    try {
      this.database.exec(`pragma cache_size = -${cacheKib}; pragma temp_store = memory; pragma foreign_keys = on`);
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  prepare(query: CompiledQuery): StatementSync {
    if ('name' in query) return this.#prepare(this.#named, query.sql);
    const statement = this.#prepare(this.#unnamed, query.sql);
    if (this.#unnamed.size > 200) this.#unnamed.delete(this.#unnamed.keys().next().value as string);
    return statement;
  }

  dataVersion(): unknown {
    return this.#prepare(this.#named, 'pragma data_version').get()?.['data_version'];
  }

  #prepare(cache: Map<string, StatementSync>, text: string): StatementSync {
    let statement = cache.get(text);
    if (statement === undefined) {
      statement = this.database.prepare(text);
      cache.set(text, statement);
    }
    return statement;
  }
}

/** A Kysely connection. Reads outside a transaction share one handle, because each is a single synchronous call. */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** The handle of the open transaction; null if none is open. */
  handle: Handle | null = null;
  /** The channels on which the transaction announces after its commit. */
  readonly announcements = new Map<string, AnnouncedNames>();
  /** Whether the transaction is committed without waiting for the disk. */
  skipsDiskWait = false;
  #onEnd: TransactionEnd[] = [];

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  /** The SQLite database of the open transaction. */
  get transaction(): DatabaseSync {
    if (this.handle === null) throw new Error('No transaction is open.');
    return this.handle.database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if ('announces' in query) {
      const { announces, names } = query as Announcement;
      this.announcements.set(announces, combineNames(this.announcements.get(announces), names));
      return { rows: [] };
    }
    if ('afterTransaction' in query) {
      this.#onEnd.push((query as TransactionHook).afterTransaction);
      return { rows: [] };
    }
    if ('skipsDiskWait' in query) {
      this.skipsDiskWait = true;
      return { rows: [] };
    }
    if (this.handle !== null) return this.#driver.run<R>(this.handle, query);
    if (isRead(query)) return this.#driver.run<R>(this.#driver.reader, query);
    const handle = await this.#driver.beginWrite(this);
    try {
      const result = this.#driver.run<R>(handle, query);
      await this.#driver.commitTransaction(this);
      return result;
    } catch (error) {
      await this.#driver.rollbackTransaction(this);
      throw error;
    }
  }

  /** Calls the functions that wait for the end of the transaction. */
  endTransaction(isCommitted: boolean): void {
    const onEnd = this.#onEnd;
    this.#onEnd = [];
    this.skipsDiskWait = false;
    this.announcements.clear();
    for (const call of onEnd) call(isCommitted);
  }

  // An unfinished read would hide later commits from the reader.
  // biome-ignore lint/correctness/useYield: lists are read page by page and never streamed
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported. Read page by page.');
  }
}

interface Listener {
  readonly channel: string;
  readonly notify: (names: AnnouncedNames) => void;
  /** The names of which it will be notified at the next tick; undefined if it will not be notified. */
  names: AnnouncedNames | undefined;
}

function isRead(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode' || /^\s*(select|with|pragma)\b/i.test(query.sql);
}

export interface SqliteOptions {
  /** The path of the database file. */
  readonly file: string;
  /** Called after each statement. */
  readonly observe: StatementObserver;
  /**
   * Whether no other process serves the database. All commits of a turn of the event loop then wait for the disk together. Another
   * process could read such a commit before it is durable.
   */
  readonly isOnlyServer: boolean;
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #observe: StatementObserver;
  readonly #isOnlyServer: boolean;
  /** Null if each commit waits for the disk by itself. */
  #commitLog: CommitLog | null = null;
  #writer: Handle | null = null;
  #reader: Handle | null = null;
  #writeQueue: Promise<void> = Promise.resolve();
  #releaseWriter: () => void = () => {};
  /** Writers of this process wait for each other only while the first of them waits for another process. */
  #waitingWriters = 0;
  readonly #listeners = new Set<Listener>();
  #listenTimer: NodeJS.Timeout | undefined;
  /** Changes with each commit of another process. */
  #otherCommits: unknown = null;
  readonly #writeWait = new WaitEstimate();
  readonly writeFailures = new WriteFailures(sqliteDialect);

  constructor({ file, observe, isOnlyServer }: SqliteOptions) {
    this.#file = file;
    this.#observe = observe;
    this.#isOnlyServer = isOnlyServer;
  }

  /** When all commits so far will be durable; null if they are. */
  get pendingCommits(): Promise<void> | null {
    return this.#commitLog?.pending ?? null;
  }

  get reader(): Handle {
    if (this.#reader === null) throw new Error('The database is not open.');
    return this.#reader;
  }

  get isOpen(): boolean {
    return this.#reader !== null;
  }

  async init(): Promise<void> {
    createDataDir(dirname(this.#file));
    // Two processes can open a new file at the same time. The change to WAL needs an exclusive lock, and the other process
    // gets the error "busy" until the change is complete.
    await retryWhileBusy(() => {
      const writer = new Handle(this.#file, { readOnly: false });
      try {
        const synchronous = this.#isOnlyServer ? 'normal' : 'full';
        writer.database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
        writer.database.exec('pragma wal_autocheckpoint = 4000; pragma journal_size_limit = 67108864');
        // Deleted personal data must not stay in the file.
        writer.database.exec('pragma secure_delete = on');
        const reader = new Handle(this.#file, { readOnly: true });
        // The version of a handle changes when another handle has changed the database.
        if (this.#isOnlyServer) this.#commitLog ??= new CommitLog(`${this.#file}-wal`, () => reader.dataVersion());
        this.#reader = reader;
        this.#writer = writer;
      } catch (error) {
        writer.database.close();
        throw error;
      }
    });
  }

  /** Calls `notify` once soon, and after each announcement on the channel and each commit of another process. */
  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void> {
    const listener: Listener = { channel, notify, names: null };
    this.#listeners.add(listener);
    this.#listenTimer ??= setInterval(() => this.#notifyListeners(), listenIntervalMs);
    return async () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopListenTimer();
    };
  }

  #stopListenTimer(): void {
    clearInterval(this.#listenTimer);
    this.#listenTimer = undefined;
  }

  #notifyListeners(): void {
    const hasOtherCommits = this.#hasOtherCommits();
    for (const listener of this.#listeners) {
      const names = hasOtherCommits ? null : listener.names;
      listener.names = undefined;
      if (names !== undefined) listener.notify(names);
    }
  }

  /** Whether another process has committed since the last call. What it has announced is not known here. */
  #hasOtherCommits(): boolean {
    try {
      // `data_version` of a handle changes with each commit of another handle, and this process writes only with this one.
      const latest = this.#writer?.dataVersion() ?? this.#otherCommits;
      const isChanged = latest !== this.#otherCommits;
      this.#otherCommits = latest;
      return isChanged;
    } catch {
      return false; // The next query will throw this error.
    }
  }

  async acquireConnection(): Promise<Session> {
    return new Session(this);
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') {
      const snapshot = new Handle(this.#file, { readOnly: true });
      snapshot.database.exec('begin');
      session.handle = snapshot;
      return;
    }
    await this.beginWrite(session);
  }

  /** Waits for the other writers of this process, then begins a transaction that can write. */
  async beginWrite(session: Session): Promise<Handle> {
    await this.#lockWriter();
    try {
      const writer = this.#writer;
      if (writer === null) throw new Error('The database is not open.');
      await retryWhileBusy(() => writer.database.exec('begin immediate'));
      session.handle = writer;
      return writer;
    } catch (error) {
      this.writeFailures.note(error);
      this.#releaseWriter();
      throw error;
    }
  }

  async commitTransaction(session: Session): Promise<void> {
    const startedMs = performance.now();
    try {
      session.transaction.exec('commit');
    } catch (error) {
      this.writeFailures.note(error);
      throw error;
    }
    const isWriter = session.handle === this.#writer;
    this.#release(session);
    if (isWriter) await (session.skipsDiskWait ? this.pendingCommits : this.#commitLog?.synchronize());
    this.#observe((performance.now() - startedMs) / 1000, 'commit');
    for (const listener of this.#listeners) {
      const names = session.announcements.get(listener.channel);
      if (names !== undefined) listener.names = combineNames(listener.names, names);
    }
    session.endTransaction(true);
  }

  async rollbackTransaction(session: Session): Promise<void> {
    try {
      // SQLite rolls the transaction back itself after some errors, such as a full disk.
      if (session.transaction.isTransaction) session.transaction.exec('rollback');
    } finally {
      this.#release(session);
      session.endTransaction(false);
    }
  }

  run<R>(handle: Handle, query: CompiledQuery): QueryResult<R> {
    const startedMs = performance.now();
    const statement = handle.prepare(query);
    try {
      if ('batch' in query) {
        const { batch } = query as BatchQuery;
        for (const row of batch) statement.run(...(row as SQLInputValue[]));
        return { rows: [], numAffectedRows: BigInt(batch.length) };
      }
      const parameters = query.parameters as SQLInputValue[];
      if (returnsRows(query)) return { rows: statement.all(...parameters) as R[] };
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    } catch (error) {
      this.writeFailures.note(error);
      throw error;
    } finally {
      this.#observe((performance.now() - startedMs) / 1000, query.sql);
    }
  }

  queueState(): QueueState {
    return this.#writeWait.state(this.#waitingWriters, performance.now());
  }

  async destroy(): Promise<void> {
    this.#stopListenTimer();
    while (this.pendingCommits !== null) await this.pendingCommits;
    this.#commitLog?.close();
    this.#reader?.database.close();
    this.#writer?.database.close();
    this.#reader = null;
    this.#writer = null;
  }

  async #lockWriter(): Promise<void> {
    const previousWriter = this.#writeQueue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writeQueue = promise;
    if (this.#waitingWriters === 0) this.#writeWait.start(performance.now());
    this.#waitingWriters += 1;
    await previousWriter;
    this.#waitingWriters -= 1;
    this.#writeWait.take(performance.now());
    this.#releaseWriter = resolve;
  }

  #release(session: Session): void {
    const handle = session.handle;
    session.handle = null;
    if (handle === this.#writer) this.#releaseWriter();
    else handle?.database.close();
  }
}

/** Repeats the work while another process has the lock, without blocking the event loop. */
async function retryWhileBusy(work: () => void): Promise<void> {
  const deadline = performance.now() + writeLockTimeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw error;
      if (performance.now() > deadline) {
        throw new ApiError('database_locked', {}, { cause: error });
      }
      await sleep(1 + Math.random() * 3);
    }
  }
}

function returnsRows(query: CompiledQuery): boolean {
  const { kind } = query.query;
  if (kind === 'SelectQueryNode') return true;
  if (kind === 'RawNode') return /^\s*(select|with|pragma)\b/i.test(query.sql) || /\breturning\b/i.test(query.sql);
  return 'returning' in query.query && query.query.returning !== undefined;
}

class Adapter extends SqliteAdapter implements AdapterWithDialect {
  readonly dialect = sqliteDialect;
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super();
    this.#driver = driver;
  }

  read<R>(query: CompiledQuery): R[] | null {
    return this.#driver.isOpen ? this.#driver.run<R>(this.#driver.reader, query).rows : null;
  }

  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void> {
    return this.#driver.listen(channel, notify);
  }

  async findReplica(): Promise<null> {
    return null;
  }

  countConnections(): Readonly<Record<string, number>> {
    return {}; // There is no pool.
  }

  queueState(): QueueState {
    return this.#driver.queueState();
  }

  get pendingCommits(): Promise<void> | null {
    return this.#driver.pendingCommits;
  }

  get writeFailures(): WriteFailures {
    return this.#driver.writeFailures;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** Migrations run in one transaction. A second process waits for the write lock. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Kysely on `node:sqlite`, with WAL and foreign keys. A commit returns after it is on disk. There is one writer at a time, with
 * concurrent readers.
 */
export function sqliteKyselyDialect(options: SqliteOptions): KyselyDialect {
  const driver = new SqliteDriver(options);
  return {
    createAdapter: () => new Adapter(driver),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** The path of the database file in a data directory. */
export function sqliteFile(dataDir: string): string {
  return `${dataDir}/organizer.db`;
}
