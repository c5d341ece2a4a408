import type { Clock } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { methodLabel } from '../../platform/http/methods.ts';
import type { RequestObserver } from '../../platform/http/track-requests.ts';
import type { Component } from '../../platform/lifecycle.ts';
import { repeat } from '../../platform/repeat.ts';
import { Batch } from './batch.ts';
import { writeBatch } from './write-batch.ts';

/** The pause between two batches. If the process crashes, the requests of about this time are lost. */
const flushPauseMs = 800;

/**
 * Logs the requests with API keys. A request is only added to a batch in memory; batches are written in the background. If the
 * database is unavailable, the failed batch is written later. The next batch then collects all further requests: when it is full, they
 * are only counted.
 */
export class RequestLog {
  readonly #db: Db;
  readonly #clock: Clock;
  #batch = new Batch();
  /** A batch that could not be written yet. */
  #unwritten: Batch | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Adds a request to the batch. */
  readonly observe: RequestObserver = (request, status, ms) => {
    const { principal } = request;
    if (principal?.kind !== 'key' || principal.organizerId === null || principal.actor === null) return;
    this.#batch.add({
      organizerId: principal.organizerId,
      keyId: principal.actor,
      id: request.id,
      startedAtMs: this.#clock.now() - ms,
      method: methodLabel(request.method),
      route: request.route.url ?? 'unknown',
      status,
      latencyMs: ms,
      error: request.error,
    });
  };

  /** Writes a batch about every second, and the last batch when the process stops. */
  component(): Component {
    return {
      name: 'request log',
      start: (log) => {
        const stopFlushing = repeat('request log', flushPauseMs, log, () => this.flush());
        return {
          stop: async () => {
            await stopFlushing();
            await this.flush();
          },
        };
      },
    };
  }

  /**
   * Writes the requests that are not written yet. Calls must not overlap.
   *
   * @throws Error if the database is not available; the next call writes the same batch again
   */
  async flush(): Promise<void> {
    if (this.#unwritten !== null) await this.#write(this.#unwritten);
    if (this.#batch.isEmpty) return;
    const batch = this.#batch;
    this.#batch = new Batch();
    await this.#write(batch);
  }

  async #write(batch: Batch): Promise<void> {
    this.#unwritten = batch;
    try {
      await writeBatch(this.#db, batch);
    } catch (error) {
      // After a commit whose confirmation was lost, the rows exist already (`unique`). Other errors would happen again.
      const kind = dialectOf(this.#db).classifyError(error);
      if (kind !== 'unavailable') this.#unwritten = null;
      if (kind !== 'unique') throw error;
    }
    this.#unwritten = null;
  }
}
