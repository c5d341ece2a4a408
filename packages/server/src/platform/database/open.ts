import { Kysely } from 'kysely';
import type { Db } from './dialect.ts';
import { postgresKyselyDialect } from './postgres.ts';
import { sqliteFile, sqliteKyselyDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/**
 * Opens PostgreSQL where a URL is given, else SQLite in the data directory. Nothing is connected until the first query.
 *
 * @param observe is told the seconds that each statement took
 */
export function openDatabase(
  where: { databaseUrl: string | null; dataDir: string },
  observe: (seconds: number) => void = () => {},
): Db {
  return new Kysely<Tables>({
    dialect:
      where.databaseUrl === null
        ? sqliteKyselyDialect(sqliteFile(where.dataDir), observe)
        : postgresKyselyDialect(where.databaseUrl, observe),
  });
}
