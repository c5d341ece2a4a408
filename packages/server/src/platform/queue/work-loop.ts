import { adapterOf, type Db } from '../database/dialect.ts';
import type { Logger } from '../log.ts';
import { inJobSpan } from '../telemetry/spans.ts';

export interface WorkLoopOptions {
  readonly db: Db;
  readonly log: Logger;
  /** Name of the queue in log lines. */
  readonly queue: string;
  /** The channel on which commits that add rows are announced (`announceOnCommit`). */
  readonly channel: string;
  /**
   * The interval of polls. They are required because announcements can be lost, and delayed rows become due without an
   * announcement.
   */
  readonly pollMs: number;
  /**
   * Called with the names of an announcement that has some, before `processQueue` is called. Without this function, such an
   * announcement requests a poll, like one without names.
   */
  readonly onAnnounced?: (names: ReadonlySet<string>) => void;
  /** Processes the queue once. If it throws, the next poll calls it again. */
  readonly processQueue: () => Promise<void>;
}

/**
 * The loop of a worker on a queue in the database. It calls `processQueue` repeatedly. After each call, it waits for an
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
    const { db, channel, pollMs, onAnnounced } = this.#options;
    this.#pollTimer = setInterval(() => this.requestPoll(), pollMs);
    this.#stopListening = adapterOf(db).listen(channel, (names) => {
      if (names === null || onAnnounced === undefined) this.requestPoll();
      else {
        onAnnounced(names);
        this.wakeUp();
      }
    });
    this.#running = this.#run();
  }

  /** Makes the loop call `processQueue` soon. */
  wakeUp(): void {
    this.#wakeup.resolve();
  }

  /** Like `wakeUp`, and requests that `processQueue` queries the database for rows that are due. */
  requestPoll(): void {
    this.#pollRequested = true;
    this.wakeUp();
  }

  /**
   * Returns whether a poll was requested since the last call, and resets the request. Call it before the query, so that a
   * request during the query is not lost.
   */
  consumePollRequest(): boolean {
    const isRequested = this.#pollRequested;
    this.#pollRequested = false;
    return isRequested;
  }

  /** Stops polling and listening, and waits for the current call of `processQueue`. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pollTimer);
    this.wakeUp();
    await Promise.all([this.#running, this.#stopListening()]);
  }

  /** Waits for work in progress, at most `timeoutMs`. Call it after `stop`. `isDone` is called at each wake-up. */
  async drain(isDone: () => boolean, timeoutMs: number): Promise<void> {
    let isTimedOut = false;
    const timeout = setTimeout(() => {
      isTimedOut = true;
      this.wakeUp();
    }, timeoutMs);
    while (!isDone() && !isTimedOut) await this.#waitForWork();
    clearTimeout(timeout);
  }

  async #run(): Promise<void> {
    const { log, queue, processQueue } = this.#options;
    while (!this.#isStopping) {
      try {
        await inJobSpan(queue, processQueue);
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
