import type { KeyObject } from 'node:crypto';
import { ApiError, fieldError } from '../../errors/index.ts';
import { isMacOf, macOf } from '../crypto.ts';
import { type IdPrefix, isId } from '../ids.ts';
import type { Db, JsonBody } from './dialect.ts';
import {
  bodyStart,
  type ListSpec,
  type PageRow,
  pageStatement,
  type ReadPlan,
  rowEnd,
  type Sorting,
  type SortKey,
  sortKeys,
  type TimeFilter,
  timeFilters,
} from './page-statement.ts';

export type { ListSpec };

/** The values of a filter. With several values, rows with any of them are listed. */
type FilterValue = string | number | readonly string[];

/** The query of a list. Filters that the caller did not send are undefined. */
export type ListQuery<F extends string> = { readonly [K in F]?: FilterValue | undefined } & ListTimes & {
    readonly limit: number;
    readonly cursor?: string | undefined;
  };

/** The time filters in the query of a list, in the stored format. */
export interface ListTimes {
  readonly updatedSince?: string | undefined;
  readonly paidSince?: string | undefined;
  /** `createdSince` and `createdBefore` filter by the first column of `newestFirst`. */
  readonly createdSince?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** The numbers of values for which there are statements. The other values of a filter are null, which finds no row. */
const valueCounts = [1, 2, 3, 5, 10];

const timeFilterNames = Object.keys(timeFilters) as TimeFilter[];

/**
 * Defines a list. The database builds its JSON, and each page is one index range scan (keyset pagination), or one for each combination of
 * the values of its filters. Each combination of filters is one prepared statement.
 *
 * @returns a function that reads a page of an organizer's list and returns the response body,
 *   `{"data":[…],"hasMore":…,"nextCursor":…}`. It throws `invalid_cursor` for a cursor that this list did not return, and
 *   `mixed_list_orders` for time filters of several sortings, unless the query has a filter that finds few rows
 */
export function defineList<F extends string>(name: string, spec: ListSpec<F>) {
  const filterNames = Object.keys(spec.filters) as F[];
  const statements = new Map<string, (db: Db, params: Record<string, unknown>) => Promise<PageRow[]>>();

  return async (db: Db, organizerId: string, query: ListQuery<F>, cursorKey: KeyObject): Promise<JsonBody> => {
    const sorting = sortingOf(query);
    const keys = sortKeys(spec, sorting);
    const { updatedSince, paidSince, createdSince, createdBefore } = query;
    const since = { changed: updatedSince, paid: paidSince, newest: createdSince }[sorting];
    const params: Record<string, unknown> = { organizerId, rowCount: query.limit + 1, since };
    const usedFilters = new Map<F, number>();
    for (const filter of filterNames) {
      const value: FilterValue | undefined = query[filter];
      if (value === undefined) continue;
      const values = [value].flat();
      const count = valueCounts.find((each) => each >= values.length) ?? values.length;
      for (let i = 0; i < count; i += 1) params[`${filter}${i}`] = values[i] ?? null;
      usedFilters.set(filter, count);
    }
    const plan = planOf(spec, sorting, usedFilters);
    const otherTimes = timeFilterNames.filter(
      (time) => query[time] !== undefined && timeFilters[time].sorting !== sorting,
    );
    if (!plan?.sorts) {
      const unindexed =
        sorting === 'paid' ? (spec.notWithPaidSince ?? []).filter((filter) => usedFilters.has(filter as F)) : [];
      assertOneSorting(sorting, [...otherTimes, ...unindexed]);
    }
    for (const time of otherTimes) params[time] = query[time];
    const cursor =
      query.cursor === undefined ? null : readCursor(query.cursor, `${name} ${sorting}`, keys.length, cursorKey);
    const after = startPosition(cursor, sorting === 'newest' ? createdBefore : undefined, keys.length);
    for (const [i, value] of (after ?? []).entries()) params[`after${i}`] = value;
    const isContinued = after !== null;
    // In "oldest first", all rows after a cursor have a later time than `since`, so they need no lower bound.
    const isBounded = sorting === 'newest' ? since !== undefined : !isContinued;
    const shape = [sorting, ...[...usedFilters].flat(), ...otherTimes, isContinued, isBounded].join(' ');
    let readPage = statements.get(shape);
    if (readPage === undefined) {
      readPage = pageStatement(spec, { sorting, usedFilters, plan, otherTimes, isBounded, isContinued });
      statements.set(shape, readPage);
    }
    const [page] = await readPage(db, params);
    const body = typeof page!.body === 'string' ? page!.body : asBuffer(page!.body);
    if (page!.count <= query.limit) return body;
    return endPage(body, keys, `${name} ${sorting}`, cursorKey);
  };
}

function sortingOf({ updatedSince, paidSince }: ListTimes): Sorting {
  if (updatedSince !== undefined) return 'changed';
  return paidSince === undefined ? 'newest' : 'paid';
}

function planOf<F extends string>(
  { plans }: ListSpec<F>,
  sorting: Sorting,
  usedFilters: ReadonlyMap<F, number>,
): ReadPlan<F> | undefined {
  const time = { newest: null, changed: 'updatedSince', paid: 'paidSince' }[sorting];
  return plans?.find(({ when }) => when.every((filter) => filter === time || usedFilters.has(filter as F)));
}

/**
 * Asserts that a query has no filters without an index in its sorting. No index has ranges of two times.
 *
 * @throws ApiError `mixed_list_orders`
 */
function assertOneSorting(sorting: Sorting, unindexedFilters: readonly string[]): void {
  if (unindexedFilters.length === 0) return;
  const code = sorting === 'paid' ? 'not_with_paid_since' : 'not_with_updated_since';
  throw new ApiError('mixed_list_orders', {}, { fields: unindexedFilters.map((path) => fieldError(path, code, {})) });
}

/**
 * The position after which a page starts: the cursor or `createdBefore`, whichever is later in the list; null if both are
 * absent.
 */
function startPosition(cursor: string[] | null, createdBefore: string | undefined, length: number): string[] | null {
  if (createdBefore === undefined || (cursor !== null && cursor[0]! < createdBefore)) return cursor;
  // No text sorts before the empty text, so rows with exactly this time are left out.
  return [createdBefore, ...Array.from({ length: length - 1 }, () => '')];
}

function textOf(body: JsonBody, start: number, end: number): string {
  return typeof body === 'string' ? body.slice(start, end) : body.toString('utf8', start, end);
}

/** The bytes as a Buffer, without a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * The body of a page that is not the last one. The statement reads one row more than the limit, to find out whether there is a next page.
 * The end of the page replaces that row.
 */
function endPage(body: JsonBody, keys: readonly SortKey[], list: string, cursorKey: KeyObject): JsonBody {
  const end = body.lastIndexOf(rowEnd);
  const previousEnd = body.lastIndexOf(rowEnd, end - 1);
  const rowStart = previousEnd === -1 ? bodyStart.length : previousEnd + rowEnd.length;
  const lastRow = JSON.parse(textOf(body, rowStart, end)) as Record<string, string>;
  const cursor = writeCursor(
    list,
    keys.map(([, field]) => String(lastRow[field])),
    cursorKey,
  );
  const pageEnd = `],"hasMore":true,"nextCursor":"${cursor}"}`;
  // The row that is replaced is nearly always longer, so that its bytes can be overwritten.
  if (typeof body === 'string' || end + pageEnd.length > body.length) return textOf(body, 0, end) + pageEnd;
  body.write(pageEnd, end, 'latin1');
  return body.subarray(0, end + pageEnd.length);
}

/** The rows of a page as JSON lines. The last one has the additional field `nextCursor`; a page without rows has no lines. */
export function pageAsLines(page: JsonBody): { readonly lines: string; readonly nextCursor: string | null } {
  const text = page.toString();
  const end = text.lastIndexOf('],"hasMore":');
  const { nextCursor } = JSON.parse(`${bodyStart}${text.slice(end)}`) as { nextCursor: string | null };
  if (end === bodyStart.length) return { lines: '', nextCursor };
  const rows = text.slice(bodyStart.length, end - 1).replaceAll(rowEnd, '\n');
  return { lines: `${rows},"nextCursor":${JSON.stringify(nextCursor)}}\n`, nextCursor };
}

/** Creates the cursor of a list from the sort keys of the last row. The values contain no spaces. */
export function writeCursor(list: string, values: readonly string[], cursorKey: KeyObject): string {
  const text = values.join(' ');
  return Buffer.from(`${macOf(cursorKey, `${list} ${text}`)}${text}`).toString('base64url');
}

/**
 * Returns the sort keys in a cursor.
 *
 * @throws ApiError `invalid_request` if `writeCursor` did not create the cursor for this list
 */
export function readCursor(cursor: string, list: string, count: number, cursorKey: KeyObject): string[] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const values = text.slice(16).split(' ');
  const isCanonical = Buffer.from(text).toString('base64url') === cursor;
  const isAuthentic =
    isCanonical && values.length === count && isMacOf(cursorKey, `${list} ${text.slice(16)}`, text.slice(0, 16));
  if (isAuthentic) return values;
  throw invalidCursor();
}

/**
 * Checks a cursor that is the id of the last row of the previous page. It may be any id: a page can begin after a row that no
 * longer exists.
 *
 * @throws ApiError `invalid_cursor` if the cursor does not have the form of an id with this prefix
 */
export function assertIdCursor(prefix: IdPrefix, cursor: string | undefined): void {
  if (cursor !== undefined && !isId(prefix, cursor)) throw invalidCursor();
}

/** The error for a cursor that a list did not return. */
export function invalidCursor(): ApiError<'invalid_cursor'> {
  return new ApiError('invalid_cursor', {}, { fields: [fieldError('cursor', 'invalid_cursor', {})] });
}
