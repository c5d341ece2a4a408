import type { ApiError } from '../../errors/index.ts';

/** The maximum number of requests that one batch logs. Further requests are only counted. */
const entriesMax = 1_000;
/** The maximum number of requests of one key in a batch, so that the entries of other keys are also logged. */
const entriesPerKeyMax = 100;
const hourMs = 3_600_000;

/** A finished request of an API key. */
export interface FinishedRequest {
  readonly organizerId: string;
  readonly keyId: string;
  readonly id: string;
  readonly startedAtMs: number;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly latencyMs: number;
  /** The error of the response; null if the request succeeded, or if its client disconnected. */
  readonly error: ApiError | null;
}

/** The requests of one key in one hour. */
export interface UsageCount {
  readonly organizerId: string;
  readonly keyId: string;
  /** The number of the hour since the epoch. */
  readonly hour: number;
  requests: number;
  errors: number;
  limitRefusals: number;
  /** The number of requests in `entries`. */
  logged: number;
}

/** Requests that are written together. */
export class Batch {
  readonly entries: FinishedRequest[] = [];
  readonly usage: UsageCount[] = [];
  /** By key and hour. Requests do not finish in the sequence of their start. */
  readonly #usageByKey = new Map<string, UsageCount>();

  get isEmpty(): boolean {
    return this.usage.length === 0;
  }

  add(request: FinishedRequest): void {
    const usage = this.#usageOf(request);
    usage.requests += 1;
    if (request.error?.code === 'rate_limited') usage.limitRefusals += 1;
    else if (request.status >= 400) usage.errors += 1;
    if (usage.logged >= entriesPerKeyMax || this.entries.length >= entriesMax) return;
    usage.logged += 1;
    this.entries.push(request);
  }

  #usageOf({ organizerId, keyId, startedAtMs }: FinishedRequest): UsageCount {
    const hour = Math.floor(startedAtMs / hourMs);
    const current = this.#usageByKey.get(`${keyId} ${hour}`);
    if (current !== undefined) return current;
    const usage = { organizerId, keyId, hour, requests: 0, errors: 0, limitRefusals: 0, logged: 0 };
    this.#usageByKey.set(`${keyId} ${hour}`, usage);
    this.usage.push(usage);
    return usage;
  }
}
