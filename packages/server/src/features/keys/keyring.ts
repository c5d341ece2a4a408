import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Component } from '../../platform/lifecycle.ts';
import { hashKey, isWellFormedKey, type KeyKind } from './key-format.ts';
import { findKeyByHash, parseScopes } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A good key, as a request's handler may know it. */
export interface AuthenticatedKey {
  readonly id: string;
  readonly organizerId: string;
  readonly kind: KeyKind;
  readonly scopes: ReadonlySet<Scope>;
}

interface Entry {
  readonly key: AuthenticatedKey | null;
  /** When the key stops by itself, in milliseconds since the epoch. */
  readonly endsAtMs: number;
  /** By the monotonic clock: a clock that is set back must not keep a revoked key valid. */
  readonly freshUntilMs: number;
  usedMinute: number;
}

/** A revoked key must stop within 1 s in every process: what is remembered is believed for less. */
const freshMs = 700;
const entriesMax = 10_000;
const flushMs = 10_000;

/**
 * Looks keys up through a small cache. A key that was mistyped is told by its checksum; every other one costs at most
 * one look-up per `freshMs`, however many requests bring it.
 */
export class Keyring {
  readonly #db: Db;
  readonly #clock: Clock;
  /** By the key as it was sent, since hashing it again for each request would cost more than all else here. */
  readonly #entries = new Map<string, Entry>();
  readonly #lookups = new Map<string, Promise<Entry>>();
  /** When keys were last used, by id, not yet written. */
  readonly #used = new Map<string, { organizerId: string; atMs: number }>();
  #flushTimer: NodeJS.Timeout | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * The good key that this text is, or null for one that is mistyped, unknown, revoked or expired.
   * Answers at once where the key is remembered.
   */
  find(text: string): AuthenticatedKey | null | Promise<AuthenticatedKey | null> {
    const entry = this.#entries.get(text);
    if (entry !== undefined && this.#clock.monotonicNow() < entry.freshUntilMs) return this.#use(entry);
    if (!isWellFormedKey(text)) return null;
    return this.#look(text).then((found) => this.#use(found));
  }

  /** Writes the times of last use regularly while the process runs, and for the last time when it stops. */
  component(): Component {
    return {
      name: 'keyring',
      start: () => {
        this.start();
        return { stop: () => this.stop() };
      },
    };
  }

  /** Starts writing when keys were last used, a batch every ten seconds. */
  start(): void {
    this.#flushTimer = setInterval(() => {
      this.#forgetStale();
      this.flush().catch(() => {}); // What could not be written stays for the next batch.
    }, flushMs);
    this.#flushTimer.unref();
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    if (this.#flushTimer !== null) clearInterval(this.#flushTimer);
    await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    // Always in the same order, so that two processes never wait for each other.
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

  /** No key stays in memory much longer than it is used. */
  #forgetStale(): void {
    const now = this.#clock.monotonicNow();
    for (const [text, entry] of this.#entries) if (now >= entry.freshUntilMs) this.#entries.delete(text);
  }

  #use(entry: Entry): AuthenticatedKey | null {
    const now = this.#clock.now();
    if (entry.key === null || now >= entry.endsAtMs) return null;
    const minute = Math.floor(now / 60_000);
    if (entry.usedMinute !== minute) {
      entry.usedMinute = minute;
      this.#used.set(entry.key.id, { organizerId: entry.key.organizerId, atMs: minute * 60_000 });
    }
    return entry.key;
  }

  #look(text: string): Promise<Entry> {
    let lookup = this.#lookups.get(text);
    if (lookup === undefined) {
      lookup = this.#read(text).finally(() => this.#lookups.delete(text));
      this.#lookups.set(text, lookup);
    }
    return lookup;
  }

  async #read(text: string): Promise<Entry> {
    // The freshness counts from before the query: what is committed after it may be missed by it.
    const freshUntilMs = this.#clock.monotonicNow() + freshMs;
    const [row] = await findKeyByHash(this.#db, { hash: hashKey(text) });
    const alive = row !== undefined && row.revoked_at === null;
    const entry: Entry = {
      key: alive
        ? { id: row.id, organizerId: row.organizer_id, kind: row.kind, scopes: new Set(parseScopes(row.scopes)) }
        : null,
      endsAtMs: row?.expires_at ? Date.parse(row.expires_at) : Number.POSITIVE_INFINITY,
      freshUntilMs,
      usedMinute: this.#entries.get(text)?.usedMinute ?? 0,
    };
    this.#entries.delete(text);
    this.#entries.set(text, entry);
    if (this.#entries.size > entriesMax) this.#entries.delete(this.#entries.keys().next().value as string);
    return entry;
  }
}
