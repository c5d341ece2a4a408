import { ApiError, fieldError } from '../../errors/index.ts';
import { parseTimestamp } from '../clock.ts';
import type { ListTimes } from '../database/page.ts';
import { parseOrderNumber } from '../ids.ts';

/**
 * The times in the query of a list, in the stored format.
 *
 * @throws ApiError `invalid_request` if one is not an RFC 3339 date-time
 */
export function parseTimeFilters(query: ListTimes): ListTimes {
  return {
    updatedSince: toStoredTime('updatedSince', query.updatedSince),
    createdSince: toStoredTime('createdSince', query.createdSince),
    createdBefore: toStoredTime('createdBefore', query.createdBefore),
  };
}

/**
 * A time in a query, in the stored format.
 *
 * @throws ApiError `invalid_request` if it is not an RFC 3339 date-time
 */
function toStoredTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== null) return time;
  throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError(name, 'not_a_time', {})] });
}

/**
 * An order number in a filter, in the stored format. Other text is not changed, and matches nothing.
 */
export function toStoredOrderNumber(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (parseOrderNumber(text) ?? text);
}
