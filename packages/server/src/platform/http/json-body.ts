import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of bodies, if a route accepts other types than JSON. */
    bodyTypes?: readonly string[];
  }
}

const byteOrderMark = '\ufeff';

/**
 * Parses bodies of the type `application/json` with `parseJsonBody`; a route without a body accepts an empty one. Removes all parsers of Fastify: bodies of other types are rejected
 * with 415, and Fastify's JSON parser replaces invalid UTF-8 instead of rejecting it.
 */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients send the type of a body that they do not have, for example with DELETE.
    const hasNone = body.length === 0 && request.routeOptions.schema?.body === undefined;
    done(null, hasNone ? undefined : parseJsonBody(request, body));
  });
}

/**
 * Parses a JSON body. It must be UTF-8 (RFC 8259, section 8.1); a byte order mark is ignored.
 *
 * @returns the parsed value, not validated yet
 * @throws ApiError `unsupported_content_encoding` if the body has a `Content-Encoding`
 * @throws ApiError `unsupported_charset` if the charset is not UTF-8
 * @throws ApiError `body_not_utf8` if the body is not well-formed UTF-8
 * @throws ApiError `malformed_json` if the body is not well-formed JSON
 */
export function parseJsonBody({ headers }: FastifyRequest, body: Buffer): unknown {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    throw new ApiError(
      'unsupported_content_encoding',
      {},
      {
        // The supported codings (RFC 9110, section 15.5.16).
        headers: { 'accept-encoding': 'identity' },
      },
    );
  }
  const charset = charsetOf(headers['content-type'] ?? '');
  if (charset !== null && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError('unsupported_charset', {});
  }
  if (!isUtf8(body)) throw new ApiError('body_not_utf8', {});
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch {
    throw new ApiError('malformed_json', {});
  }
}

/** The `charset` of a media type in lower case; null if it has none. */
function charsetOf(type: string): string | null {
  if (!type.includes(';')) return null;
  return /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1]?.toLowerCase() ?? null;
}
