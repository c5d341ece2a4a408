/** While requests keep arriving, one is worked on for so many that are read. */
const readsPerWork = 8;

/**
 * Lets requests wait for their turn. A page is made at once, within one turn of the event loop, and a turn accepts only one
 * connection: without this, a crowd would wait in the kernel, where nobody counts it, and nobody of it could be refused. So
 * requests are read first and worked on one at a time, and how many are under way tells when there are too many.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #hasNew = false;
  #reads = 0;

  /** @param work called when it is this request's turn, in the order of their arrival */
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
