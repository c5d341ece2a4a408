import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './accept-encoding.ts';
import { varyByEncoding } from './compression.ts';
import { matchesTag } from './entity-tags.ts';

type Coding = 'br' | 'gzip';

/** A response body that is sent many times. It is compressed once in each coding that a request accepts. */
export interface Precompressed {
  readonly plain: Buffer;
  readonly compressed: Partial<Record<Coding, Promise<Buffer>>>;
}

/**
 * Compressing a longer text at the highest quality takes seconds. Quality 9 is ten times faster, with a slightly larger
 * result.
 */
const maxBytesForHighestQuality = 65_536;

/** Prepares a text that `sendPrecompressed` sends. */
export function precompress(content: string | Buffer): Precompressed {
  return { plain: Buffer.from(content), compressed: {} };
}

/** Sends the text in a coding that the request accepts. The caller sets the media type and the cache headers. */
export async function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Precompressed,
): Promise<FastifyReply> {
  varyByEncoding(reply);
  const coding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (coding === null) return reply.send(text.plain);
  const content = await compressOnce(text, coding);
  return reply.header('content-encoding', coding).send(content);
}

/** A text with a tag of its content. */
export interface TaggedText {
  readonly etag: string;
  readonly content: Precompressed;
}

/** Prepares a text that `sendTagged` sends. */
export function tagged(text: string | Buffer): TaggedText {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
  return { etag, content: precompress(text) };
}

/** Sends a text whose URL does not change with its content, unless the client has it. The caller sets the media type. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, content }: TaggedText,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendPrecompressed(request, reply, content);
}

/** Compresses a text when a coding is needed for the first time. */
function compressOnce({ plain, compressed }: Precompressed, coding: Coding): Promise<Buffer> {
  compressed[coding] ??= compress(plain, coding);
  return compressed[coding];
}

function compress(plain: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(plain);
  const quality = plain.length <= maxBytesForHighestQuality ? constants.BROTLI_MAX_QUALITY : 9;
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
