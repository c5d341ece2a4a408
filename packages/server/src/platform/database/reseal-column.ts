import { sql } from 'kysely';
import type { Db } from './dialect.ts';
import type { Tables } from './tables.ts';

const batchRows = 500;

/** A column with encrypted texts. */
interface SealedColumn<T extends keyof Tables> {
  readonly table: T;
  /** The columns of the primary key. */
  readonly keys: readonly (keyof Tables[T] & string)[];
  readonly column: keyof Tables[T] & string;
  /** Further columns that `reseal` needs. */
  readonly further?: readonly (keyof Tables[T] & string)[];
  /** Texts that match this pattern of `like` are encrypted with the current key. */
  readonly currentPattern: string;
  /** Encrypts the text with the current key; it throws if the text cannot be decrypted. */
  readonly reseal: (row: Tables[T]) => string | Promise<string>;
}

/**
 * Encrypts the texts of a column again that are not encrypted with the current key, in batches by primary key. A text that changes at
 * the same time is not overwritten: its writer encrypts with the current key. Texts that cannot be decrypted are left.
 *
 * @returns the number of texts that were encrypted again
 */
export async function resealColumn<T extends keyof Tables>(db: Db, sealed: SealedColumn<T>): Promise<number> {
  const { table, keys, column, further = [], currentPattern, reseal } = sealed;
  const columns = sql.join([...keys, ...further, column].map((name) => sql.ref(name)));
  const keyColumns = sql.join(keys.map((name) => sql.ref(name)));
  const valuesOf = (row: Tables[T]) => keys.map((name) => row[name] as string);
  let after: readonly string[] = keys.map(() => '');
  let count = 0;
  for (;;) {
    const { rows } = await sql<Tables[T]>`select ${columns} from ${sql.table(table)}
      where ${sql.ref(column)} not like ${currentPattern} and (${keyColumns}) > (${sql.join(after)})
      order by ${keyColumns} limit ${batchRows}`.execute(db);
    for (const row of rows) {
      const text = await Promise.resolve(row)
        .then(reseal)
        .catch(() => null);
      if (text === null) continue;
      const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
        where (${keyColumns}) = (${sql.join(valuesOf(row))}) and ${sql.ref(column)} = ${row[column]}`.execute(db);
      count += Number(numAffectedRows);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchRows) return count;
    after = valuesOf(last);
  }
}
