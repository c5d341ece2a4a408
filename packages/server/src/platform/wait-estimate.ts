/** The state of a queue. */
export interface QueueState {
  /** The number of entries. */
  readonly waiting: number;
  /** How long a further entry is expected to wait. */
  readonly expectedMs: number;
}

const emptyQueue: QueueState = { waiting: 0, expectedMs: 0 };

/** Expected waits are calculated from the last period in which entries waited for at least this time. */
const periodMs = 100;

/**
 * Estimates how long the last entry of a queue will wait: the number of waiting entries, multiplied by the time in which one of them
 * was taken from the queue. A queue of which no entry is taken has to wait at least as long as this has lasted.
 */
export class WaitEstimate {
  #msPerEntry = 0;
  /** The current period: its length, and the number of entries that were taken from the queue in it. */
  #periodMs = 0;
  #takenCount = 0;
  /** When the last entry was taken, or when the queue was last empty. */
  #lastMs = 0;

  /** Records that an entry is added to an empty queue. */
  start(nowMs: number): void {
    this.#lastMs = nowMs;
  }

  /** Records that an entry was taken from a queue. */
  take(nowMs: number): void {
    this.#periodMs += nowMs - this.#lastMs;
    this.#takenCount += 1;
    this.#lastMs = nowMs;
    if (this.#periodMs < periodMs) return;
    this.#msPerEntry = this.#periodMs / this.#takenCount;
    this.#periodMs = 0;
    this.#takenCount = 0;
  }

  /** @param waiting the number of entries in the queue */
  state(waiting: number, nowMs: number): QueueState {
    if (waiting === 0) return emptyQueue;
    return { waiting, expectedMs: Math.max(waiting * this.#msPerEntry, nowMs - this.#lastMs) };
  }
}
