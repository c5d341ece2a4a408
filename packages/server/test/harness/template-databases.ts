import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database/open.ts';
import { sqliteFile } from '../../src/platform/database/sqlite.ts';

/** The name of the PostgreSQL database that `createDatabase` copies. */
export const postgresTemplate = 'test_template';

export interface TemplateDatabases {
  /** The SQLite file that `createDatabase` copies. */
  readonly sqliteFile: string;
  /** The tables whose rows always belong to an organizer. */
  readonly tenantTables: readonly string[];
  remove(): void;
}

/** Migrates one database of each kind. The suites copy it, because a copy is much faster than a migration. */
export async function createTemplates(postgresUrl: string | null): Promise<TemplateDatabases> {
  const dataDir = mkdtempSync(join(tmpdir(), 'organizer-template-'));
  const location = { databaseUrl: null, dataDir };
  await migrateDatabase(location);
  if (postgresUrl !== null) {
    const server = openDatabase({ databaseUrl: postgresUrl, dataDir });
    await sql`create database ${sql.id(postgresTemplate)}`.execute(server);
    await server.destroy();
    const url = new URL(postgresUrl);
    url.pathname = `/${postgresTemplate}`;
    await migrateDatabase({ databaseUrl: url.href, dataDir });
  }
  return {
    sqliteFile: sqliteFile(dataDir),
    tenantTables: await readTenantTables(location),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location);
  await migrate(db);
  await db.destroy(); // PostgreSQL copies a database only while it has no connections.
}

async function readTenantTables(location: DatabaseLocation): Promise<string[]> {
  const db = openDatabase(location);
  const tables = await db.introspection.getTables();
  await db.destroy();
  const hasOrganizer = ({ columns }: (typeof tables)[number]) =>
    columns.some(({ name, isNullable }) => name === 'organizer_id' && !isNullable);
  return tables.filter(hasOrganizer).map(({ name }) => name);
}
