import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The connection of a client that reads nothing for this time is closed: the work of the response can hold a database connection. */
const readTimeoutMs = 30_000;

/** The connection of a client that has not read the whole file in this time is closed, however little it reads at a time. */
const downloadTimeoutMs = 15 * 60_000;

/** A client that reads a slice in time is not disconnected, however large the parts are. */
const sliceBytes = 64 * 1024;

/** A part of a file. */
type Part = string | Uint8Array;

/** A file to download, or a stream without a name. */
interface File {
  readonly mediaType: string;
  /** ASCII. */
  readonly filename?: string;
}

/**
 * Sends a file while it is produced, with little memory. If `produce` throws after the head of the response was sent, the connection
 * is closed, so that the client detects an incomplete file.
 *
 * @param produce calls `write` with parts of the file, and waits for each call; `write` throws if the connection is closed.
 *   The signal is aborted then
 * @param options.timeoutMs the time after which a client that reads nothing is disconnected
 * @param options.downloadMs the time after which a client that has not read the whole file is disconnected
 */
export async function sendStream(
  reply: FastifyReply,
  { mediaType, filename }: File,
  produce: (write: (part: Part) => Promise<void>, closed: AbortSignal) => Promise<unknown>,
  { timeoutMs = readTimeoutMs, downloadMs = downloadTimeoutMs }: { timeoutMs?: number; downloadMs?: number } = {},
): Promise<void> {
  const stream = new PassThrough();
  const closed = new AbortController();
  const downloadTimer = setTimeout(() => stream.destroy(), downloadMs);
  stream.once('close', () => {
    clearTimeout(downloadTimer);
    closed.abort();
  });
  const writeSlice = async (slice: Uint8Array) => {
    await reply.server.pendingCommits();
    closed.signal.throwIfAborted();
    if (stream.write(slice)) return;
    const timer = setTimeout(() => stream.destroy(), timeoutMs);
    await once(stream, 'drain', { signal: closed.signal }).finally(() => clearTimeout(timer));
  };
  const write = async (part: Part) => {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      await writeSlice(bytes.subarray(start, start + sliceBytes));
    }
  };
  const produced = produce(write, closed.signal).then(
    () => stream.end(),
    (error) => stream.destroy(error as Error),
  );
  reply.header('content-type', mediaType);
  if (filename !== undefined) reply.header('content-disposition', `attachment; filename="${filename}"`);
  await Promise.all([reply.send(stream), produced]);
}

/** Sends a file whose parts are produced one after the other, like `sendStream`. */
export function sendParts(reply: FastifyReply, file: File, parts: AsyncIterable<Part>): Promise<void> {
  return sendStream(reply, file, async (write) => {
    for await (const part of parts) await write(part);
  });
}
