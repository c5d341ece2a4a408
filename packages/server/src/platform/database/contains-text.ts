import { type RawBuilder, sql } from 'kysely';

/** The condition that one of these columns contains a text, in upper or lower case. It uses no index, so it is for small tables. */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
