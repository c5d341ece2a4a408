import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './accept-encoding.ts';
import { vary } from './compression.ts';

/** A text that is sent many times: compressed once, in the codings that every browser reads. */
export interface Packed {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** A larger text takes seconds at the highest quality. Quality 9 takes a tenth of that and is a few per cent larger. */
const smallBytesMax = 65_536;

export async function pack(text: string): Promise<Packed> {
  const plain = Buffer.from(text);
  const quality = plain.length <= smallBytesMax ? constants.BROTLI_MAX_QUALITY : 9;
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliOptions), promisify(gzip)(plain)]);
  return { plain, br, gzip: gzipped };
}

/** Sends the text in a coding that the request accepts. The caller sets the media type and the caching. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  vary(reply);
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding === null) return reply.send(packed.plain);
  return reply.header('content-encoding', encoding).send(packed[encoding]);
}
