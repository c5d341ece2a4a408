import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { type LoadedToken, TokenCache } from '../../platform/http/token-cache.ts';
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

const flushIntervalMs = 10_000;

/**
 * Finds keys through a small cache, and stores when they were last used. A mistyped key is recognized by its checksum.
 */
export class Keyring {
  readonly #db: Db;
  readonly #cache: TokenCache<KeyPrincipal>;
  /** Times of last use that are not written yet, by key id. */
  readonly #used = new Map<string, { organizerId: string; atMs: number }>();
  #flushTimer: NodeJS.Timeout | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#cache = new TokenCache({
      clock,
      isWellFormed: isWellFormedKey,
      load: (text) => this.#load(text),
      onUse: ({ actor, organizerId }, atMs) => this.#used.set(actor, { organizerId, atMs }),
    });
  }

  /**
   * Finds the principal of a key. The result is a promise only if the key is not in the cache.
   *
   * @returns null if the key is mistyped, unknown, revoked or expired
   */
  find(text: string): KeyPrincipal | null | Promise<KeyPrincipal | null> {
    return this.#cache.find(text);
  }

  /** Whether `find` reads the database for a well-formed key that was not valid lately. */
  isUnknown(text: string): boolean {
    return this.#cache.isUnknown(text);
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
      this.#cache.removeStale();
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

  async #load(text: string): Promise<LoadedToken<KeyPrincipal>> {
    const [row] = await findKeyByHash(this.#db, { hash: hashKey(text) });
    return {
      principal: row === undefined || row.revoked_at !== null ? null : toPrincipal(row),
      expiresAtMs: row?.expires_at ? Date.parse(row.expires_at) : Number.POSITIVE_INFINITY,
    };
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
