import { ConnectionError, OrganizerError } from './errors.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** While the rate limit of the key is reached, the service sends nothing for up to a minute. */
const silenceMs = 90_000;

/**
 * All rows of a list, in one response that the client reads while it is sent. For many rows, it is much faster than the pages of the list.
 *
 * If the connection breaks or the server restarts, the client connects again and continues: each row is returned once. The loop ends
 * with an error if several attempts fail one after the other. A key can have one stream at a time.
 */
export class RowStream<T> implements AsyncIterable<T> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: object;
  readonly #options: RequestOptions;
  #position: string | undefined;

  constructor(
    transport: Transport,
    path: string,
    query: { cursor?: string | undefined } = {},
    options: RequestOptions = {},
  ) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
    this.#options = options;
    this.#position = query.cursor;
  }

  /**
   * The position after rows that were all handled; it advances about every 500 rows. A row counts as handled when the next one is
   * requested. Store it, and pass it as `cursor`, to continue after a restart of your program.
   */
  get position(): string | undefined {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let failures = 0; ; failures += 1) {
      const query = { ...this.#query, cursor: this.#position };
      const request = {
        ...{ method: 'GET' as const, path: this.#path, query, accept: 'application/jsonl' },
        ...this.#options,
      };
      try {
        let isEmpty = true;
        /** They are returned when the position after them is known. */
        let rows: T[] = [];
        for await (const line of this.#transport.readLines(request, silenceMs)) {
          isEmpty = false;
          const { nextCursor, row } = parseLine<T>(line);
          rows.push(row);
          if (nextCursor === undefined) continue;
          failures = 0;
          yield* rows;
          if (nextCursor === null) return;
          rows = [];
          this.#position = nextCursor;
        }
        if (isEmpty) return;
        throw new ConnectionError('The response has ended before the end of the list.');
      } catch (error) {
        if (failures >= this.#transport.maxRetriesOf(request)) throw error;
        await this.#transport.pauseBeforeRetry(request, error, failures);
      }
    }
  }
}

function parseLine<T>(line: string): { nextCursor: string | null | undefined; row: T } {
  try {
    const { nextCursor, ...row } = JSON.parse(line);
    return { nextCursor, row };
  } catch (cause) {
    throw new OrganizerError('A line of the response is not JSON.', { cause });
  }
}
