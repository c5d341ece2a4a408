import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Sharding } from '../../src/platform/database/dialect.ts';
import { citusServers } from './postgres-databases.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { createTemplates, type TemplateDatabases } from './template-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server of the tests, or null if PostgreSQL is not available. */
    postgresUrl: string | null;
    /** The URLs of the servers of PostgreSQL: of one server, or of the coordinator and the workers of Citus. Empty if not available. */
    postgresServers: readonly string[];
    postgresSharding: Sharding;
    /** The name of a migrated PostgreSQL database. */
    postgresTemplate: string;
    /** The file of a migrated SQLite database. */
    sqliteTemplate: string;
    /** The tables whose rows always belong to an organizer. */
    tenantTables: readonly string[];
  }
}

interface SharedServers {
  /** Null if it is not available, or if Citus is used instead. */
  readonly postgres: PostgresServer | null;
  readonly postgresServers: readonly string[];
  readonly postgresSharding: Sharding;
  readonly templates: TemplateDatabases;
}

const appsBuild = join(import.meta.dirname, '../../../../apps/build.ts');

/** The servers of this run. The first project starts them, and the last one stops them. */
let servers: Promise<SharedServers> | undefined;
let projectCount = 0;

/**
 * Starts the PostgreSQL server that the suites of all projects share, and builds the apps whose builds are old. Each suite creates separate PostgreSQL databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  projectCount += 1;
  servers ??= startServers();
  const { postgres, postgresServers, postgresSharding, templates } = await servers;
  project.provide('postgresUrl', postgresServers[0] ?? null);
  project.provide('postgresServers', postgresServers);
  project.provide('postgresSharding', postgresSharding);
  project.provide('sqliteTemplate', templates.sqliteFile);
  project.provide('postgresTemplate', templates.postgresTemplate);
  project.provide('tenantTables', templates.tenantTables);
  return async () => {
    projectCount -= 1;
    if (projectCount > 0) return;
    servers = undefined;
    await templates.remove();
    await postgres?.stop();
  };
}

async function startServers(): Promise<SharedServers> {
  execFileSync(process.execPath, [appsBuild, '--if-old'], { stdio: 'inherit' });
  const citus = citusServers();
  const postgres = citus === null ? await startPostgresOrNull() : null;
  const postgresServers = citus ?? (postgres === null ? [] : [postgres.url]);
  const postgresSharding = citus === null ? null : 'citus';
  const templates = await createTemplates(postgresServers, postgresSharding);
  return { postgres, postgresServers, postgresSharding, templates };
}

async function startPostgresOrNull(): Promise<PostgresServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    console.error(
      `\n!!! PostgreSQL could not be started: THE TESTS THAT NEED IT ARE SKIPPED. ${(error as Error).message}\n`,
    );
    return null;
  }
}
