/** While new requests arrive, one queued request is answered in this number of turns of the event loop. */
const readTurnsPerAnswer = 8;

/**
 * A queue of requests that are answered one at a time. A page is rendered within one turn of the event loop, and a turn
 * accepts only one connection: without this queue, most of many simultaneous requests would wait in the kernel, where they
 * cannot be counted or rejected. So requests are read first, and the length of the queue shows when there are too many.
 */
export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  #hasNew = false;
  #readTurns = 0;

  /** @param answer called when all requests that arrived earlier were answered */
  add(answer: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#next);
    this.#waiting.push(answer);
    this.#hasNew = true;
  }

  readonly #next = (): void => {
    this.#readTurns = this.#hasNew ? this.#readTurns + 1 : readTurnsPerAnswer;
    this.#hasNew = false;
    if (this.#readTurns >= readTurnsPerAnswer) {
      this.#readTurns = 0;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
