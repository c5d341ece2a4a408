/** While new requests arrive, one queued request is handled per this number of turns of the event loop. */
const readTurnsPerRequest = 8;

/**
 * A queue of requests that are handled one at a time. A page is rendered within one turn of the event loop, and each turn
 * accepts only one connection. Without this queue, most concurrent requests would wait in the kernel, where the server cannot
 * count or reject them. With it, requests are read first and then counted as requests in progress.
 */
export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  #hasNew = false;
  #readTurns = 0;

  /** @param handle handles the request; called after all requests that arrived earlier were handled */
  add(handle: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#next);
    this.#waiting.push(handle);
    this.#hasNew = true;
  }

  readonly #next = (): void => {
    this.#readTurns = this.#hasNew ? this.#readTurns + 1 : readTurnsPerRequest;
    this.#hasNew = false;
    if (this.#readTurns >= readTurnsPerRequest) {
      this.#readTurns = 0;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
