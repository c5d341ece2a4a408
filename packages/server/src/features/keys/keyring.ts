import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import type { Component } from '../../platform/lifecycle.ts';
import { hashKey, isWellFormedKey, type KeyKind } from './key-format.ts';
import { type FoundKey, findKeyByHash, parseScopes } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A valid API key. */
export interface KeyPrincipal extends OrganizerPrincipal {
  readonly kind: 'key';
  readonly keyKind: KeyKind;
  /** The id of the key. */
  readonly actor: string;
  readonly permissions: ReadonlySet<Scope>;
  /** Whether the data of its sandbox is being deleted. */
  readonly isInReset: boolean;
  /** The id of the key. */
  readonly rateLimitKey: string;
}

interface Entry {
  /** null for a key that is unknown or revoked. */
  readonly principal: KeyPrincipal | null;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
  /** In milliseconds of the monotonic clock. With the system clock, a clock that is set back would keep a revoked key valid. */
  readonly freshUntilMs: number;
  lastUseMinute: number;
}

/** How long a cache entry is used. It is less than 1 s, because every process must reject a revoked key within 1 s. */
const freshForMs = 700;
const maxEntries = 10_000;
const flushIntervalMs = 10_000;

/**
 * Finds keys through a small cache. A mistyped key is recognized by its checksum. For every other key, at most one query runs
 * per `freshForMs`, independent of the number of requests.
 */
export class Keyring {
  readonly #db: Db;
  readonly #clock: Clock;
  /** Entries by the unhashed key, because hashing each received key would cost more than the rest of the lookup. */
  readonly #entries = new Map<string, Entry>();
  readonly #queries = new Map<string, Promise<Entry>>();
  /** Times of last use that are not written yet, by key id. */
  readonly #used = new Map<string, { organizerId: string; atMs: number }>();
  #flushTimer: NodeJS.Timeout | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Finds the principal of a key. The result is a promise only if the key is not in the cache.
   *
   * @returns null if the key is mistyped, unknown, revoked or expired
   */
  find(text: string): KeyPrincipal | null | Promise<KeyPrincipal | null> {
    const entry = this.#entries.get(text);
    if (entry !== undefined && this.#clock.monotonicNow() < entry.freshUntilMs) return this.#use(entry);
    if (!isWellFormedKey(text)) return null;
    return this.#query(text).then((newEntry) => this.#use(newEntry));
  }

  /** Writes the times of last use regularly while the process runs, and once more when it stops. */
  component(): Component {
    return {
      name: 'keyring',
      start: () => {
        this.start();
        return { stop: () => this.stop() };
      },
    };
  }

  /** Starts to write the times of last use every ten seconds. */
  start(): void {
    this.#flushTimer = setInterval(() => {
      this.#removeStale();
      this.flush().catch(() => {}); // The next batch writes them again.
    }, flushIntervalMs);
    this.#flushTimer.unref();
  }

  /** Stops writing regularly, and writes the last batch. */
  async stop(): Promise<void> {
    if (this.#flushTimer !== null) clearInterval(this.#flushTimer);
    await this.flush();
  }

  /** Writes the times of last use that are not written yet. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    // Rows are always updated in the same order. Otherwise two processes could deadlock.
    const batch = [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1));
    await this.#db.transaction().execute(async (tx) => {
      for (const [id, { organizerId, atMs }] of batch) {
        await tx
          .updateTable('api_keys')
          .set({ last_used_at: timestamp(atMs) })
          .where('organizer_id', '=', organizerId)
          .where('id', '=', id)
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', timestamp(atMs))]))
          .execute();
      }
    });
    for (const [id, { atMs }] of batch) {
      if (this.#used.get(id)?.atMs === atMs) this.#used.delete(id);
    }
  }

  /** Removes stale entries, so that keys that are no longer used do not stay in memory. */
  #removeStale(): void {
    const now = this.#clock.monotonicNow();
    for (const [text, entry] of this.#entries) if (now >= entry.freshUntilMs) this.#entries.delete(text);
  }

  #use(entry: Entry): KeyPrincipal | null {
    const now = this.#clock.now();
    const { principal } = entry;
    if (principal === null || now >= entry.expiresAtMs) return null;
    const minute = Math.floor(now / 60_000);
    if (entry.lastUseMinute !== minute) {
      entry.lastUseMinute = minute;
      this.#used.set(principal.actor, { organizerId: principal.organizerId, atMs: minute * 60_000 });
    }
    return principal;
  }

  #query(text: string): Promise<Entry> {
    let query = this.#queries.get(text);
    if (query === undefined) {
      query = this.#read(text).finally(() => this.#queries.delete(text));
      this.#queries.set(text, query);
    }
    return query;
  }

  async #read(text: string): Promise<Entry> {
    // Before the query, because the query does not return changes that are committed while it runs.
    const freshUntilMs = this.#clock.monotonicNow() + freshForMs;
    const [row] = await findKeyByHash(this.#db, { hash: hashKey(text) });
    const entry: Entry = {
      principal: row === undefined || row.revoked_at !== null ? null : toPrincipal(row),
      expiresAtMs: row?.expires_at ? Date.parse(row.expires_at) : Number.POSITIVE_INFINITY,
      freshUntilMs,
      lastUseMinute: this.#entries.get(text)?.lastUseMinute ?? 0,
    };
    this.#entries.delete(text);
    this.#entries.set(text, entry);
    if (this.#entries.size > maxEntries) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}

function toPrincipal(row: FoundKey): KeyPrincipal {
  return {
    kind: 'key',
    keyKind: row.kind,
    organizerId: row.organizer_id,
    actor: row.id,
    permissions: new Set(parseScopes(row.scopes)),
    isInReset: row.reset_started_at !== null,
    rateLimitKey: row.id,
  };
}
