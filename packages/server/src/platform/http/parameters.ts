import { parseTimestamp } from '../clock.ts';
import type { ListTimes } from '../database/page.ts';
import { invalidRequest } from '../errors.ts';
import { parseOrderNumber } from '../ids.ts';
import { notATime } from '../validation.ts';

/**
 * The times of a list's query, in the form in which times are stored.
 *
 * @throws ApiError `invalid_request` where one is not an RFC 3339 date-time
 */
export function listTimes(query: ListTimes): ListTimes {
  return {
    updatedSince: timeParameter('updatedSince', query.updatedSince),
    createdSince: timeParameter('createdSince', query.createdSince),
    createdBefore: timeParameter('createdBefore', query.createdBefore),
  };
}

/**
 * A query parameter that is a time, in the form in which times are stored.
 *
 * @throws ApiError `invalid_request` where it is not an RFC 3339 date-time
 */
function timeParameter(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== null) return time;
  throw invalidRequest(`"${name}" in the query ${notATime}.`, [{ path: name, message: notATime }]);
}

/**
 * An order number as a filter, in the form in which it is stored. Text that is not one stays as it is, and matches nothing.
 */
export function orderNumberParameter(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (parseOrderNumber(text) ?? text);
}
