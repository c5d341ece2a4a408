import type { FastifyRequest } from 'fastify';
import { ApiError, fieldError } from '../../errors/index.ts';
import { assertMethodAllowed } from './methods.ts';

/** The maximum length of a URL. All requests that the API documents are shorter. */
const urlLengthMax = 8_192;

/** @throws ApiError `uri_too_long`, `not_found` or `method_not_allowed` if no route can answer the request */
export function assertRouteExists(request: FastifyRequest): void {
  if (request.url.length > urlLengthMax) {
    throw new ApiError('url_too_long', { lengthMax: urlLengthMax });
  }
  if (request.route.url === undefined || pathOf(request).endsWith('/')) throw pathNotFound(request);
  assertMethodAllowed(request);
}

/** The 404 for a path that no route has. */
export function pathNotFound(request: FastifyRequest): ApiError {
  const path = pathOf(request);
  const isTrailing = path.endsWith('/') && path !== '/';
  return new ApiError(isTrailing ? 'trailing_slash' : 'path_not_found', { path: path.slice(0, 200) });
}

/**
 * Percent-escapes in a query are UTF-8 (RFC 3986, section 2.5). Others are rejected, because a replacement character in
 * their place would change the value.
 *
 * @throws ApiError `invalid_request`
 */
export function assertQueryIsUtf8({ url }: FastifyRequest): void {
  if (!url.includes('%')) return;
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return;
  for (const pair of url.slice(queryAt + 1).split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      const equalsAt = pair.indexOf('=');
      const path = pair.slice(0, equalsAt === -1 ? 100 : Math.min(equalsAt, 100));
      throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError(path, 'invalid_escape', {})] });
    }
  }
}

function pathOf({ url }: FastifyRequest): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}
