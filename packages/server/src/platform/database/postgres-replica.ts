import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './dialect.ts';

/** How long a read waits at most for the standby to have a change. */
const maxWaitMs = 500;
const pollMs = 20;
/** A standby that is unavailable or too far behind is not used for this time. */
const retryAfterMs = 10_000;

/** A standby for reads that take long. */
export class PostgresReplica {
  readonly #db: Db;
  /** When the standby could not be used. In milliseconds of the monotonic clock. */
  #failedMs = Number.NEGATIVE_INFINITY;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The standby, as soon as it has all changes up to a position of the write-ahead log.
   *
   * @param position the text of a `pg_lsn`
   * @returns null if it is unavailable, too far behind, or no longer a standby
   */
  async at(position: string): Promise<Db | null> {
    const startedMs = performance.now();
    if (startedMs - this.#failedMs < retryAfterMs) return null;
    try {
      while (performance.now() - startedMs < maxWaitMs) {
        if (await this.#has(position)) return this.#db;
        await pause(pollMs);
      }
    } catch {
      // The standby is unavailable.
    }
    this.#failedMs = performance.now();
    return null;
  }

  async destroy(): Promise<void> {
    await this.#db.destroy();
  }

  async #has(position: string): Promise<boolean> {
    const { rows } = await sql<{ hasPosition: boolean | null }>`select
      pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasPosition"`.execute(this.#db);
    return rows[0]?.hasPosition === true;
  }
}
