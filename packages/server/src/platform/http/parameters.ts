import { parseTimestamp } from '../clock.ts';
import { invalidRequest } from '../errors.ts';
import { notATime } from '../validation.ts';

/**
 * A query parameter that is a time, in the form in which times are stored.
 *
 * @throws ApiError `invalid_request` where it is not an RFC 3339 date-time
 */
export function timeParameter(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== null) return time;
  throw invalidRequest(`"${name}" in the query ${notATime}.`, [{ path: name, message: notATime }]);
}
