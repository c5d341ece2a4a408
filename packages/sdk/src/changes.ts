import { OrganizerError } from './errors.ts';
import type { Page } from './list.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** Rows that have changed, and the position after them. */
export interface ChangedRows<T> {
  readonly data: readonly T[];
  /** Where the next call of `syncSince` continues. Store it in the transaction that stores the rows. */
  readonly position: string;
}

/** The settings of a call of `syncSince`. */
export interface SyncOptions extends RequestOptions {
  /**
   * How long after its `updatedAt` a change can become visible, in seconds. By default 60. It must be longer than the longest
   * transaction of the service, together with the difference between the clocks of its processes.
   */
  readonly overlapSeconds?: number | undefined;
}

/** What `Changes` must know about a list. */
export interface ChangesSource<T> {
  readonly path: string;
  /** The field that identifies a row. */
  readonly idField: keyof T;
  readonly query: object | undefined;
}

/** The rows that were returned: for each id, the time of the change and a hash of the content. */
type ReturnedRows = Map<string, readonly [updatedAt: string, hash: number]>;

/** The number of rows for each request if the caller sets no limit. All lists permit it. */
const defaultLimit = 100;

/**
 * The rows that have changed since a position, the oldest change first. No change is missed, and each state of a row is returned at
 * most once.
 *
 * A change has the time at which its transaction began, but it is visible only after the commit. A change can therefore appear
 * before changes that were read already. So the next call reads the last seconds before the position again, and leaves out the
 * rows that were returned before. For this, a position contains hashes of these rows.
 */
export class Changes<T extends { readonly updatedAt: string }> implements AsyncIterable<T> {
  readonly #transport: Transport;
  readonly #source: ChangesSource<T>;
  readonly #options: SyncOptions;
  /** All changes before this time were returned. */
  #since: string;
  /** The rows that changed at or after `#since` and were returned. */
  #returned: ReturnedRows;
  #position: string;

  constructor(transport: Transport, source: ChangesSource<T>, position?: string | null, options: SyncOptions = {}) {
    this.#transport = transport;
    this.#source = source;
    this.#options = options;
    [this.#since, this.#returned] = readPosition(position ?? '1970-01-01T00:00:00.000Z');
    this.#position = this.#writePosition();
  }

  /** The position after the last page whose rows were all read. Store it after the rows. */
  get position(): string {
    return this.#position;
  }

  /** Reads the changed rows page by page. Each page has the position after it. */
  async *pages(): AsyncGenerator<ChangedRows<T>, void, undefined> {
    const { path, idField, query: filters } = this.#source;
    const overlapMs = (this.#options.overlapSeconds ?? 60) * 1_000;
    let query: object = { limit: defaultLimit, ...filters, updatedSince: this.#since };
    let canAdvance = true;
    for (;;) {
      const response = this.#transport.send<Page<T>>({ method: 'GET', path, query, ...this.#options });
      const { data: page, headers } = await response.withResponse();
      const rows = page.data.filter((row) => {
        const id = String(row[idField]);
        const hash = hashOf(row);
        const isNew = this.#returned.get(id)?.[1] !== hash;
        this.#returned.set(id, [row.updatedAt, hash]);
        return isNew;
      });
      // The time of the service, because the clock of this computer can be wrong. Changes before it were visible in this page.
      const completeMs = (Date.parse(headers.get('date') ?? '') || Date.now()) - overlapMs;
      const completeUntil = new Date(completeMs).toISOString();
      const lastChange = page.hasMore ? page.data.at(-1)?.updatedAt : undefined;
      const isComplete = lastChange !== undefined && lastChange < completeUntil;
      if (canAdvance) this.#advance(isComplete ? lastChange : completeUntil);
      // From the first page with recent changes on, later pages say nothing about changes that were not visible in it.
      canAdvance &&= isComplete;
      const position = this.#writePosition();
      yield { data: rows, position };
      this.#position = position;
      if (page.nextCursor === null) return;
      query = { ...query, cursor: page.nextCursor };
    }
  }

  /** Reads all changed rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  #advance(since: string): void {
    if (since <= this.#since) return;
    this.#since = since;
    for (const [id, [updatedAt]] of this.#returned) if (updatedAt < since) this.#returned.delete(id);
  }

  #writePosition(): string {
    return JSON.stringify({ since: this.#since, returned: [...this.#returned] });
  }
}

/** @param position a position, or a time */
function readPosition(position: string): [since: string, returned: ReturnedRows] {
  try {
    if (!position.startsWith('{')) return [new Date(position).toISOString(), new Map()];
    const { since, returned } = JSON.parse(position);
    return [new Date(since).toISOString(), new Map(returned)];
  } catch (cause) {
    throw new OrganizerError('This is neither a position of syncSince nor a time.', { cause });
  }
}

/** A hash of 53 bits (cyrb53). It only compares states of one row, and needs no protection against an attacker. */
function hashOf(row: object): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of JSON.stringify(row)) {
    const code = character.codePointAt(0) as number;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
