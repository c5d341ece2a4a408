import type { Limiter, RateLimitResult } from '../limits/limiter.ts';

/** Look-ups per second of unknown credentials from an IP address with too many failed attempts: a valid key can be among them. */
const lookUpsPerSecond = 5;

/** The parts of a limit of failed attempts. */
interface FailedAttempts {
  /** Where the failed attempts of an IP address are counted. */
  readonly bucket: string;
  readonly perMinute: number;
}

/**
 * Limits how often the database is read for credentials that are well-formed but unknown. Everybody can compute the check digits of
 * keys, so a flood of them would otherwise cost a statement for each request.
 */
export class LookUpLimit {
  readonly #limiter: Limiter;
  /** The look-ups that run, by bucket. They can become failed attempts. */
  readonly #running = new Map<string, Set<Promise<void>>>();

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /**
   * Looks credentials up as soon as the look-ups that run cannot exceed the limit of failed attempts.
   *
   * @param lookUp authenticates a request and counts it, as a failed attempt or for its principal
   * @returns null; or the state of the failed attempts, if there were too many and the credentials were not looked up
   */
  async run(failed: FailedAttempts, lookUp: () => Promise<void>): Promise<RateLimitResult | null> {
    for (;;) {
      const counted = await this.#limiter.peek(failed.bucket, failed.perMinute);
      const running = this.#running.get(failed.bucket) ?? new Set();
      if (counted.remaining === 0) {
        const { allowed } = await this.#limiter.hit(`${failed.bucket}:look-ups`, lookUpsPerSecond, 1);
        if (!allowed) return counted;
        await lookUp();
        return null;
      }
      if (running.size < counted.remaining) {
        await this.#track(failed.bucket, running, lookUp());
        return null;
      }
      await Promise.allSettled(running);
    }
  }

  async #track(bucket: string, running: Set<Promise<void>>, lookUp: Promise<void>): Promise<void> {
    this.#running.set(bucket, running.add(lookUp));
    try {
      await lookUp;
    } finally {
      running.delete(lookUp);
      if (running.size === 0) this.#running.delete(bucket);
    }
  }
}
