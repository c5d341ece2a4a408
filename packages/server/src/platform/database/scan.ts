import { type RawBuilder, sql } from 'kysely';
import type { IdPrefix } from '../ids.ts';
import type { Db } from './dialect.ts';
import { assertIdCursor } from './page.ts';
import type { Tables } from './tables.ts';

/** The maximum number of rows that one page reads. */
const rowsReadMax = 5_000;

/** The tables of organizers whose rows have an id. Ids sort by the time of creation. */
type LogTable = {
  [T in keyof Tables]: Tables[T] extends { organizer_id: string; id: string } ? T : never;
}[keyof Tables];

/** In each condition, `t` is the alias of the table. */
interface Scan {
  readonly limit: number;
  /** The prefix of the ids of the table. */
  readonly idPrefix: IdPrefix;
  /** The id after which the page begins: the `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Conditions that select a range of an index whose last column is `id`. */
  readonly range?: readonly RawBuilder<boolean>[];
  /** Conditions that are checked for each row of the range. */
  readonly filters?: readonly RawBuilder<boolean>[];
}

/** A page. If it has fewer rows than its limit, there can be more pages. */
interface ScannedPage<Row> {
  readonly rows: Row[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/**
 * Reads a page of an organizer's rows, newest first, with filters for which there is no index. A page reads at most 5,000 rows,
 * so its time is limited even if few rows match. In contrast, `defineList` reads only rows that match.
 *
 * @throws ApiError `invalid_cursor` if the cursor is not an id
 */
export async function scanNewest<T extends LogTable>(
  db: Db,
  table: T,
  organizerId: string,
  { limit, idPrefix, cursor, range = [], filters = [] }: Scan,
): Promise<ScannedPage<Tables[T]>> {
  assertIdCursor(idPrefix, cursor);
  const start = cursor === undefined ? [] : [sql<boolean>`t.id < ${cursor}`];
  const conditions = [sql<boolean>`t.organizer_id = ${organizerId}`, ...range, ...start];
  const lastReadId = filters.length === 0 ? null : await idAtOffset(db, table, conditions, rowsReadMax - 1);
  const end = lastReadId === null ? [] : [sql<boolean>`t.id >= ${lastReadId}`];
  // Neither database uses an index for `(…) is true`.
  const checked = filters.map((filter) => sql<boolean>`(${filter}) is true`);
  const { rows } = await sql<Tables[T] & { id: string }>`select t.* from ${sql.table(table)} as t
    where ${sql.join([...conditions, ...end, ...checked], sql` and `)} order by t.id desc limit ${limit + 1}`.execute(
    db,
  );
  if (rows.length <= limit) return { rows, hasMore: lastReadId !== null, nextCursor: lastReadId };
  const page = rows.slice(0, limit);
  return { rows: page, hasMore: true, nextCursor: page.at(-1)?.id ?? null };
}

async function idAtOffset(
  db: Db,
  table: LogTable,
  conditions: readonly RawBuilder<boolean>[],
  offset: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(table)} as t
    where ${sql.join(conditions, sql` and `)} order by t.id desc limit 1 offset ${sql.lit(offset)}`.execute(db);
  return rows[0]?.id ?? null;
}
