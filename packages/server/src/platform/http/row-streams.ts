import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, fieldError } from '../../errors/index.ts';
import type { JsonBody } from '../database/dialect.ts';
import { pageAsLines } from '../database/page.ts';
import type { RateLimitResult } from '../limits/limiter.ts';
import { sendStream } from './send-stream.ts';

/** The number of rows that are read at a time. */
const rowsPerPage = 500;
/** A stream counts as one request for this number of pages. */
const pagesPerRequest = 2;

/** The maximum number of streams in a process. Each holds a page in memory. */
const maxStreams = 50;

const lineTypes = /\bapplication\/(?:jsonl|x-ndjson)\b/i;

/** Whether a request asks for JSON lines. A client that also accepts `application/json` gets a page. */
export function acceptsLines({ headers: { accept = '' } }: FastifyRequest): boolean {
  return lineTypes.test(accept) && !/\bapplication\/json\b/i.test(accept);
}

/** The description of a list that can be streamed. */
export const linesNote =
  'With `Accept: application/jsonl` (or `application/x-ndjson`), the response has all rows as JSON lines, from `cursor` to the end. `limit` ' +
  `has no effect, and \`q\` cannot be streamed. About every ${rowsPerPage}th line and the last line have the additional field ` +
  '`nextCursor`; it is null at the end of the list. After a broken connection, send the last `nextCursor` as `cursor`, and drop the lines ' +
  'after it; a response without lines has no further rows. ' +
  `A stream counts as one request for each ${rowsPerPage * pagesPerRequest} rows, and waits while the rate limit is reached. A key can ` +
  'have one stream at a time in each process of the server. A client that reads nothing for 30 seconds is disconnected, and a stream ends ' +
  'after 15 minutes.';

/** Which rows of a list are read. */
export interface Position {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** How a plane checks a request whose response takes long. */
interface RequestChecks {
  /** Counts a request against the limit of its sender. */
  count(request: FastifyRequest): RateLimitResult | Promise<RateLimitResult>;
  /** Whether the sender still has all permissions that it had at the start. */
  isStillPermitted(request: FastifyRequest): Promise<boolean>;
}

/**
 * Sends lists as JSON lines. Each line is a row. The last line of each page that is read has the additional field `nextCursor`: the
 * `cursor` with which the list continues after this line, or null at the end of the list.
 */
export class RowStreams {
  readonly #checks: RequestChecks;
  /** The responses that are streams, by their owners. */
  readonly #open = new Map<string, FastifyReply>();

  constructor(checks: RequestChecks) {
    this.#checks = checks;
  }

  /** Closes the connections of all streams. Their clients continue at another process, or after a restart of this one. */
  stop(): void {
    for (const reply of this.#open.values()) reply.raw.destroy();
  }

  /**
   * Sends a list from the cursor of the request to its end. No page is read before the client has read most of the previous one. Further
   * pages count against the rate limit of the sender; if it is reached, the stream waits for the next window.
   *
   * @param owner who can have only one stream at a time
   * @throws ApiError `too_many_streams`, or `server_overloaded` if the process has too many streams
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    owner: string,
    readPage: (position: Position) => Promise<JsonBody>,
  ): Promise<void> {
    const { cursor, q } = request.query as { cursor?: string; q?: string };
    if (q !== undefined) {
      throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError('q', 'not_in_stream', {})] });
    }
    const retry = { headers: { 'retry-after': '10' } };
    if (this.#open.has(owner)) throw new ApiError('too_many_streams', { limit: 1 }, retry);
    if (this.#open.size >= maxStreams) throw new ApiError('server_overloaded', {}, retry);
    const mediaType = lineTypes.exec(request.headers.accept ?? '')?.[0] ?? 'application/jsonl';
    if (request.method === 'HEAD') {
      reply.type(mediaType).send('');
      return;
    }
    this.#open.set(owner, reply);
    try {
      const read = async (position: string | undefined) =>
        pageAsLines(await readPage({ limit: rowsPerPage, cursor: position }));
      // Errors of the first page have a status.
      let page = await read(cursor);
      await sendStream(reply, { mediaType }, async (write, closed) => {
        for (let pages = 1; ; pages += 1) {
          await write(page.lines);
          if (page.nextCursor === null) return;
          await this.#admit(request, pages, closed);
          page = await read(page.nextCursor);
        }
      });
    } finally {
      this.#open.delete(owner);
    }
  }

  /** Waits until the next page can be read. */
  async #admit(request: FastifyRequest, pages: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (pages % pagesPerRequest !== 0) return;
    for (;;) {
      if (!(await this.#checks.isStillPermitted(request))) throw new Error('The sender of a stream lost a permission.');
      const { allowed, resetSeconds } = await this.#checks.count(request);
      if (allowed) return;
      await pause(resetSeconds * 1_000, undefined, { signal });
    }
  }
}
