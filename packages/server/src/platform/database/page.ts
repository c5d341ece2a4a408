import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { isMacOf, macOf } from '../crypto.ts';
import { type IdPrefix, isId } from '../ids.ts';
import { type Db, dialectOf, type JsonBody, type JsonFields } from './dialect.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * How a list reads the rows for a combination of filters. Without a plan, each filter compares an indexed column with one
 * value, and rows are read in the order of that index.
 */
interface ReadPlan<F extends string> {
  /** A short description of the rows that the index finds. It is only documentation. */
  readonly name: string;
  /** The plan applies to queries that have all of these filters. */
  readonly when: readonly (F | 'updatedSince')[];
  /** Filters that are checked for each row that the index finds. The planner does not choose an index for them. */
  readonly residual: readonly F[];
  /** Whether all rows that the index finds are read, then filtered by time and sorted. This is for few rows. */
  readonly sorts: boolean;
}

/** A column by which a list is sorted, and the field of the row's JSON with its value. */
type SortKey = readonly [column: string, field: string];

/** The definition of a list. In every expression, `t` is the alias of its table. */
export interface ListSpec<F extends string> {
  readonly table: keyof Tables;
  /** The JSON of one row. Each table in a subquery has the condition that its organizer is `organizerId`. */
  fields(db: Db, organizerId: RawBuilder<unknown>): JsonFields;
  /** Joined tables. Each join finds at most one row. */
  join?(organizerId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The sort keys of "newest first". */
  readonly newestFirst: readonly SortKey[];
  /** The sort keys of "oldest change first". `updatedSince` filters by the first key. */
  readonly oldestChangeFirst?: readonly SortKey[];
  /** A condition that every row of this list meets. */
  readonly always?: RawBuilder<boolean>;
  /** The condition of each filter. */
  readonly filters: Readonly<
    Record<F, (value: RawBuilder<unknown>, organizerId: RawBuilder<unknown>) => RawBuilder<boolean>>
  >;
  /** Read plans. The first plan that applies to a query is used. */
  readonly plans?: readonly ReadPlan<F>[];
}

/** The query of a list. Filters that the caller did not send are undefined. */
export type ListQuery<F extends string> = { readonly [K in F]?: string | number | undefined } & ListTimes & {
    readonly limit: number;
    readonly cursor?: string | undefined;
  };

/** The time filters in the query of a list, in the stored format. */
export interface ListTimes {
  readonly updatedSince?: string | undefined;
  /** `createdSince` and `createdBefore` filter by the first column of `newestFirst`. */
  readonly createdSince?: string | undefined;
  readonly createdBefore?: string | undefined;
}

interface PageRow {
  /** The response, with one row more than the limit if there is a next page. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** The separator of rows. JSON that a database builds contains no line feed. */
const rowEnd = ',\n';
const bodyStart = '{"data":[';
const lastPageEnd = '],"hasMore":false,"nextCursor":null}';

/**
 * Defines a list. The database builds its JSON, and each page is one index range scan (keyset pagination). Each combination of
 * filters is one prepared statement.
 *
 * @returns a function that reads a page of an organizer's list and returns the response body,
 *   `{"data":[…],"hasMore":…,"nextCursor":…}`. It throws `invalid_cursor` for a cursor that this list did not return, and
 *   `mixed_list_orders` if `updatedSince` is combined with `createdSince` or `createdBefore`
 */
export function defineList<F extends string>(name: string, spec: ListSpec<F>) {
  const filterNames = Object.keys(spec.filters) as F[];
  const statements = new Map<string, (db: Db, params: Record<string, unknown>) => Promise<PageRow[]>>();

  return async (db: Db, organizerId: string, query: ListQuery<F>, cursorKey: KeyObject): Promise<JsonBody> => {
    const changeKeys = query.updatedSince === undefined ? undefined : spec.oldestChangeFirst;
    const sorting = changeKeys === undefined ? 'newest' : 'changed';
    if (query.updatedSince !== undefined) assertOneSorting(query);
    const keys = changeKeys ?? spec.newestFirst;
    const since = query.updatedSince ?? query.createdSince;
    const params: Record<string, unknown> = { organizerId, rowCount: query.limit + 1, since };
    let shape = sorting as string;
    for (const filter of filterNames) {
      if (query[filter] === undefined) continue;
      params[filter] = query[filter];
      shape += ` ${filter}`;
    }
    const cursor =
      query.cursor === undefined ? null : readCursor(query.cursor, `${name} ${sorting}`, keys.length, cursorKey);
    const after = startPosition(cursor, query.createdBefore, keys.length);
    for (const [i, value] of (after ?? []).entries()) params[`after${i}`] = value;
    // In "oldest change first", all rows after a cursor have changed since `updatedSince`, so they need no lower bound.
    const isBounded = sorting === 'newest' ? since !== undefined : after === null;
    shape += `${after === null ? '' : ' after'}${isBounded ? ' since' : ''}`;
    let readPage = statements.get(shape);
    if (readPage === undefined) {
      const usedFilters = filterNames.filter((filter) => params[filter] !== undefined);
      readPage = pageStatement(spec, { sorting, keys, usedFilters, isBounded, isContinued: after !== null });
      statements.set(shape, readPage);
    }
    const [page] = await readPage(db, params);
    const body = typeof page!.body === 'string' ? page!.body : asBuffer(page!.body);
    if (page!.count <= query.limit) return body;
    return endPage(body, keys, `${name} ${sorting}`, cursorKey);
  };
}

/**
 * Asserts that a query has only time filters of one sorting. No index has ranges of both the creation time and the change time.
 *
 * @throws ApiError `mixed_list_orders` if `updatedSince` is combined with `createdSince` or `createdBefore`
 */
function assertOneSorting(query: ListTimes): void {
  const fields = (['createdSince', 'createdBefore'] as const)
    .filter((path) => query[path] !== undefined)
    .map((path) => fieldError(path, 'not_with_updated_since', {}));
  if (fields.length === 0) return;
  throw new ApiError('mixed_list_orders', {}, { fields });
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

function pageStatement<F extends string>(
  spec: ListSpec<F>,
  {
    sorting,
    keys,
    usedFilters,
    isBounded,
    isContinued,
  }: {
    sorting: 'newest' | 'changed';
    keys: readonly SortKey[];
    usedFilters: readonly F[];
    isBounded: boolean;
    isContinued: boolean;
  },
) {
  const direction = sorting === 'newest' ? sql`desc` : sql`asc`;
  return statement<Record<string, unknown>, PageRow>((db, param) => {
    const columns = keys.map(([column]) => sql.ref(`t.${column}`));
    const conditions = [sql<boolean>`t.organizer_id = ${param('organizerId')}`];
    if (spec.always) conditions.push(spec.always);
    const filters: ReadonlySet<F | 'updatedSince'> = new Set(
      sorting === 'changed' ? [...usedFilters, 'updatedSince'] : usedFilters,
    );
    const plan = spec.plans?.find(({ when }) => when.every((filter) => filters.has(filter)));
    const sorts = plan?.sorts ?? false;
    for (const filter of usedFilters) {
      const condition = spec.filters[filter](param(filter), param('organizerId'));
      conditions.push(plan?.residual.includes(filter) ? residual(condition) : condition);
    }
    if (isBounded) {
      const since = sql<boolean>`${columns[0]} >= ${param('since')}`;
      const bound = isContinued ? dialectOf(db).likely(since) : since;
      conditions.push(sorts ? residual(bound) : bound);
    }
    if (isContinued) {
      const after = sql.join(keys.map((_, i) => param(`after${i}`)));
      const operator = sorting === 'newest' ? sql`<` : sql`>`;
      const isAfter = sql<boolean>`(${sql.join(columns)}) ${operator} (${after})`;
      conditions.push(sorts ? residual(isAfter) : isAfter);
    }
    const sortColumns = sorts ? columns.map(unindexed) : columns;
    const object = dialectOf(db).object(spec.fields(db, param('organizerId')));
    // The cast is for SQLite, which plans a statement again for each value of a plain `limit ?`.
    const limit = sql`cast(${param('rowCount')} as integer)`;
    const rows = sql`${sql.lit(bodyStart)} || coalesce(string_agg(page.row, ${sql.lit(rowEnd)}), '') || ${sql.lit(lastPageEnd)}`;
    return db
      .selectFrom(
        sql<{ row: string }>`(
          select cast(${object} as text) as row
          from ${sql.table(spec.table)} as t ${spec.join?.(param('organizerId')) ?? sql``}
          where ${sql.join(conditions, sql` and `)}
          order by ${sql.join(sortColumns.map((column) => sql`${column} ${direction}`))}
          limit ${limit}
        )`.as('page'),
      )
      .select([dialectOf(db).body(rows).as('body'), sql<number>`count(*)`.as('count')]);
  });
}

/** A condition for which neither database uses an index, because planners do not analyze `(…) is true`. */
function residual(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is true`;
}

/** A column by which rows are sorted after they were read, because no index has the order of a cast. */
function unindexed(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${column} as text)`;
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
