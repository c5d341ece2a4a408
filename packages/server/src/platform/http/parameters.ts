import { parseTimestamp } from '../clock.ts';
import { invalidRequest } from '../errors.ts';

/**
 * A query parameter that is a time, in the form in which times are stored.
 *
 * @throws ApiError `invalid_request` where it is not an RFC 3339 date-time
 */
export function timeParameter(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== null) return time;
  const message = 'must be an RFC 3339 time such as 2026-11-20T09:00:00Z';
  throw invalidRequest(`"${name}" in the query ${message}.`, [{ path: name, message }]);
}
