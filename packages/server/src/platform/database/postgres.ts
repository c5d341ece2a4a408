import { hash } from 'node:crypto';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../settings.ts';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';
import { connectionName, schemaNumberIn } from './connection-name.ts';
import {
  type AdapterWithDialect,
  type Announcement,
  CommitOutcomeUnknown,
  type Db,
  type Dialect,
  type JsonFields,
  type StatementObserver,
  type TransactionEnd,
  type TransactionHook,
} from './dialect.ts';
import { listenOn } from './postgres-listen.ts';
import { PostgresPrimary } from './postgres-primary.ts';
import type { PostgresReplica } from './postgres-replica.ts';
import { findUnexpectedSharding } from './postgres-sharding.ts';
import type { NamedQuery } from './statement.ts';

/** Maximum number of connections per process. */
const poolSize = 10;
/** How long a request waits at most for a connection, by default. After that, the database counts as unavailable. */
const defaultConnectionTimeoutMs = 2_000;
/** The database cancels statements that run longer. */
const statementTimeoutMs = 30_000;

/** Any plan for a smaller table is fast. */
const minGrownPages = 16;
/** A larger table has the right plans. Its statistics are left to autovacuum, because they take longer. */
const maxAnalyzedPages = 10_000;

// Values of the type int8 are returned as numbers, because counts and amounts are far below 2^53.
const int8 = 20; // OID in pg_type
function typesOf(driver: typeof pg): pg.CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : driver.types.getTypeParser(oid, format as 'text');
  return { getTypeParser: getTypeParser as typeof driver.types.getTypeParser };
}

/** The queries of `insertMany` without their rows, by table and columns. There is one for each table. */
const insertQueries = new Map<string, NamedQuery>();

function insertQuery(table: string, columnNames: readonly string[]): NamedQuery {
  const key = `${table} ${columnNames.join()}`;
  let query = insertQueries.get(key);
  if (query === undefined) {
    const names = columnNames.map((name) => `"${name}"`).join(', ');
    const text = `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1::json)`;
    query = { ...CompiledQuery.raw(text), name: `insert ${table}` };
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
  body: (text) => sql`${text}`,
  boolean: (condition) => sql`(${condition})`,
  isOneOf: (column, values) => postgresDialect.isInList(column, sql`${values}`),
  isInList: (column, list) => sql`${column} = any(${list})`,
  listOf: (values) => values,
  // The planner expects few elements in an array, but very many rows from a select whose limit is a parameter.
  isOneOfFew: (column, select) => sql`${column} = any(array(${select}))`,
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
  limitLockWait: async (tx, timeoutMs) => {
    await sql`set local lock_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
  },
  insertMany: async (db, table, rows) => {
    if (rows[0] === undefined) return;
    const query = insertQuery(table, Object.keys(rows[0]));
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
    // The name is a hash, because PostgreSQL compares only the first 63 characters of a name.
    await db.executeQuery({ ...compiled, name: `update ${hash('sha256', compiled.sql, 'base64url')}` } as NamedQuery);
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
  classifyError: (error) => {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (code === '23505') return 'unique';
    const isUnavailable =
      /^(08|53|57P|58|25006|40001|40P01|55P03|57014|XX)/.test(code) || // classes of PostgreSQL's Appendix A
      /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOENT)/.test(code) ||
      /Connection terminated|connection timeout|Client was closed|timeout exceeded when trying to connect|Client has encountered a connection error|pool is ending/i.test(
        message,
      );
    return isUnavailable ? 'unavailable' : 'other';
  },
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
 * Returns a function that runs queries. It gives `pg` an instance of its own class. `pg` would copy any other object, property by
 * property, which takes several microseconds per query.
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
      // The stack otherwise begins at the socket, and does not show who ran the query.
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
  readonly announcements = new Set<string>();
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
      this.announcements.add((query as Announcement).announces);
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

class PostgresDriver implements Driver {
  readonly #primary: PostgresPrimary;
  readonly #observe: StatementObserver;
  readonly #connectionTimeoutMs: number;
  readonly #replica: PostgresReplica | null;
  #pool: pg.Pool | null = null;
  #runQuery: QueryRunner = () => Promise.reject(new Error('The database is not open.'));
  /** The connections of the pool. */
  #clients = new Set<pg.PoolClient>();
  readonly #connectionWait = new WaitEstimate();
  /** Announcements that are being sent, by channel. If `sendAgain` is true, another one follows. */
  readonly #announcing = new Map<string, { sendAgain: boolean; done: Promise<void> }>();

  constructor({ url, observe, connectionTimeoutMs = defaultConnectionTimeoutMs, replica = null }: PostgresOptions) {
    this.#primary = new PostgresPrimary(url);
    this.#observe = observe;
    this.#connectionTimeoutMs = connectionTimeoutMs;
    this.#replica = replica;
  }

  get #openPool(): pg.Pool {
    if (this.#pool === null) throw new Error('The database is not open.');
    return this.#pool;
  }

  listen(channel: string, notify: () => void): () => Promise<void> {
    return listenOn(() => this.#primary.url, channel, notify);
  }

  /**
   * Sends a notification outside the transaction, because `NOTIFY` in a transaction would serialize all commits of the
   * database. Announcements during this time are combined into one further notification.
   */
  #announce(channel: string): void {
    const pendingAnnouncement = this.#announcing.get(channel);
    if (pendingAnnouncement !== undefined) {
      pendingAnnouncement.sendAgain = true;
      return;
    }
    const announcement = { sendAgain: false, done: Promise.resolve() };
    this.#announcing.set(channel, announcement);
    announcement.done = this.#openPool
      .query({ name: 'announce', text: "select pg_notify($1, '')", values: [channel] })
      .catch(() => {}) // Listeners also poll, so a lost notification is only a delay.
      .then(() => {
        this.#announcing.delete(channel);
        if (announcement.sendAgain && this.#pool !== null) this.#announce(channel);
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
    const command = await commit(session.client);
    // PostgreSQL responds to the commit of a failed transaction with ROLLBACK and without an error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    this.#observe((performance.now() - startedMs) / 1000, 'commit');
    session.endTransaction(true);
    for (const channel of session.announcements) this.#announce(channel);
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
  readonly #driver: PostgresDriver;

  constructor(driver: PostgresDriver, dialect: Dialect) {
    super();
    this.dialect = dialect;
    this.#driver = driver;
  }

  read<R>(query: CompiledQuery): Promise<R[]> | null {
    return this.#driver.read<R>(query);
  }

  listen(channel: string, notify: () => void): () => Promise<void> {
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
