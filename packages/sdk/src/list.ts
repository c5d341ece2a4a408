import type { ApiPromise, IfChanged, ReadOptions, RequestOptions, Transport } from './transport.ts';

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  /** Whether there is a next page. */
  readonly hasMore: boolean;
  /** The value of `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** The number of rows for each request if the caller sets no limit. All lists permit it. */
const defaultLimit = 100;

/**
 * A list of the API. It sends requests only while it is read.
 *
 * `for await (const row of list)` reads all rows, page after page. Each row that existed at the start is returned once, even if rows
 * are added in the meantime, unless it no longer matches the filters when its page is read.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: object;
  readonly #options: RequestOptions;

  constructor(transport: Transport, path: string, query: object = {}, options: RequestOptions = {}) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
    this.#options = options;
  }

  /** Reads one page: the first page, or the page at the `cursor` in the query. By default, a page has 50 rows. */
  page<O extends Pick<ReadOptions, 'ifNoneMatch'>>(options?: O): ApiPromise<IfChanged<Page<T>, O>> {
    return this.#transport.send({ method: 'GET', path: this.#path, query: this.#query, ...this.#options, ...options });
  }

  /** Reads all pages, one after the other. By default, a page has up to 100 rows. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let query: object = { limit: defaultLimit, ...this.#query };
    for (;;) {
      const page = await this.#transport.send<Page<T>>({ method: 'GET', path: this.#path, query, ...this.#options });
      yield page;
      if (page.nextCursor === null) return;
      query = { ...query, cursor: page.nextCursor };
    }
  }

  /** Reads all rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
