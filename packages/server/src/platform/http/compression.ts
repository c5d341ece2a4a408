import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type InputType,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `false` where answers have a secret or personal data together with text that others may have chosen: the compressed
     * length would reveal the secret (BREACH). A function decides for each request.
     */
    compress?: false | ((request: FastifyRequest) => boolean);
  }
}

/** Shorter answers fit into one packet: compressing them saves no time. */
const charactersMin = 1_024;
/** Up to this length, compressing in this thread costs less than passing the text to another. */
const synchronousCharactersMax = 32_768;

/** The codings of answers, the preferred one first (docs/adr/0015-compression-of-our-own.md). */
const encodings = ['zstd', 'br', 'gzip'] as const;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzipOptions = { level: 3 };
const synchronously: Readonly<Record<Encoding, (text: InputType) => Buffer>> = {
  zstd: (text) => zstdCompressSync(text),
  br: (text) => brotliCompressSync(text, brotliOptions),
  gzip: (text) => gzipSync(text, gzipOptions),
};
const elsewhere: Readonly<Record<Encoding, (text: InputType) => Promise<Buffer>>> = {
  zstd: (text) => promisify(zstdCompress)(text),
  br: (text) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text) => promisify(gzip)(text, gzipOptions),
};

/**
 * Compresses answers that are text of 1 kB or more, as the request's `Accept-Encoding` allows. A strong `ETag` names one
 * sequence of bytes (RFC 9110, section 8.8.3), so that of a compressed answer ends in the coding, `"…:gzip"`. The ending is
 * removed from `If-None-Match` before a route sees it; `If-Match` names a version, of which the coding says nothing.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const asked = headers['if-none-match'];
    if (asked !== undefined) {
      // The tag of a copy in another coding than this answer would have is left as it is, and does not match.
      const encoding = chooseEncoding(headers['accept-encoding'], encodings);
      if (encoding !== null) headers['if-none-match'] = asked.replaceAll(`:${encoding}"`, '"');
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) {
      tagAsAsked(request, reply);
      done(null, payload);
      return;
    }
    const isLong = typeof payload === 'string' && payload.length >= charactersMin;
    if (!isLong || reply.hasHeader('content-encoding') || !isCompressible(request)) {
      done(null, payload);
      return;
    }
    vary(reply);
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
    if (encoding === null) {
      done(null, payload);
      return;
    }
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string') reply.header('etag', codedTag(tag, encoding));
    reply.header('content-encoding', encoding);
    if (payload.length <= synchronousCharactersMax) done(null, synchronously[encoding](payload));
    else elsewhere[encoding](payload).then((packed) => done(null, packed), done);
  });
}

function isCompressible(request: FastifyRequest): boolean {
  const { compress } = request.route;
  return compress === undefined || (compress !== false && compress(request));
}

function codedTag(tag: string, encoding: Encoding): string {
  return tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}:${encoding}"`;
}

/** Gives a 304 the `ETag` of the copy that the caller has (RFC 9110, section 15.4.5). */
function tagAsAsked(request: FastifyRequest, reply: FastifyReply): void {
  vary(reply);
  const tag = reply.getHeader('etag');
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
  if (typeof tag !== 'string' || encoding === null) return;
  const coded = codedTag(tag, encoding);
  if (request.raw.headersDistinct['if-none-match']?.some((asked) => asked.includes(coded))) reply.header('etag', coded);
}

/** Tells caches that the answer depends on `Accept-Encoding`. */
export function vary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}
