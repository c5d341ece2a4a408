import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import type { Db } from './dialect.ts';
import { postgresKyselyDialect } from './postgres.ts';
import { sqliteFile, sqliteKyselyDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The URL of PostgreSQL, or null for SQLite in the data directory. */
export interface DatabasePlace {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** The name of the database for messages, without user and password. */
export function describeDatabase({ databaseUrl, dataDir }: DatabasePlace): string {
  if (databaseUrl === null) return `SQLite in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${[pathname.slice(1), host].filter((part) => part !== '').join(' at ')}`.trimEnd();
}

/** Whether SQLite's file exists. Always true for PostgreSQL: only a query shows whether that database exists. */
export function databaseFileExists({ databaseUrl, dataDir }: DatabasePlace): boolean {
  return databaseUrl !== null || existsSync(sqliteFile(dataDir));
}

/**
 * Opens PostgreSQL if a URL is given, otherwise SQLite in the data directory. It connects at the first query.
 *
 * @param observe is called with the seconds that each statement took
 */
export function openDatabase(where: DatabasePlace, observe: (seconds: number) => void = () => {}): Db {
  return new Kysely<Tables>({
    dialect:
      where.databaseUrl === null
        ? sqliteKyselyDialect(sqliteFile(where.dataDir), observe)
        : postgresKyselyDialect(where.databaseUrl, observe),
  });
}
