import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { adapterOf, type Db } from './dialect.ts';

/** A compiled statement with a name. PostgreSQL prepares it once per connection, SQLite once per handle. */
export interface NamedQuery<R = unknown> extends CompiledQuery<R> {
  readonly name: string;
}

/** The position of a parameter in a compiled statement. */
class Placeholder {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/** Returns the placeholder of a parameter, by its name. */
export type Param<P> = <K extends keyof P & string>(key: K) => RawBuilder<P[K]>;

/** A query of Kysely's query builder, or an `sql` template. */
interface Query<R> {
  compile(db: Db): CompiledQuery<R>;
}

let statementCount = 0;

/**
 * PostgreSQL rejects a prepared statement with `*` after a column was added, for example by the migration of a newer version:
 * "cached plan must not change result type".
 *
 * @throws Error if the result of a statement has all columns of a table
 */
function requireNamedColumns(text: string): void {
  if (/(^select|returning|,) ("?\w+"?\.)?\*/i.test(text))
    throw new Error(`Name the columns of this statement: ${text}`);
}

/**
 * Defines a frequent statement that returns rows. It is built and compiled once for each kind of database. A statement that
 * writes must run in a transaction.
 *
 * @param build returns the query, with `param('name')` in place of each value
 * @returns a function that runs the statement with values and returns its rows
 */
export function statement<P extends object, R>(
  build: (db: Db, param: Param<P>) => Query<R>,
): (db: Db, params: P) => Promise<R[]> {
  const compiled = new Map<string, { query: NamedQuery<R>; values: readonly unknown[] }>();
  statementCount += 1;
  const name = `s${statementCount}`;
  return async (db, params) => {
    const adapter = adapterOf(db);
    const kind = adapter.dialect.name;
    let entry = compiled.get(kind);
    if (entry === undefined) {
      const query = build(db, (key) => sql`${new Placeholder(key)}`).compile(db);
      requireNamedColumns(query.sql);
      entry = { query: { ...query, name }, values: query.parameters };
      compiled.set(kind, entry);
    }
    const { query, values } = entry;
    const parameters = values.map((value) => (value instanceof Placeholder ? params[value.key as keyof P] : value));
    const boundQuery: NamedQuery<R> = { ...query, parameters };
    const rows = db.isTransaction ? null : adapter.read<R>(boundQuery);
    return rows ?? (await db.executeQuery<R>(boundQuery)).rows;
  };
}

/** The maximum number of texts that `runPrepared` prepares. Further texts are prepared each time. */
const preparedTextsMax = 500;
const namesByText = new Map<string, string>();

/**
 * Runs a query that is built for each request, for example from its filters. Every value is a parameter of the query, so its text has
 * few variants. Each variant is prepared once, like a `statement`. A query that writes must run in a transaction.
 *
 * @returns the rows
 */
export async function runPrepared<R>(db: Db, query: Query<R>): Promise<R[]> {
  const compiled = query.compile(db);
  let name = namesByText.get(compiled.sql);
  if (name === undefined && namesByText.size < preparedTextsMax) {
    requireNamedColumns(compiled.sql);
    name = `q${namesByText.size + 1}`;
    namesByText.set(compiled.sql, name);
  }
  const named = name === undefined ? compiled : { ...compiled, name };
  const rows = db.isTransaction ? null : adapterOf(db).read<R>(named);
  return rows ?? (await db.executeQuery<R>(named)).rows;
}
