import { type RawBuilder, sql } from 'kysely';
import { lowerAscii } from './lower-ascii.ts';

/** The condition that one of these columns contains a text, in upper or lower case. It uses no index, so it is for small tables. */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  // Not `lower()` of the parameter: it would have the collation of the database.
  const pattern = lowerAscii(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
