import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sharding } from '../../src/platform/database/dialect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database/open.ts';
import { sqliteFile } from '../../src/platform/database/sqlite.ts';
import { closeDatabase, createBareDatabase, dropDatabase, urlOfDatabase } from './postgres-databases.ts';

export interface TemplateDatabases {
  /** The SQLite file that `createDatabase` copies. */
  readonly sqliteFile: string;
  /** The tables whose rows always belong to an organizer. */
  readonly tenantTables: readonly string[];
  /** The name of the PostgreSQL database that `createDatabase` copies. */
  readonly postgresTemplate: string;
  remove(): Promise<void>;
}

/** Migrates one database of each kind. The suites copy it, because a copy is much faster than a migration. */
export async function createTemplates(
  servers: readonly string[],
  databaseSharding: Sharding,
): Promise<TemplateDatabases> {
  const dataDir = mkdtempSync(join(tmpdir(), 'organizer-template-'));
  const location = { databaseUrl: null, dataDir };
  await migrateDatabase(location);
  const postgresTemplate = `test_template_${process.pid}`; // Several runs can use one Citus cluster.
  const [server] = servers;
  if (server !== undefined) {
    await createBareDatabase(servers, postgresTemplate);
    await migrateDatabase({ databaseUrl: urlOfDatabase(server, postgresTemplate), databaseSharding, dataDir });
    await closeDatabase(servers, postgresTemplate);
  }
  return {
    sqliteFile: sqliteFile(dataDir),
    tenantTables: await readTenantTables(location),
    postgresTemplate,
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await dropDatabase(servers, postgresTemplate);
    },
  };
}

async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location);
  await migrate(db);
  await db.destroy();
}

async function readTenantTables(location: DatabaseLocation): Promise<string[]> {
  const db = openDatabase(location);
  const tables = await db.introspection.getTables();
  await db.destroy();
  const hasOrganizer = ({ columns }: (typeof tables)[number]) =>
    columns.some(({ name, isNullable }) => name === 'organizer_id' && !isNullable);
  return tables.filter(hasOrganizer).map(({ name }) => name);
}
