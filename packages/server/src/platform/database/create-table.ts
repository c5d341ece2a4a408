import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect.ts';

/** A column's type; `?` where it may be null. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

/**
 * Creates a table that is the same on both databases.
 *
 * @param columns their types by name
 * @param constraints as SQL: keys, foreign keys, checks
 * @param options.clustered rows are kept in the order of the primary key, where the database can
 */
export async function createTable(
  db: Kysely<never>,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  constraints: readonly string[],
  options: { clustered?: boolean } = {},
): Promise<void> {
  const { types, tableSuffix, clusteredSuffix } = dialectOf(db);
  const definitions = Object.entries(columns).map(([column, type]) => {
    const base = type.startsWith('text') ? types.text : types.integer;
    return sql`${sql.ref(column)} ${base} ${type.endsWith('?') ? sql`` : sql`not null`}`;
  });
  const rest = constraints.map((constraint) => sql.raw(constraint));
  const suffix = options.clustered ? clusteredSuffix : tableSuffix;
  await sql`create table ${sql.table(name)} (${sql.join([...definitions, ...rest])}) ${suffix}`.execute(db);
}

export async function dropTable(db: Kysely<never>, name: string): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(db);
}

/** Creates what `nextSequences` draws from, where the database needs something for it. */
export async function createSequence(db: Kysely<never>, name: string): Promise<void> {
  await dialectOf(db).createSequence(db, name);
}

/** Creates an index; `where` makes it a partial one. */
export async function createIndex(
  db: Kysely<never>,
  name: string,
  on: string,
  options: { where?: string } = {},
): Promise<void> {
  const where = options.where === undefined ? sql`` : sql.raw(` where ${options.where}`);
  await sql`create index ${sql.ref(name)} on ${sql.raw(on)}${where}`.execute(db);
}
