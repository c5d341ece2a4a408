import { ApiError, fieldError } from '../../errors/index.ts';
import { parseTimestamp } from '../clock.ts';
import type { ListTimes } from '../database/page.ts';
import { parseOrderNumber } from '../ids.ts';

/**
 * Converts the time filters of a list to the stored format.
 *
 * @throws ApiError `invalid_fields` if a value is not an RFC 3339 date-time
 */
export function parseTimeFilters(query: ListTimes): ListTimes {
  return parseTimes(query, ['updatedSince', 'paidSince', 'createdSince', 'createdBefore']);
}

/**
 * Converts times in a query to the stored format.
 *
 * @throws ApiError `invalid_request` if a value is not an RFC 3339 date-time
 */
export function parseTimes<N extends string>(
  query: { readonly [Name in N]?: string | undefined },
  names: readonly N[],
): { readonly [Name in N]?: string | undefined } {
  const times: { [Name in N]?: string | undefined } = {};
  for (const name of names) times[name] = toStoredTime(name, query[name]);
  return times;
}

function toStoredTime(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseTime(name, text, 'query');
}

/**
 * Converts a time in a request to the stored format.
 *
 * @throws ApiError `invalid_fields` if the value is not an RFC 3339 date-time
 */
export function parseTime(name: string, text: string, part: 'query' | 'body'): string {
  const time = parseTimestamp(text);
  if (time !== null) return time;
  throw new ApiError('invalid_fields', { part }, { fields: [fieldError(name, 'not_a_time', {})] });
}

/** Converts the order numbers in a filter to the stored format. Other text is returned unchanged, and matches no order. */
export function toStoredOrderNumbers(texts: string | readonly string[] | undefined): string[] | undefined {
  return texts === undefined ? undefined : [texts].flat().map((text) => parseOrderNumber(text) ?? text);
}
