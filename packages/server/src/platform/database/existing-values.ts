import { sql } from 'kysely';
import { type Db, dialectOf } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Returns the values that already exist in this column of the organizer's rows. */
export async function existingValues<T extends keyof Tables>(
  db: Db,
  organizerId: string,
  table: T,
  column: keyof Tables[T] & string,
  values: readonly string[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from ${sql.table(table)}
    where organizer_id = ${organizerId} and ${dialectOf(db).isOneOf(sql.ref(column), values)}`.execute(db);
  return new Set(rows.map((row) => row.value));
}
