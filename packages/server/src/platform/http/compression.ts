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
import { jsonType } from './send-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `false` if responses contain a secret or personal data together with text that other people can choose. The
     * compressed length could reveal the secret (BREACH). A function decides for each request.
     */
    compress?: false | ((request: FastifyRequest) => boolean);
  }
}

/** Shorter responses, in characters or bytes, fit into one packet. Compressing them would save no time. */
const minLength = 1_024;
/** Up to this length, compressing in this thread is faster than in another thread. */
const maxSynchronousLength = 32_768;

/** The codings of responses, most preferred first (docs/adr/0015-compression-hook.md). */
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
 * Compresses text responses of 1 kB and more in a coding that the request accepts. A strong `ETag` identifies one sequence of
 * bytes (RFC 9110, section 8.8.3), so the tag of a compressed response ends with the coding: `"…:gzip"`. This suffix is removed
 * from `If-None-Match` before a route reads the header. `If-Match` ignores it, because it compares only id and version.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const ifNoneMatch = headers['if-none-match'];
    if (ifNoneMatch !== undefined) {
      // A tag with another coding than this response is not changed, and so does not match.
      const encoding = chooseEncoding(headers['accept-encoding'], encodings);
      if (encoding !== null) headers['if-none-match'] = ifNoneMatch.replaceAll(`:${encoding}"`, '"');
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) {
      setMatchedTag(request, reply);
      done(null, payload);
      return;
    }
    if (
      !isText(payload, reply) ||
      payload.length < minLength ||
      reply.hasHeader('content-encoding') ||
      !isCompressible(request)
    ) {
      done(null, payload);
      return;
    }
    varyByEncoding(reply);
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
    if (encoding === null) {
      done(null, payload);
      return;
    }
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string') reply.header('etag', tagWithEncoding(tag, encoding));
    reply.header('content-encoding', encoding);
    if (payload.length <= maxSynchronousLength) done(null, compressSync[encoding](payload));
    else compressAsync[encoding](payload).then((compressed) => done(null, compressed), done);
  });
}

/**
 * Whether a response can be compressed. Bytes are JSON of the database, or images and files, which are not compressed here: a file that
 * is compressed in advance has `Vary` already.
 */
function isText(payload: unknown, reply: FastifyReply): payload is string | Buffer {
  if (typeof payload === 'string') return true;
  if (!Buffer.isBuffer(payload) || reply.getHeader('content-type') !== jsonType) return false;
  return !String(reply.getHeader('vary')).includes('accept-encoding');
}

function isCompressible(request: FastifyRequest): boolean {
  const { compress } = request.route;
  return compress === undefined || (compress !== false && compress(request));
}

function tagWithEncoding(tag: string, encoding: Encoding): string {
  return tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}:${encoding}"`;
}

/** Sets the `ETag` of a 304 to the tag of the client's copy (RFC 9110, section 15.4.5). */
function setMatchedTag(request: FastifyRequest, reply: FastifyReply): void {
  varyByEncoding(reply);
  const tag = reply.getHeader('etag');
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
  if (typeof tag !== 'string' || encoding === null) return;
  const encodedTag = tagWithEncoding(tag, encoding);
  if (request.raw.headersDistinct['if-none-match']?.some((header) => header.includes(encodedTag)))
    reply.header('etag', encodedTag);
}

/** Adds `Accept-Encoding` to `Vary`, so that caches store one response for each coding. */
export function varyByEncoding(reply: FastifyReply): void {
  const otherFields = reply.getHeader('vary');
  reply.header('vary', otherFields === undefined ? 'accept-encoding' : `${otherFields}, accept-encoding`);
}
