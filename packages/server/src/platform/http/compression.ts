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
     * `false` if answers have a secret or personal data together with text that other people can choose: the compressed
     * length would reveal the secret (BREACH). A function decides for each request.
     */
    compress?: false | ((request: FastifyRequest) => boolean);
  }
}

/** Shorter answers fit into one packet: compressing them would save no time. */
const charactersMin = 1_024;
/** Up to this length, compressing in this thread costs less than in another thread. */
const synchronousCharactersMax = 32_768;

/** The codings of answers, most preferred first (docs/adr/0015-compression-hook.md). */
const encodings = ['zstd', 'br', 'gzip'] as const;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzipOptions = { level: 3 };
const compressSync: Readonly<Record<Encoding, (text: InputType) => Buffer>> = {
  zstd: (text) => zstdCompressSync(text),
  br: (text) => brotliCompressSync(text, brotliOptions),
  gzip: (text) => gzipSync(text, gzipOptions),
};
const compressAsync: Readonly<Record<Encoding, (text: InputType) => Promise<Buffer>>> = {
  zstd: (text) => promisify(zstdCompress)(text),
  br: (text) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text) => promisify(gzip)(text, gzipOptions),
};

/**
 * Compresses text answers of 1 kB and more in a coding that the request accepts. A strong `ETag` identifies one sequence of
 * bytes (RFC 9110, section 8.8.3), so the coding is appended to the tag of a compressed answer: `"…:gzip"`. It is removed from
 * `If-None-Match` before a route reads the header. `If-Match` identifies a version, independent of the coding.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const ifNoneMatch = headers['if-none-match'];
    if (ifNoneMatch !== undefined) {
      // A tag with another coding than that of this answer is not changed, and does not match.
      const encoding = chooseEncoding(headers['accept-encoding'], encodings);
      if (encoding !== null) headers['if-none-match'] = ifNoneMatch.replaceAll(`:${encoding}"`, '"');
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) {
      setRequestedTag(request, reply);
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
    if (payload.length <= synchronousCharactersMax) done(null, compressSync[encoding](payload));
    else compressAsync[encoding](payload).then((compressed) => done(null, compressed), done);
  });
}

function isCompressible(request: FastifyRequest): boolean {
  const { compress } = request.route;
  return compress === undefined || (compress !== false && compress(request));
}

function codedTag(tag: string, encoding: Encoding): string {
  return tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}:${encoding}"`;
}

/** Sets the `ETag` of a 304 to that of the client's copy (RFC 9110, section 15.4.5). */
function setRequestedTag(request: FastifyRequest, reply: FastifyReply): void {
  vary(reply);
  const tag = reply.getHeader('etag');
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
  if (typeof tag !== 'string' || encoding === null) return;
  const coded = codedTag(tag, encoding);
  if (request.raw.headersDistinct['if-none-match']?.some((header) => header.includes(coded)))
    reply.header('etag', coded);
}

/** Adds `Vary`, for caches: the answer depends on `Accept-Encoding`. */
export function vary(reply: FastifyReply): void {
  const otherFields = reply.getHeader('vary');
  reply.header('vary', otherFields === undefined ? 'accept-encoding' : `${otherFields}, accept-encoding`);
}
