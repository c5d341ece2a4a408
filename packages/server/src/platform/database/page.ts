import { type RawBuilder, sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { shortMac } from '../crypto.ts';
import { type Db, dialectOf, type JsonFields, rowSeparator } from './dialect.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * How a list reads the rows of a combination of filters. Without one, all filters are equal columns of an index, and rows are
 * read in the order of that index.
 */
interface ReadPlan<F extends string> {
  /** A short description of the rows that the index finds, for readers of the code. */
  readonly name: string;
  /** The plan is for queries that have all of these filters. */
  readonly when: readonly (F | 'updatedSince')[];
  /** Filters that are checked for each row that the index finds. They have no part in the choice of the index. */
  readonly residual: readonly F[];
  /** Whether the index finds so few rows that they are all read, then filtered by time and sorted. */
  readonly sorts: boolean;
}

/** A column that a list is sorted by, and the field of the row's JSON that shows it. */
type SortKey = readonly [column: string, field: string];

/** The definition of a list. The table of its rows has the alias `t` in every expression. */
export interface ListSpec<F extends string> {
  readonly table: keyof Tables;
  /** The JSON of one row. */
  fields(db: Db): JsonFields;
  /** Tables joined to it, one row each. */
  readonly join?: RawBuilder<unknown>;
  /** The sort keys for the order "newest first". */
  readonly newestFirst: readonly SortKey[];
  /** The sort keys for the order "oldest change first". `updatedSince` filters by the first one. */
  readonly oldestChangeFirst?: readonly SortKey[];
  /** A condition that holds for every row of this list. */
  readonly always?: RawBuilder<boolean>;
  /** The condition of each filter. */
  readonly filters: Readonly<
    Record<F, (value: RawBuilder<unknown>, organizerId: RawBuilder<unknown>) => RawBuilder<boolean>>
  >;
  /** Read plans. The first one that fits a query is used. */
  readonly plans?: readonly ReadPlan<F>[];
}

/** The query of a list: absent filters are undefined. */
export type ListQuery<F extends string> = { readonly [K in F]?: string | number | undefined } & ListTimes & {
    readonly limit: number;
    readonly cursor?: string | undefined;
  };

/** The times in the query of a list, in the stored format. */
export interface ListTimes {
  readonly updatedSince?: string | undefined;
  /** Compares the first column of the order by age. */
  readonly createdSince?: string | undefined;
  readonly createdBefore?: string | undefined;
}

interface PageRow {
  rows: string | null;
  count: number;
}

/**
 * A list whose JSON the database builds and whose every page is one index range scan (keyset pagination).
 * Each combination of filters is one prepared statement.
 *
 * @returns reads a page of an organizer's list and resolves to the body of the answer,
 *   `{"data":[…],"hasMore":…,"nextCursor":…}`; throws `invalid_request` for a cursor that this list did not return, and for
 *   bounds of both orders together
 */
export function defineList<F extends string>(name: string, spec: ListSpec<F>) {
  const names = Object.keys(spec.filters) as F[];
  const runs = new Map<string, (db: Db, params: Record<string, unknown>) => Promise<PageRow[]>>();

  return async (db: Db, organizerId: string, query: ListQuery<F>, cursorKey: string): Promise<string> => {
    const changed = query.updatedSince === undefined ? undefined : spec.oldestChangeFirst;
    const order = changed === undefined ? 'newest' : 'changed';
    if (query.updatedSince !== undefined) assertOneOrder(query);
    const keys = changed ?? spec.newestFirst;
    const since = query.updatedSince ?? query.createdSince;
    const params: Record<string, unknown> = { organizerId, take: query.limit + 1, since };
    let shape = order as string;
    for (const filter of names) {
      if (query[filter] === undefined) continue;
      params[filter] = query[filter];
      shape += ` ${filter}`;
    }
    const cursor =
      query.cursor === undefined ? null : readCursor(query.cursor, `${name} ${order}`, keys.length, cursorKey);
    const after = startOf(cursor, query.createdBefore, keys.length);
    for (const [i, value] of (after ?? []).entries()) params[`after${i}`] = value;
    // All rows after a cursor of this order have changed since then: they need no lower bound.
    const isBounded = order === 'newest' ? since !== undefined : after === null;
    shape += `${after === null ? '' : ' after'}${isBounded ? ' since' : ''}`;
    let run = runs.get(shape);
    if (run === undefined) {
      const usedFilters = names.filter((filter) => params[filter] !== undefined);
      run = pageStatement(spec, { order, keys, usedFilters, isBounded, isContinued: after !== null });
      runs.set(shape, run);
    }
    const [page = { rows: null, count: 0 }] = await run(db, params);
    return render(page, query.limit, keys, `${name} ${order}`, cursorKey);
  };
}

/**
 * A page is sorted by creation or by change: no index has a range of both.
 *
 * @throws ApiError `invalid_request` for bounds of both orders
 */
function assertOneOrder(query: ListTimes): void {
  const fields = (['createdSince', 'createdBefore'] as const)
    .filter((path) => query[path] !== undefined)
    .map((path) => fieldError(path, 'not_with_updated_since', {}));
  if (fields.length === 0) return;
  throw new ApiError('mixed_list_orders', {}, { fields });
}

/** The position after which a page starts: the further of its cursor and `createdBefore`; null for the start of the list. */
function startOf(cursor: string[] | null, createdBefore: string | undefined, length: number): string[] | null {
  if (createdBefore === undefined || (cursor !== null && cursor[0]! < createdBefore)) return cursor;
  // No text sorts before the empty text: rows of exactly that time are left out.
  return [createdBefore, ...Array.from({ length: length - 1 }, () => '')];
}

function pageStatement<F extends string>(
  spec: ListSpec<F>,
  {
    order,
    keys,
    usedFilters,
    isBounded,
    isContinued,
  }: {
    order: 'newest' | 'changed';
    keys: readonly SortKey[];
    usedFilters: readonly F[];
    isBounded: boolean;
    isContinued: boolean;
  },
) {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  return statement<Record<string, unknown>, PageRow>((db, param) => {
    const columns = keys.map(([column]) => sql.ref(`t.${column}`));
    const conditions = [sql<boolean>`t.organizer_id = ${param('organizerId')}`];
    if (spec.always) conditions.push(spec.always);
    const filters: ReadonlySet<F | 'updatedSince'> = new Set(
      order === 'changed' ? [...usedFilters, 'updatedSince'] : usedFilters,
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
      const compare = order === 'newest' ? sql`<` : sql`>`;
      const position = sql<boolean>`(${sql.join(columns)}) ${compare} (${after})`;
      conditions.push(sorts ? residual(position) : position);
    }
    const sorting = sorts ? columns.map(unindexed) : columns;
    const object = dialectOf(db).object(spec.fields(db));
    // Cast, because SQLite plans a statement again for each value that is bound to a bare `limit ?`.
    const limit = sql`cast(${param('take')} as integer)`;
    return db
      .selectFrom(
        sql<{ row: string }>`(
          select cast(${object} as text) as row
          from ${sql.table(spec.table)} as t ${spec.join ?? sql``}
          where ${sql.join(conditions, sql` and `)}
          order by ${sql.join(sorting.map((column) => sql`${column} ${direction}`))}
          limit ${limit}
        )`.as('page'),
      )
      .select([
        sql<string | null>`string_agg(page.row, ${rowSeparator})`.as('rows'),
        sql<number>`count(*)`.as('count'),
      ]);
  });
}

/** A condition for which neither database uses an index: planners do not look into `(…) is true`. */
function residual(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is true`;
}

/** A column by which rows are sorted after they were read: no index is in the order of a cast. */
function unindexed(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${column} as text)`;
}

function render(page: PageRow, limit: number, keys: readonly SortKey[], list: string, cursorKey: string): string {
  const rows = page.rows ?? '';
  if (page.count <= limit) return `{"data":[${rows}],"hasMore":false,"nextCursor":null}`;
  // One row more than the limit was read, only to see whether there are more.
  const end = rows.lastIndexOf(',\n');
  const last = JSON.parse(rows.slice(rows.lastIndexOf(',\n', end - 1) + 1, end)) as Record<string, string>;
  const cursor = writeCursor(
    list,
    keys.map(([, field]) => String(last[field])),
    cursorKey,
  );
  return `{"data":[${rows.slice(0, end)}],"hasMore":true,"nextCursor":"${cursor}"}`;
}

function writeCursor(list: string, values: readonly string[], cursorKey: string): string {
  const text = values.join(' ');
  return Buffer.from(`${shortMac(cursorKey, `${list} ${text}`)}${text}`).toString('base64url');
}

function readCursor(cursor: string, list: string, count: number, cursorKey: string): string[] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const values = text.slice(16).split(' ');
  const canonical = Buffer.from(text).toString('base64url') === cursor;
  const isAuthentic =
    canonical && values.length === count && shortMac(cursorKey, `${list} ${text.slice(16)}`) === text.slice(0, 16);
  if (isAuthentic) return values;
  throw new ApiError('invalid_cursor', {}, { fields: [fieldError('cursor', 'invalid_cursor', {})] });
}
