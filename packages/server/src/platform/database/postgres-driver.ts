import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';
import { type AnnouncedNames, combineNames, toPayload } from './announced-names.ts';
import { connectionName } from './connection-name.ts';
import {
  type AdapterWithDialect,
  type Announcement,
  CommitOutcomeUnknown,
  type Db,
  type Dialect,
  type StatementObserver,
  type TransactionEnd,
  type TransactionHook,
} from './dialect.ts';
import { postgresDialect } from './postgres.ts';
import { PostgresListener } from './postgres-listen.ts';
import { PostgresPrimary } from './postgres-primary.ts';
import type { PostgresReplica } from './postgres-replica.ts';
import type { NamedQuery } from './statement.ts';
import { WriteFailures } from './write-failures.ts';

/** Maximum number of connections per process. */
const poolSize = 10;
/** How long a request waits at most for a connection, by default. After that, the database counts as unavailable. */
const defaultConnectionTimeoutMs = 2_000;
/** The database cancels statements that run longer. */
const statementTimeoutMs = 30_000;

// Values of the type int8 are returned as numbers, because counts and amounts are far below 2^53.
const int8 = 20; // OID in pg_type
function typesOf(driver: typeof pg): pg.CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : driver.types.getTypeParser(oid, format as 'text');
  return { getTypeParser: getTypeParser as typeof driver.types.getTypeParser };
}

/** Whether an error means that the host is unavailable, or is not the primary. */
function isHostError(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  const isFromDatabase = /^[0-9A-Z]{5}$/.test(code);
  return !isFromDatabase || /^(08|57P|25006)/.test(code);
}

/**
 * Commits the transaction of a connection.
 *
 * @returns `COMMIT`, or `ROLLBACK` if a statement had failed
 */
async function commit(client: pg.PoolClient): Promise<string> {
  const warnings: { code?: string | undefined; message?: string | undefined }[] = [];
  const onNotice = (notice: (typeof warnings)[0]) => warnings.push(notice);
  client.on('notice', onNotice);
  try {
    return (await client.query('commit')).command;
  } catch (error) {
    // If a worker of Citus rejects the commit, its error is a warning, and the error of the coordinator is XX000.
    const violation = warnings.find(({ code = '' }) => code.startsWith('23'));
    if (violation !== undefined) {
      throw Object.assign(new Error(violation.message, { cause: error }), { code: violation.code });
    }
    const isFromWorker = (error as { code?: string }).code === 'XX000';
    throw isFromWorker || isHostError(error) ? new CommitOutcomeUnknown(error) : error;
  } finally {
    client.off('notice', onNotice);
  }
}

/** Runs a query on a connection. */
type QueryRunner = <R>(client: pg.PoolClient, query: CompiledQuery) => Promise<pg.QueryResult<R & pg.QueryResultRow>>;

/**
 * Returns a function that runs queries. It passes instances of the class `Query` to `pg`, because `pg` copies every other object,
 * property by property, which takes several microseconds per query.
 */
function createQueryRunner(driver: typeof pg): QueryRunner {
  return async <R>(client: pg.PoolClient, query: CompiledQuery) => {
    try {
      return await new Promise<pg.QueryResult<R & pg.QueryResultRow>>((resolve, reject) => {
        const submitted = new driver.Query<R & pg.QueryResultRow>(
          query.sql,
          query.parameters as unknown[],
          (error, result) => (error ? reject(error) : resolve(result)),
        );
        client.query(Object.assign(submitted, { name: (query as Partial<NamedQuery>).name }));
      });
    } catch (error) {
      // Otherwise, the stack begins at the socket, and does not contain the function that ran the query.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };
}

class Session implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #runQuery: QueryRunner;
  readonly #observe: StatementObserver;
  readonly #onError: (error: unknown) => void;
  /** The channels on which the transaction announces after its commit. */
  readonly announcements = new Map<string, AnnouncedNames>();
  #onEnd: TransactionEnd[] = [];
  broken = false;

  constructor(
    runQuery: QueryRunner,
    client: pg.PoolClient,
    observe: StatementObserver,
    onError: (error: unknown) => void,
  ) {
    this.#runQuery = runQuery;
    this.client = client;
    this.#observe = observe;
    this.#onError = onError;
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
    const startedMs = performance.now();
    try {
      const { rows, rowCount } = await this.#runQuery<R>(this.client, query);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      if (isHostError(error)) this.broken = true;
      this.#onError(error);
      throw error;
    } finally {
      this.#observe((performance.now() - startedMs) / 1000, query.sql);
    }
  }

  /** Calls the functions that wait for the end of the transaction. */
  endTransaction(isCommitted: boolean): void {
    const onEnd = this.#onEnd;
    this.#onEnd = [];
    for (const call of onEnd) call(isCommitted);
  }

  // biome-ignore lint/correctness/useYield: lists are read page by page and never streamed
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported. Read page by page.');
  }
}

