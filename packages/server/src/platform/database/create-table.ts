import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect.ts';

/** The type of a column; `?` if it can be null. */
export type ColumnType = 'text' | 'text?' | "text default ''" | 'integer' | 'integer?' | 'integer default 0';

/**
 * Creates a table with the same definition on both databases.
 *
 * @param columns types by column name
 * @param constraints in SQL: keys, foreign keys, checks
 * @param options.clustered stores rows in the order of the primary key, if the database supports it
 */
export async function createTable(
  db: Kysely<never>,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  constraints: readonly string[],
  options: { clustered?: boolean } = {},
): Promise<void> {
  const { tableSuffix, clusteredSuffix } = dialectOf(db);
  const definitions = Object.entries(columns).map(([column, type]) => columnOf(db, column, type));
  const rawConstraints = constraints.map((constraint) => sql.raw(constraint));
  const suffix = options.clustered ? clusteredSuffix : tableSuffix;
  await sql`create table ${sql.table(name)} (${sql.join([...definitions, ...rawConstraints])}) ${suffix}`.execute(db);
}

function columnOf(db: Kysely<never>, name: string, type: ColumnType) {
  const { types } = dialectOf(db);
  const base = type.startsWith('text') ? types.text : types.integer;
  const options = type.endsWith('?') ? '' : type.replace(/^\w+/, 'not null');
  return sql`${sql.ref(name)} ${base} ${sql.raw(options)}`;
}

/** Adds columns to a table that can have rows. In existing rows, a column that cannot be null becomes empty text or zero. */
export async function addColumns(
  db: Kysely<never>,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
): Promise<void> {
  for (const [name, type] of Object.entries(columns)) {
    const value = type.endsWith('?') ? sql`` : sql`default ${sql.lit(type === 'text' ? '' : 0)}`;
    await sql`alter table ${sql.table(table)} add column ${columnOf(db, name, type)} ${value}`.execute(db);
  }
}

/** Adds a column that the database computes from other columns of the row. It can be indexed but not written. */
export async function addGeneratedColumn(
  db: Kysely<never>,
  table: string,
  name: string,
  { type, as }: { type: ColumnType; as: string },
): Promise<void> {
  await sql`alter table ${sql.table(table)} add column ${columnOf(db, name, type)}
    generated always as (${sql.raw(as)}) ${dialectOf(db).generatedSuffix}`.execute(db);
}

/** Creates the sequence that `nextSequences` uses, if the database needs one. */
export async function createSequence(db: Kysely<never>, name: string): Promise<void> {
  await dialectOf(db).createSequence(db, name);
}

/** Defers the check of a foreign key to the commit, if this avoids lock waits. */
export async function deferForeignKey(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void> {
  await dialectOf(db).deferForeignKey(db, table, columns);
}

/** Creates an index. If `where` is set, it is a partial index. */
export async function createIndex(
  db: Kysely<never>,
  name: string,
  on: string,
  options: { where?: string; unique?: boolean } = {},
): Promise<void> {
  const where = options.where === undefined ? sql`` : sql.raw(` where ${options.where}`);
  const unique = options.unique ? sql`unique` : sql``;
  await sql`create ${unique} index ${sql.ref(name)} on ${sql.raw(on)}${where}`.execute(db);
}
