import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectionName } from './connection-name.ts';
import { parsePostgresUrl } from './postgres-url.ts';

/** How long a search waits at most for the response of a host. */
const probeTimeoutMs = 1_000;
/** The pause between two searches. */
const searchPauseMs = 250;
/** Before a new connection is used, all hosts are checked if this was longer ago. */
const freshMs = 1_000;

/**
 * The timeline of the host, or null if it rejects writes. A standby begins a new timeline, with a greater number, when it becomes the
 * primary.
 *
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES
 */
const timelineQuery = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint::float8 end as timeline`;

/**
 * The primary of several hosts of PostgreSQL: the host that accepts writes. If hosts that are separated from each other all accept
 * writes, the primary is the one that became it last. A process that has used a primary never uses an older one again.
 *
 * With one host and without `target_session_attrs`, nothing is checked.
 */
export class PostgresPrimary {
  readonly #urls: readonly string[];
  readonly #mustBePrimary: boolean;
  #url: string;
  /** The greatest timeline so far. */
  #timeline = 0;
  #searching: Promise<void> | null = null;
  #finding: Promise<boolean> | null = null;
  /** When all hosts were checked. In milliseconds of the monotonic clock. */
  #foundMs = Number.NEGATIVE_INFINITY;
  readonly #closing = new AbortController();
  #onChange: () => void = () => {};

  /** @throws Error if the URL is invalid */
  constructor(url: string) {
    const hosts = parsePostgresUrl(url);
    const [first] = hosts?.urls ?? [];
    if (hosts === null || first === undefined) throw new Error('The URL of the database is invalid.');
    this.#urls = hosts.urls;
    this.#mustBePrimary = hosts.mustBePrimary;
    this.#url = first;
  }

  /** The URL of the current primary. */
  get url(): string {
    return this.#url;
  }

  /** Finds the first primary. If no host accepts writes now, the search continues, and `url` is one of the hosts. */
  async open(onChange: () => void): Promise<void> {
    if (this.#mustBePrimary && !(await this.#find())) this.search();
    this.#onChange = onChange;
  }

  /** Checks all hosts until one accepts writes. Called when a connection was lost, or a host has rejected a write. */
  search(): void {
    if (!this.#mustBePrimary || this.#closing.signal.aborted) return;
    this.#searching ??= this.#searchUntilFound().finally(() => {
      this.#searching = null;
    });
  }

  /**
   * Checks a new connection.
   *
   * @throws Error with the code `25006` (read-only) if its host is not the primary
   */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.#mustBePrimary) return;
    // Without this, a process that had no connection during a failover could use a previous primary.
    if (performance.now() - this.#foundMs > freshMs) await this.#find();
    const timeline = await readTimeline(client);
    if (timeline === null || timeline < this.#timeline) {
      throw Object.assign(new Error('The host of the database is not the primary.'), { code: '25006' });
    }
    this.#timeline = timeline;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#searching;
  }

  async #searchUntilFound(): Promise<void> {
    let isFound = false;
    while (!isFound && !this.#closing.signal.aborted) {
      isFound = await this.#find();
      await pause(searchPauseMs, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  /** @returns false if no host accepts writes */
  #find(): Promise<boolean> {
    this.#finding ??= this.#findNewest().finally(() => {
      this.#finding = null;
      this.#foundMs = performance.now();
    });
    return this.#finding;
  }

  async #findNewest(): Promise<boolean> {
    const hosts = await Promise.all(
      this.#urls.map(async (url) => ({ url, timeline: (await probe(url).catch(() => null)) ?? 0 })),
    );
    const [newest] = hosts.sort((a, b) => b.timeline - a.timeline);
    if (newest === undefined || newest.timeline === 0 || newest.timeline < this.#timeline) return false;
    this.#timeline = newest.timeline;
    if (newest.url === this.#url || this.#closing.signal.aborted) return true;
    this.#url = newest.url;
    this.#onChange();
    return true;
  }
}

async function probe(url: string): Promise<number | null> {
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: connectionName('organizer search'),
  });
  // A host can close the connection before and after its response.
  client.on('error', () => {});
  try {
    await client.connect();
    return await readTimeline(client);
  } finally {
    client.end().catch(() => {});
  }
}

async function readTimeline(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ timeline: number | null }>(timelineQuery);
  return rows[0]!.timeline;
}