export interface PostgresOptions {
  /** May have several hosts; the primary is used (see `parsePostgresUrl`). */
  readonly url: string;
  /** Called after each statement. */
  readonly observe: StatementObserver;
  /** How long a query waits at most for a connection. */
  readonly connectionTimeoutMs?: number | undefined;
  /** A standby for long reads. It is closed with the database. */
  readonly replica?: PostgresReplica | null;
  /** `postgresDialect` by default. */
  readonly dialect?: Dialect;
}

/** How often a typical request waits for a connection: for its reads, and for its transaction. */
const connectionsPerRequest = 3;

/**
 * The setting of connections with which each statement is planned once, for any values of its parameters. Otherwise, PostgreSQL may plan
 * for the values of each execution. For an organizer that is newer than the statistics, it then expects no rows, and reads all of them
 * instead of using the index of the primary key. Citus needs the values to find the shard.
 */
const genericPlans = '-c plan_cache_mode=force_generic_plan';

class PostgresDriver implements Driver {
  readonly #primary: PostgresPrimary;
  readonly #observe: StatementObserver;
  readonly #connectionTimeoutMs: number;
  readonly #replica: PostgresReplica | null;
  readonly #isSharded: boolean;
  readonly writeFailures: WriteFailures;
  #pool: pg.Pool | null = null;
  #runQuery: QueryRunner = () => Promise.reject(new Error('The database is not open.'));
  /** The connections of the pool. */
  #clients = new Set<pg.PoolClient>();
  readonly #connectionWait = new WaitEstimate();
  readonly #listener = new PostgresListener(() => this.#primary.url);
  /** Announcements that are being sent, by channel. `next` has the names of the one that follows; undefined if none does. */
  readonly #announcing = new Map<string, { next: AnnouncedNames | undefined; done: Promise<void> }>();

  constructor({
    url,
    observe,
    dialect = postgresDialect,
    connectionTimeoutMs = defaultConnectionTimeoutMs,
    replica = null,
  }: PostgresOptions) {
    this.#isSharded = dialect.sharding !== null;
    this.writeFailures = new WriteFailures(dialect);
    this.#primary = new PostgresPrimary(url);
    this.#observe = observe;
    this.#connectionTimeoutMs = connectionTimeoutMs;
    this.#replica = replica;
  }

  get #openPool(): pg.Pool {
    if (this.#pool === null) throw new Error('The database is not open.');
    return this.#pool;
  }

  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void> {
    return this.#listener.listen(channel, notify);
  }

  /**
   * Sends a notification outside the transaction, because `NOTIFY` in a transaction would serialize all commits of the
   * database. Announcements during this time are combined into one further notification.
   */
  #announce(channel: string, names: AnnouncedNames): void {
    const current = this.#announcing.get(channel);
    if (current !== undefined) {
      current.next = combineNames(current.next, names);
      return;
    }
    const announcement = { next: undefined as AnnouncedNames | undefined, done: Promise.resolve() };
    this.#announcing.set(channel, announcement);
    announcement.done = this.#openPool
      .query({ name: 'announce', text: 'select pg_notify($1, $2)', values: [channel, toPayload(names)] })
      .catch(() => {}) // Listeners also poll, so a lost notification is only a delay.
      .then(() => {
        this.#announcing.delete(channel);
        if (announcement.next !== undefined && this.#pool !== null) this.#announce(channel, announcement.next);
      });
  }

  async init(): Promise<void> {
    // Imported here, because a server with SQLite does not need it.
    const { default: driver } = await import('pg');
    await this.#primary.open(() => this.#replacePool(driver));
    this.#runQuery = createQueryRunner(driver);
    this.#pool = this.#createPool(driver);
  }

  #createPool(driver: typeof pg): pg.Pool {
    const pool = new driver.Pool({
      connectionString: this.#primary.url,
      max: poolSize,
      connectionTimeoutMillis: this.#connectionTimeoutMs,
      statement_timeout: statementTimeoutMs,
      keepAlive: true,
      application_name: connectionName('organizer'),
      ...(this.#isSharded ? {} : { options: genericPlans }),
      types: typesOf(driver),
      onConnect: (client) => this.#primary.check(client),
    });
    // If an idle connection breaks, the pool removes it. The next query gets a new connection or an error.
    pool.on('error', this.#onError);
    pool.on('acquire', () => this.#connectionWait.take(performance.now()));
    const clients = new Set<pg.PoolClient>();
    this.#clients = clients;
    pool.on('connect', (client) => {
      clients.add(client);
      // If a connection in use breaks, its next statement fails. Without a listener, the event would stop the process.
      client.on('error', () => {});
    });
    pool.on('remove', (client) => clients.delete(client));
    return pool;
  }

  /** Connects to another primary. Statements that wait for the previous one fail: the database counts as unavailable. */
  #replacePool(driver: typeof pg): void {
    const previousPool = this.#pool;
    const previousClients = this.#clients;
    if (previousPool === null) return;
    this.#pool = this.#createPool(driver);
    previousPool.end().catch(() => {});
    for (const client of previousClients) client.end().catch(() => {});
  }

  readonly #onError = (error: unknown): void => {
    this.writeFailures.note(error);
    if (isHostError(error)) this.#primary.search();
  };

