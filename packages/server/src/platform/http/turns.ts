/** While requests keep arriving, one is answered for this many turns of the event loop. */
const readsPerWork = 8;

/**
 * A queue of requests. A page is made within one turn of the event loop, and a turn accepts only one connection: without
 * this queue, most of many simultaneous requests would wait in the kernel, where they cannot be counted or refused. So
 * requests are read first and answered one at a time, and their number shows when there are too many.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #hasNew = false;
  #reads = 0;

  /** @param work called when it is the turn of this request; requests are answered in the order of their arrival */
  wait(work: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#next);
    this.#waiting.push(work);
    this.#hasNew = true;
  }

  readonly #next = (): void => {
    this.#reads = this.#hasNew ? this.#reads + 1 : readsPerWork;
    this.#hasNew = false;
    if (this.#reads >= readsPerWork) {
      this.#reads = 0;
      this.#waiting.shift()!();
    }
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
