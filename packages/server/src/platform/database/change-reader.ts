import { setTimeout as pause } from 'node:timers/promises';
import { adapterOf, type Db } from './dialect.ts';

/** What follows after a read. */
export interface ReadOutcome {
  /** The pause before the next read, in milliseconds. */
  readonly pauseMs: number;
  /** Whether to read again without an announcement. */
  readonly readAgain: boolean;
}

/**
 * Reads changes after commits that a channel announces. One read has all changes since the last one: announcements during a read, and
 * during the pause after it, cause one further read.
 */
export class ChangeReader {
  readonly #db: Db;
  readonly #channel: string;
  readonly #read: () => Promise<ReadOutcome>;
  /** Null while it is stopped. */
  #stopListening: (() => Promise<void>) | null = null;
  /** The current series of reads; null if none is running. */
  #reading: Promise<void> | null = null;
  #readAgain = false;

  /** @param read reads and sends the changes. It must not throw: the next announcement reads again */
  constructor(db: Db, channel: string, read: () => Promise<ReadOutcome>) {
    this.#db = db;
    this.#channel = channel;
    this.#read = read;
  }

  /** @returns false if it was started before */
  start(): boolean {
    if (this.#stopListening !== null) return false;
    this.#stopListening = adapterOf(this.#db).listen(this.#channel, () => this.requestRead());
    return true;
  }

  /** Stops listening. A read that is running continues; see `settled`. */
  async stop(): Promise<void> {
    const stopListening = this.#stopListening;
    this.#stopListening = null;
    await stopListening?.();
  }

  /** Reads, or reads again after the current read. Announcements can be lost, so a timer must call this, too. */
  requestRead(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = null;
      if (this.#readAgain && this.#stopListening !== null) this.requestRead();
    });
  }

  /** Waits for the current read. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    this.#readAgain = false;
    const { pauseMs, readAgain } = await this.#read();
    if (readAgain) this.#readAgain = true;
    if (this.#stopListening !== null) await pause(pauseMs);
  }
}
