import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import type { Db, Dialect, Sharding, StatementObserver } from './dialect.ts';
import { postgresDialect } from './postgres.ts';
import { citusDialect } from './postgres-citus.ts';
import { postgresKyselyDialect } from './postgres-driver.ts';
import { PostgresReplica } from './postgres-replica.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { sqliteDialect, sqliteFile, sqliteKyselyDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The location of a database: the URL of PostgreSQL, or null for SQLite in the data directory. */
export interface DatabaseLocation {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** URL of a standby of PostgreSQL for long reads; null if there is none. */
  readonly databaseReplicaUrl?: string | null;
  /** The extension of PostgreSQL that distributes the tables; null if none does. */
  readonly databaseSharding?: Sharding;
  /** How long a query waits at most for a connection to PostgreSQL, by default 2 s. */
  readonly connectionTimeoutMs?: number;
  /** Whether no other process serves this database in SQLite, by default false. Its commits can then wait together for the disk. */
  readonly isOnlyServer?: boolean;
}

/** Describes the database in messages, without user and password. */
export function describeDatabase({ databaseUrl, dataDir }: DatabaseLocation): string {
  if (databaseUrl === null) return `SQLite in ${dataDir}`;
  const urls = parsePostgresUrl(databaseUrl)?.urls.map((url) => new URL(url)) ?? [];
  const hosts = urls.map(({ host }) => host).join(', ');
  const name = urls[0]?.pathname.slice(1) ?? '';
  return `PostgreSQL ${[name, hosts].filter((part) => part !== '').join(' at ')}`.trimEnd();
}

/** Whether the SQLite file exists. Always true for PostgreSQL, because only a query can check whether that database exists. */
export function databaseFileExists({ databaseUrl, dataDir }: DatabaseLocation): boolean {
  return databaseUrl !== null || existsSync(sqliteFile(dataDir));
}

/** The dialect of the database at a location. */
export function dialectFor({ databaseUrl, databaseSharding }: DatabaseLocation): Dialect {
  if (databaseUrl === null) return sqliteDialect;
  return databaseSharding === 'citus' ? citusDialect : postgresDialect;
}

/**
 * Opens PostgreSQL if `databaseUrl` is set, otherwise SQLite in the data directory. It connects at the first query.
 *
 * @param observe called after each statement
 */
export function openDatabase(location: DatabaseLocation, observe: StatementObserver = () => {}): Db {
  const { databaseUrl, databaseReplicaUrl = null, dataDir, connectionTimeoutMs, isOnlyServer = false } = location;
  const dialect = dialectFor(location);
  if (databaseUrl === null) {
    const file = sqliteFile(dataDir);
    return new Kysely<Tables>({ dialect: sqliteKyselyDialect({ file, observe, isOnlyServer }) });
  }
  const openPostgres = (url: string, replica: PostgresReplica | null) =>
    new Kysely<Tables>({ dialect: postgresKyselyDialect({ url, observe, connectionTimeoutMs, replica, dialect }) });
  const replica = databaseReplicaUrl === null ? null : new PostgresReplica(openPostgres(databaseReplicaUrl, null));
  return openPostgres(databaseUrl, replica);
}
