/** The state of a queue. */
export interface QueueState {
  /** The number of entries. */
  readonly waiting: number;
  /** How long a further entry is expected to wait. */
  readonly expectedMs: number;
}

/**
 * Estimates how long the last entry of a queue will wait: the number of waiting entries, multiplied by the mean time in which one of the last
 * hundred or so was taken from the queue. A queue of which no entry is taken has to wait at least as long as this has lasted.
 */
export class WaitEstimate {
  #msPerEntry = 0;
  /** When the last entry was taken, or when the queue was last empty. */
  #lastMs = 0;

  /** Records that an entry is added to an empty queue. */
  start(nowMs: number): void {
    this.#lastMs = nowMs;
  }

  /** Records that an entry was taken from a queue. */
  take(nowMs: number): void {
    this.#msPerEntry += (nowMs - this.#lastMs - this.#msPerEntry) / 100;
    this.#lastMs = nowMs;
  }

  /** @param waiting the number of entries in the queue */
  state(waiting: number, nowMs: number): QueueState {
    return { waiting, expectedMs: waiting === 0 ? 0 : Math.max(waiting * this.#msPerEntry, nowMs - this.#lastMs) };
  }
}
