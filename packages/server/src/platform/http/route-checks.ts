import type { FastifyRequest } from 'fastify';
import { ApiError, fieldError } from '../../errors/index.ts';
import { assertMethodAllowed } from './methods.ts';

/** The maximum length of a URL. All requests that the API documents are shorter. */
const maxUrlLength = 8_192;

/**
 * @throws ApiError `url_too_long` if the URL is too long
 * @throws ApiError `path_not_found` or `trailing_slash` if there is no such path
 * @throws ApiError `method_not_allowed` if the path exists, but not with this method
 */
export function assertRouteExists(request: FastifyRequest): void {
  if (request.url.length > maxUrlLength) {
    throw new ApiError('url_too_long', { lengthMax: maxUrlLength });
  }
  // The router got another path if this one has invalid escapes: its parameters are not those that the client means.
  const isRouted = request.route.url !== undefined && request.originalUrl === request.url;
  if (!isRouted || pathOf(request).endsWith('/')) throw pathNotFound(request);
  assertMethodAllowed(request);
}

/** The 404 for an unknown path. */
export function pathNotFound(request: FastifyRequest): ApiError {
  const path = pathOf(request);
  const hasTrailingSlash = path.endsWith('/') && path !== '/';
  return new ApiError(hasTrailingSlash ? 'trailing_slash' : 'path_not_found', { path: path.slice(0, 200) });
}

/**
 * Asserts that the percent-escapes of the query are UTF-8 (RFC 3986, section 2.5). Decoding other escapes would insert
 * replacement characters and so change the value.
 *
 * @throws ApiError `invalid_fields` if an escape is not UTF-8
 */
export function assertQueryIsUtf8({ url }: FastifyRequest): void {
  if (!url.includes('%')) return;
  const queryStart = url.indexOf('?');
  if (queryStart === -1) return;
  for (const pair of url.slice(queryStart + 1).split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      const nameEnd = pair.indexOf('=');
      const path = pair.slice(0, nameEnd === -1 ? 100 : Math.min(nameEnd, 100));
      throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError(path, 'invalid_escape', {})] });
    }
  }
}

function pathOf({ originalUrl: url }: FastifyRequest): string {
  const queryStart = url.indexOf('?');
  return queryStart === -1 ? url : url.slice(0, queryStart);
}
