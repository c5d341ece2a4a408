import { type Clock, timestamp } from '../clock.ts';
import type { Db } from '../database/dialect.ts';
import type { Component } from '../lifecycle.ts';
import type { OrganizerPrincipal } from './principal.ts';

/** What a token stands for, as the database says. */
export interface LoadedToken<P> {
  /** null for a token that is unknown or revoked. */
  readonly principal: P | null;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

interface Entry<P> extends LoadedToken<P> {
  /** In milliseconds of the monotonic clock. With the system clock, a clock that is set back would keep a revoked token valid. */
  readonly freshUntilMs: number;
  lastUseMinute: number;
}

/** How long an entry is used. It is less than 1 s, because every process must reject a revoked token within 1 s. */
const freshForMs = 700;
const maxEntries = 10_000;
/** How long a valid token is known after its last query, so that its next query does not count among those of unknown tokens. */
const knownForMs = 10 * 60_000;
const storeIntervalMs = 10_000;

/** When a token was last used, to the minute. */
export interface TokenUse {
  readonly id: string;
  readonly organizerId: string;
  readonly at: string;
}

interface TokenRingOptions<P> {
  readonly db: Db;
  readonly clock: Clock;
  /** Whether a text has the form and the checksum of a token. This rejects mistyped tokens without a query. */
  readonly isWellFormed: (text: string) => boolean;
  readonly load: (text: string) => Promise<LoadedToken<P>>;
  /** The clock by which the token of a principal expires; by default `clock`. */
  readonly clockOf?: (principal: P) => Clock;
  /** Stores when a token was last used, unless a later time is stored. */
  readonly storeUse: (tx: Db, use: TokenUse) => Promise<unknown>;
}

/**
 * Finds the principals of tokens through a small cache, and stores when they were last used. For each token, at most one query runs
 * per `freshForMs`, independent of the number of requests. Entries are found by the unhashed token, because hashing each received
 * token would cost more than the rest of the lookup.
 */
export class TokenRing<P extends OrganizerPrincipal> {
  readonly #options: TokenRingOptions<P>;
  readonly #entries = new Map<string, Entry<P>>();
  readonly #queries = new Map<string, Promise<Entry<P>>>();
  /** The uses that are not stored yet, by the id of the principal. */
  readonly #uses = new Map<string, TokenUse>();

  constructor(options: TokenRingOptions<P>) {
    this.#options = options;
  }

  /**
   * Finds the principal of a token.
   *
   * @returns null if the token is mistyped, unknown, revoked or expired
   */
  async find(text: string): Promise<P | null> {
    const entry = this.#entries.get(text);
    if (entry !== undefined && this.#options.clock.monotonicNow() < entry.freshUntilMs) return this.#use(entry);
    if (!this.#options.isWellFormed(text)) return null;
    return this.#use(await this.#query(text));
  }

  /** Whether `find` runs a query for a well-formed token that was not valid in its last query, if there was one lately. */
  isUnknown(text: string): boolean {
    const entry = this.#entries.get(text);
    if (entry === undefined) return this.#options.isWellFormed(text);
    return entry.principal === null && this.#options.clock.monotonicNow() >= entry.freshUntilMs;
  }

  /** Stores uses regularly while the process runs, and once more when it stops. */
  component(): Component {
    return {
      name: 'last uses of tokens',
      start: () => {
        const timer = setInterval(() => {
          this.#removeStale();
          this.#storeUses().catch(() => {}); // The next batch stores them again.
        }, storeIntervalMs).unref();
        return {
          stop: () => {
            clearInterval(timer);
            return this.#storeUses();
          },
        };
      },
    };
  }

  async #storeUses(): Promise<void> {
    if (this.#uses.size === 0) return;
    // Rows are always updated in the same order. Otherwise two processes could deadlock.
    const batch = [...this.#uses.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    await this.#options.db.transaction().execute(async (tx) => {
      for (const use of batch) await this.#options.storeUse(tx, use);
    });
    for (const use of batch) if (this.#uses.get(use.id) === use) this.#uses.delete(use.id);
  }

  /** Removes stale entries, so that tokens that are no longer used do not stay in memory. */
  #removeStale(): void {
    const now = this.#options.clock.monotonicNow();
    for (const [text, { principal, freshUntilMs }] of this.#entries) {
      if (now >= freshUntilMs + (principal === null ? 0 : knownForMs)) this.#entries.delete(text);
    }
  }

  #use(entry: Entry<P>): P | null {
    const { principal } = entry;
    if (principal === null) return null;
    const { clock, clockOf } = this.#options;
    const now = (clockOf?.(principal) ?? clock).now();
    if (now >= entry.expiresAtMs) return null;
    const minute = Math.floor(now / 60_000);
    if (entry.lastUseMinute !== minute) {
      entry.lastUseMinute = minute;
      const { actor: id, organizerId } = principal;
      this.#uses.set(id, { id, organizerId, at: timestamp(minute * 60_000) });
    }
    return principal;
  }

  #query(text: string): Promise<Entry<P>> {
    let query = this.#queries.get(text);
    if (query === undefined) {
      query = this.#read(text).finally(() => this.#queries.delete(text));
      this.#queries.set(text, query);
    }
    return query;
  }

  async #read(text: string): Promise<Entry<P>> {
    // Before the query, because the query does not return changes that are committed while it runs.
    const freshUntilMs = this.#options.clock.monotonicNow() + freshForMs;
    const loaded = await this.#options.load(text);
    const entry: Entry<P> = { ...loaded, freshUntilMs, lastUseMinute: this.#entries.get(text)?.lastUseMinute ?? 0 };
    this.#entries.delete(text);
    this.#entries.set(text, entry);
    if (this.#entries.size > maxEntries) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}
