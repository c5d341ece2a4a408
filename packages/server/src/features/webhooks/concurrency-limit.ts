const initialConcurrency = 8;
const maxConcurrency = 32;

/** How many requests to one endpoint can be in flight. Each success raises the limit by one, and each failure halves it. */
export class ConcurrencyLimit {
  #value = initialConcurrency;

  get value(): number {
    return this.#value;
  }

  recordSuccess(): void {
    this.#value = Math.min(maxConcurrency, this.#value + 1);
  }

  recordFailure(): void {
    this.#value = Math.max(1, Math.floor(this.#value / 2));
  }
}
