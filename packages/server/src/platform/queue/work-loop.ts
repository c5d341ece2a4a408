import { adapterOf, type Db } from '../database/dialect.ts';
import type { Logger } from '../log.ts';

export interface WorkLoopOptions {
  readonly db: Db;
  readonly log: Logger;
  /** Name of the queue in log lines. */
  readonly queue: string;
  /** The channel on which commits that add rows are announced (`announceOnCommit`). */
  readonly channel: string;
  /** How often the queue is polled. An announcement can be lost, and delayed rows become due without one. */
  readonly pollMs: number;
  /** One pass over the queue. If it throws, the next poll runs it again. */
  readonly runTurn: () => Promise<void>;
}

/**
 * The loop of a worker on a queue in the database. It runs one turn after the other. Between turns it waits for an
 * announced commit, for the next poll, or for `wakeUp`.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #pollRequested = true;
  #isStopping = false;
  #isFailing = false;
  #wakeup = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();
  #pollTimer: NodeJS.Timeout | undefined;
  #stopListening: () => Promise<void> = async () => {};

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  start(): void {
    const { db, channel, pollMs } = this.#options;
    this.#pollTimer = setInterval(() => this.requestPoll(), pollMs);
    this.#stopListening = adapterOf(db).listen(channel, () => this.requestPoll());
    this.#running = this.#run();
  }

  /** Runs a turn soon. */
  wakeUp(): void {
    this.#wakeup.resolve();
  }

  /** Runs a turn soon, which queries the database for rows that are due. */
  requestPoll(): void {
    this.#pollRequested = true;
    this.wakeUp();
  }

  /**
   * Whether a poll was requested since the last call, and resets the request. Call it before the query, so that no request is
   * lost.
   */
  consumePollRequest(): boolean {
    const isRequested = this.#pollRequested;
    this.#pollRequested = false;
    return isRequested;
  }

  /** Stops polling and listening, and waits for the current turn. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pollTimer);
    this.wakeUp();
    await Promise.all([this.#running, this.#stopListening()]);
  }

  /** After `stop`: waits for work in progress, for a limited time. The condition is checked at each wake-up. */
  async drain(isDone: () => boolean, msMax: number): Promise<void> {
    let isTimedOut = false;
    const timeout = setTimeout(() => {
      isTimedOut = true;
      this.wakeUp();
    }, msMax);
    while (!isDone() && !isTimedOut) await this.#waitForWork();
    clearTimeout(timeout);
  }

  async #run(): Promise<void> {
    const { log, queue, runTurn } = this.#options;
    while (!this.#isStopping) {
      try {
        await runTurn();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) log.warn({ err: error as Error, queue }, 'Database unavailable, retrying');
        this.#isFailing = true;
        this.#pollRequested = true;
      }
      await this.#waitForWork();
    }
  }

  async #waitForWork(): Promise<void> {
    await this.#wakeup.promise;
    this.#wakeup = Promise.withResolvers<void>();
  }
}
