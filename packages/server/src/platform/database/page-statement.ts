import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, type JsonFields } from './dialect.ts';
import { type Param, statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * How a list reads the rows for a combination of filters. Without a plan, each filter compares an indexed column with one
 * value, and rows are read in the order of that index.
 */
export interface ReadPlan<F extends string> {
  /** A short description of the rows that the index finds. It is only documentation. */
  readonly name: string;
  /** The plan applies to queries that have all of these filters. */
  readonly when: readonly (F | 'updatedSince' | 'paidSince')[];
  /** Filters that are checked for each row that the index finds. The planner does not choose an index for them. */
  readonly residual: readonly F[];
  /** Whether all rows that the index finds are read, then filtered by any times and sorted. This is for few rows. */
  readonly sorts: boolean;
}

/** A column by which a list is sorted, and the field of the row's JSON with its value. */
export type SortKey = readonly [column: string, field: string];

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
  /** The sort keys of "oldest payment first". `paidSince` filters by the first key, which is null for rows without a payment. */
  readonly oldestPaymentFirst?: readonly SortKey[];
  /** Filters that no index has together with `oldestPaymentFirst`. */
  readonly notWithPaidSince?: readonly string[];
  /** A condition that every row of this list meets. */
  readonly always?: RawBuilder<boolean>;
  /** The condition of each filter. */
  readonly filters: Readonly<
    Record<F, (value: RawBuilder<unknown>, organizerId: RawBuilder<unknown>, db: Db) => RawBuilder<boolean>>
  >;
  /** Read plans. The first plan that applies to a query is used. */
  readonly plans?: readonly ReadPlan<F>[];
}

