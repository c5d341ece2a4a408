import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends text while it is produced, with little memory. If `produce` throws after the head of the response was sent, the connection
 * is closed, so that the client detects an incomplete file.
 *
 * @param filename ASCII
 * @param produce calls `write` with parts of the text, and waits for each call
 */
export async function sendStream(
  reply: FastifyReply,
  { mediaType, filename }: { mediaType: string; filename: string },
  produce: (write: (text: string) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const stream = new PassThrough();
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  const write = async (text: string) => {
    closed.signal.throwIfAborted();
    if (!stream.write(text)) await once(stream, 'drain', { signal: closed.signal });
  };
  const produced = produce(write).then(
    () => stream.end(),
    (error) => stream.destroy(error as Error),
  );
  reply.header('content-type', mediaType).header('content-disposition', `attachment; filename="${filename}"`);
  await Promise.all([reply.send(stream), produced]);
}
