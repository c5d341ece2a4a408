import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { Kysely } from 'kysely';
import pg from 'pg';
import { adapterOf, type Db } from '../packages/server/src/platform/database/dialect.ts';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { postgresKyselyDialect } from '../packages/server/src/platform/database/postgres-driver.ts';
import { sqliteFile, sqliteKyselyDialect } from '../packages/server/src/platform/database/sqlite.ts';
import type { Tables } from '../packages/server/src/platform/database/tables.ts';
import { newId } from '../packages/server/src/platform/ids.ts';

/** A statement of a request, with the parameters of each of its runs. */
export interface Statement {
  readonly sql: string;
  readonly runs: readonly (readonly unknown[])[];
  readonly isWrite: boolean;
}

/** A database whose statements can be recorded. */
export interface RecordingDatabase {
  readonly db: Db;
  /** Runs a function, and returns the statements that it ran meanwhile. */
  record(run: () => Promise<unknown>): Promise<Statement[]>;
}

export function openRecordingDatabase({ databaseUrl, dataDir }: DatabaseLocation): RecordingDatabase {
  let queries: CompiledQuery[] = [];
  const observe = () => {};
  const db: Db = new Kysely<Tables>({
    dialect:
      databaseUrl === null
        ? sqliteKyselyDialect({ file: sqliteFile(dataDir), observe, isOnlyServer: false })
        : postgresKyselyDialect({ url: databaseUrl, observe }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  const adapter = adapterOf(db);
  const { read } = adapter;
  adapter.read = (query) => {
    queries.push(query);
    return read.call(adapter, query) as never;
  };
  return {
    db,
    record: async (run) => {
      queries = [];
      await run();
      return queries.filter((query) => !('announces' in query)).map(toStatement);
    },
  };
}

function toStatement(query: CompiledQuery): Statement {
  return {
    sql: query.sql,
    runs: 'batch' in query ? (query.batch as unknown[][]) : [query.parameters],
    isWrite: !/^\s*(select|with)\b/i.test(query.sql),
  };
}

/** Runs statements directly, without the server, one after another. Each is prepared once. */
export interface BareDatabase {
  /** Writes are committed in one transaction. */
  run(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

export async function openBareDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<BareDatabase> {
  return databaseUrl === null ? openBareSqlite(sqliteFile(dataDir)) : openBarePostgres(databaseUrl);
}

/** Opens the database with the settings of the service (`platform/database/sqlite.ts`). */
function openBareSqlite(file: string): BareDatabase {
  const [reader, writer] = [true, false].map((readOnly) => {
    const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
    database.exec('pragma cache_size = -24000; pragma temp_store = memory; pragma foreign_keys = on');
    if (!readOnly) database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 4000');
    return { database, prepared: new Map<string, StatementSync>() };
  }) as [BareHandle, BareHandle];
  return {
    run: async (statements) => {
      for (const statement of statements.filter(({ isWrite }) => !isWrite)) runOn(reader, statement);
      const writes = statements.filter(({ isWrite }) => isWrite);
      if (writes.length === 0) return;
      writer.database.exec('begin immediate');
      for (const statement of writes) runOn(writer, statement);
      writer.database.exec('commit');
    },
    close: async () => {
      reader.database.close();
      writer.database.close();
    },
  };
}

interface BareHandle {
  readonly database: DatabaseSync;
  readonly prepared: Map<string, StatementSync>;
}

function runOn({ database, prepared }: BareHandle, { sql, runs }: Statement): void {
  const statement = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, statement);
  for (const parameters of runs) statement.all(...(withNewIds(parameters) as SQLInputValue[]));
}

async function openBarePostgres(url: string): Promise<BareDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  const runAll = async (statements: readonly Statement[]) => {
    for (const { sql, runs } of statements) {
      const name = names.get(sql) ?? `bare${names.size}`;
      names.set(sql, name);
      for (const parameters of runs) await client.query({ name, text: sql, values: withNewIds(parameters) });
    }
  };
  return {
    run: async (statements) => {
      await runAll(statements.filter(({ isWrite }) => !isWrite));
      const writes = statements.filter(({ isWrite }) => isWrite);
      // A single statement is a transaction.
      if (writes.length > 1) await client.query('begin');
      await runAll(writes);
      if (writes.length > 1) await client.query('commit');
    },
    close: () => client.end(),
  };
}

/** Replaces the ids of audit entries, which must be unique. */
function withNewIds(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' ? value.replaceAll(/aud_[0-9a-z]{26}/g, () => newId('aud', Date.now())) : value,
  );
}
