import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Removed in one transaction: a step that nobody notices. */
const stepMax = 500;

/**
 * Removes rows a step at a time. Any number of processes may do so at once.
 *
 * @param key the columns of the table's primary key
 * @param which `where …` and, where an index gives it, `order by …`
 */
export async function deleteInBatches<T extends keyof Tables>(
  db: Db,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  which: RawBuilder<unknown>,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} ${which}
    limit ${sql.lit(stepMax)} ${dialectOf(db).forUpdateSkipLocked})`.execute(db);
  if (numAffectedRows === BigInt(stepMax)) await deleteInBatches(db, table, key, which);
}
