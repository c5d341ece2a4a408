import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './accept-encoding.ts';
import { varyByEncoding } from './compression.ts';

/** A response body that is sent many times. It is compressed once in each coding that every browser supports. */
export interface Precompressed {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * Compressing a longer text at the highest quality takes seconds. Quality 9 is ten times faster, with a slightly larger
 * result.
 */
const maxBytesForHighestQuality = 65_536;

export async function precompress(content: string | Buffer): Promise<Precompressed> {
  const plain = Buffer.from(content);
  const quality = plain.length <= maxBytesForHighestQuality ? constants.BROTLI_MAX_QUALITY : 9;
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliOptions), promisify(gzip)(plain)]);
  return { plain, br, gzip: gzipped };
}

/** Sends the text in a coding that the request accepts. The caller sets the media type and the cache headers. */
export function sendPrecompressed(request: FastifyRequest, reply: FastifyReply, text: Precompressed): FastifyReply {
  varyByEncoding(reply);
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding === null) return reply.send(text.plain);
  return reply.header('content-encoding', encoding).send(text[encoding]);
}