export interface PageRow {
  /** The response, with one row more than the limit if there is a next page. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** The separator of rows. JSON that a database builds contains no line feed. */
export const rowEnd = ',\n';
export const bodyStart = '{"data":[';
const lastPageEnd = '],"hasMore":false,"nextCursor":null}';

export type Sorting = 'newest' | 'changed' | 'paid';

/** The time filters of lists: which sorting has an index for them, and how they compare its first column. */
export const timeFilters = {
  updatedSince: { sorting: 'changed', operator: sql`>=` },
  paidSince: { sorting: 'paid', operator: sql`>=` },
  createdSince: { sorting: 'newest', operator: sql`>=` },
  createdBefore: { sorting: 'newest', operator: sql`<` },
} as const;
export type TimeFilter = keyof typeof timeFilters;

/** What determines the statement of a page. */
export interface PageShape<F extends string> {
  readonly sorting: Sorting;
  /** The filters of the query, with the number of their values. */
  readonly usedFilters: ReadonlyMap<F, number>;
  readonly plan: ReadPlan<F> | undefined;
  /** Time filters of other sortings. They are checked for each row. */
  readonly otherTimes: readonly TimeFilter[];
  /** Whether the page begins at a time. */
  readonly isBounded: boolean;
  /** Whether the page begins after a position. */
  readonly isContinued: boolean;
}

export function sortKeys<F extends string>(spec: ListSpec<F>, sorting: Sorting): readonly SortKey[] {
  const keys = { newest: spec.newestFirst, changed: spec.oldestChangeFirst, paid: spec.oldestPaymentFirst }[sorting];
  if (keys === undefined) throw new Error(`The list of ${spec.table} has no sorting "${sorting}".`);
  return keys;
}

/** The statement of a page, by the filters of its query. */
export function pageStatement<F extends string>(spec: ListSpec<F>, shape: PageShape<F>) {
  const { sorting, usedFilters, plan } = shape;
  const keys = sortKeys(spec, sorting);
  const direction = sorting === 'newest' ? sql`desc` : sql`asc`;
  const inOrder = (columns: readonly RawBuilder<unknown>[]) =>
    sql`order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))}`;
  return statement<Record<string, unknown>, PageRow>((db, param) => {
    const shared = [sql<boolean>`t.organizer_id = ${param('organizerId')}`, ...(spec.always ? [spec.always] : [])];
    shared.push(...timeConditions(db, param, spec, shape));
    /** One list of conditions for each combination of values. Each finds one range of an index. */
    let ranges = [shared];
    for (const [filter, count] of usedFilters) {
      const values = Array.from({ length: count }, (_, i) =>
        spec.filters[filter](param(`${filter}${i}`), param('organizerId'), db),
      );
      ranges = plan?.residual.includes(filter)
        ? ranges.map((range) => [...range, residual(sql<boolean>`${sql.join(values, sql` or `)}`)])
        : ranges.flatMap((range) => values.map((value) => [...range, value]));
    }
    const columns = keys.map(([column]) => sql.ref(`t.${column}`));
    const sortColumns = plan?.sorts ? columns.map(unindexed) : columns;
    const object = dialectOf(db).object(spec.fields(db, param('organizerId')));
    // The cast is for SQLite, which plans a statement again for each value of a plain `limit ?`.
    const limit = sql`limit cast(${param('rowCount')} as integer)`;
    const selectRange = (conditions: readonly RawBuilder<boolean>[], positions: RawBuilder<unknown>) =>
      sql`select cast(${object} as text) as row ${positions}
        from ${sql.table(spec.table)} as t ${spec.join?.(param('organizerId')) ?? sql``}
        where ${sql.join(conditions, sql` and `)} ${inOrder(sortColumns)} ${limit}`;
    const rows = sql`${sql.lit(bodyStart)} || coalesce(string_agg(page.row, ${sql.lit(rowEnd)}), '') || ${sql.lit(lastPageEnd)}`;
    return db
      .selectFrom(
        sql<{ row: string }>`(${ranges.length === 1 ? selectRange(ranges[0]!, sql``) : mergeRanges(ranges)})`.as(
          'page',
        ),
      )
      .select([dialectOf(db).body(rows).as('body'), sql<number>`count(*)`.as('count')]);

    /** The first rows of all ranges together. */
    function mergeRanges(all: readonly (readonly RawBuilder<boolean>[])[]): RawBuilder<unknown> {
      const names = keys.map((_, i) => sql.ref(`position${i}`));
      const positions = sql`, ${sql.join(columns.map((column, i) => sql`${column} as ${names[i]}`))}`;
      const selects = all.map(
        (range) => sql`select part.row, ${sql.join(names)} from (${selectRange(range, positions)}) as part`,
      );
      return sql`select parts.row from (${sql.join(selects, sql` union all `)}) as parts ${inOrder(names)} ${limit}`;
    }
  });
}

/** The conditions of the time filters and of the position after which a page begins. */
function timeConditions<F extends string>(
  db: Db,
  param: Param<Record<string, unknown>>,
  spec: ListSpec<F>,
  { sorting, plan, otherTimes, isBounded, isContinued }: PageShape<F>,
): RawBuilder<boolean>[] {
  const firstColumn = (of: Sorting) => sql.ref(`t.${sortKeys(spec, of)[0]![0]}`);
  const columns = sortKeys(spec, sorting).map(([column]) => sql.ref(`t.${column}`));
  const conditions = otherTimes.map((time) => {
    const { sorting: other, operator } = timeFilters[time];
    return residual(sql<boolean>`${firstColumn(other)} ${operator} ${param(time)}`);
  });
  const range: RawBuilder<boolean>[] = [];
  if (isBounded) {
    const since = sql<boolean>`${columns[0]} >= ${param('since')}`;
    range.push(isContinued ? dialectOf(db).likely(since) : since);
  }
  if (isContinued) {
    const after = sql.join(columns.map((_, i) => param(`after${i}`)));
    range.push(sql<boolean>`(${sql.join(columns)}) ${sorting === 'newest' ? sql`<` : sql`>`} (${after})`);
  }
  if (plan?.sorts) return [...conditions, ...range.map(residual)];
  // The index has only rows with a payment. SQLite uses it only with its own condition.
  return sorting === 'paid' ? [...range, sql<boolean>`${columns[0]} is not null`] : range;
}

/** A condition for which neither database uses an index, because planners do not analyze `(…) is true`. */
function residual(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is true`;
}

/** A column by which rows are sorted after they were read, because no index has the order of a cast. */
function unindexed(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${column} as text)`;
}