  read<R>(query: CompiledQuery): Promise<R[]> | null {
    if (this.#pool === null) return null;
    const startedMs = performance.now();
    return this.#usePool((pool) => this.#runOn<R>(pool, query)).then(({ rows }) => {
      this.#observe((performance.now() - startedMs) / 1000, query.sql);
      return rows;
    });
  }

  async #runOn<R>(pool: pg.Pool, query: CompiledQuery): Promise<pg.QueryResult<R & pg.QueryResultRow>> {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await this.#runQuery<R>(client, query);
    } catch (error) {
      isBroken = isHostError(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  countConnections(): Readonly<Record<string, number>> {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {};
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  queueState(): QueueState {
    const { waiting, expectedMs } = this.#connectionWait.state(this.#pool?.waitingCount ?? 0, performance.now());
    return { waiting, expectedMs: expectedMs * connectionsPerRequest };
  }

  async acquireConnection(): Promise<Session> {
    const client = await this.#usePool((pool) => pool.connect());
    return new Session(this.#runQuery, client, this.#observe, this.#onError);
  }

  /** Repeats `work`, which must change nothing, if another primary was found meanwhile. */
  async #usePool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const pool = this.#openPool;
    if (pool.waitingCount === 0) this.#connectionWait.start(performance.now());
    try {
      return await work(pool);
    } catch (error) {
      this.#onError(error);
      if (this.#pool === null || this.#pool === pool) throw error;
      return work(this.#pool);
    }
  }

  async findReplica(): Promise<Db | null> {
    const replica = this.#replica;
    if (replica === null) return null;
    const statement = { name: 'position', text: 'select pg_current_wal_flush_lsn()::text as position' };
    const { rows } = await this.#usePool((pool) => pool.query<{ position: string }>(statement));
    return replica.at(rows[0]!.position);
  }

  async releaseConnection(session: Session): Promise<void> {
    session.client.release(session.broken);
  }

  async beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    const level = settings.accessMode === 'read only' ? ' isolation level repeatable read read only' : '';
    await session.client.query(`begin${level}`);
  }

  async commitTransaction(session: Session): Promise<void> {
    const startedMs = performance.now();
    const command = await commit(session.client).catch((error) => {
      this.writeFailures.note(error);
      throw error;
    });
    // PostgreSQL responds to the commit of a failed transaction with ROLLBACK and without an error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    this.#observe((performance.now() - startedMs) / 1000, 'commit');
    session.endTransaction(true);
    for (const [channel, names] of session.announcements) this.#announce(channel, names);
  }

  async rollbackTransaction(session: Session): Promise<void> {
    try {
      await session.client.query('rollback');
    } catch {
      session.broken = true; // The connection is lost, so the server rolls the transaction back.
    } finally {
      session.endTransaction(false);
    }
  }

  async destroy(): Promise<void> {
    while (this.#announcing.size > 0) await Promise.all([...this.#announcing.values()].map(({ done }) => done));
    const pool = this.#pool;
    this.#pool = null;
    await this.#primary.close();
    await pool?.end();
    await this.#replica?.destroy();
  }
}

class Adapter extends PostgresAdapter implements AdapterWithDialect {
  readonly dialect: Dialect;
  readonly pendingCommits = null;
  readonly writeFailures: WriteFailures;
  readonly #driver: PostgresDriver;

  constructor(driver: PostgresDriver, dialect: Dialect) {
    super();
    this.dialect = dialect;
    this.writeFailures = driver.writeFailures;
    this.#driver = driver;
  }

  read<R>(query: CompiledQuery): Promise<R[]> | null {
    return this.#driver.read<R>(query);
  }

  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void> {
    return this.#driver.listen(channel, notify);
  }

  findReplica(): Promise<Db | null> {
    return this.#driver.findReplica();
  }

  countConnections(): Readonly<Record<string, number>> {
    return this.#driver.countConnections();
  }

  queueState(): QueueState {
    return this.#driver.queueState();
  }
}

/** Kysely on a pool of `pg` connections. Statements with a name are prepared once per connection. */
export function postgresKyselyDialect(options: PostgresOptions): KyselyDialect {
  const driver = new PostgresDriver(options);
  return {
    createAdapter: () => new Adapter(driver, options.dialect ?? postgresDialect),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
