import { ApiError, fieldError } from '../../errors/index.ts';
import { parseTimestamp } from '../clock.ts';
import type { ListTimes } from '../database/page.ts';
import { parseOrderNumber } from '../ids.ts';

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
  throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError(name, 'not_a_time', {})] });
}

/**
 * An order number as a filter, in the form in which it is stored. Text that is not one stays as it is, and matches nothing.
 */
export function orderNumberParameter(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (parseOrderNumber(text) ?? text);
}
